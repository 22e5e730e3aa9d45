import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { median, percentile } from '../quantile.ts'
import { type BenchService, startService } from '../service.ts'

const MEMORY_MB_MAX = 1_500
const WARM_MS_MAX = 40
const P99_MS_MAX = 50
const WARM_RUNS = 40
const CONCURRENT = 16
const FIRE_MS = 20_000
/** A cheap call every so often, whatever became of those before. */
const EVERY_MS = 20
const CHEAP = '/v1/stocks/AAPL/prices'
/** Until the figures of all companies have been read behind the first answers. */
const SETTLED_MS = 20_000

/** The screen: three steps and two qualifications, three figures and a dividend. */
const CHAIN = {
  ta: [
    { anchor: [{ pattern: 'oversold', a: 'rsi14', b: '35', window_bars: 20 }] },
    { anchor: [{ pattern: 'crossover_up', a: 'macd', b: 'macd_signal' }] },
    {
      anchor: [{ pattern: 'crossover_up', a: 'close', b: 'ema50' }],
      quals: [
        { any: [{ pattern: 'vol_spike' }], within: 5 },
        { any: [{ pattern: 'above', a: 'rsi14', b: '40', timeframe: 2 }], within: 5 },
      ],
    },
  ],
  fundamental: [
    { concept: 'roe', pattern: 'above', threshold: 0.05 },
    { concept: 'pe', pattern: 'below', threshold: 60 },
    { concept: 'revenue', pattern: 'above', threshold: 0 },
  ],
  dividend: { min_streak_years: 1 },
}

const LINES = ['sma10', 'sma20', 'sma50', 'sma100', 'sma200', 'ema20', 'ema50', 'ema200', 'bb_upper', 'bb_lower']
const SINGLES = LINES.flatMap((b) =>
  ['crossover_up', 'above', 'crossover_dn'].map((pattern) => ({ ta: [{ anchor: [{ pattern, a: 'close', b }] }] })),
)

/**
 * The whole service over the market of a folder, in a process of its own: its memory once the frame is built from the database, figures
 * are read and screens were asked, the screen of the issue over HTTP, and a cheap call while sixteen screens run all the time.
 */
export async function benchServed(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'screen'), { recursive: true, force: true })
  const service = await startService(dataDir, { keep: true })
  try {
    await untilReady(service)
    await pause(SETTLED_MS)
    for (const body of [CHAIN, ...SINGLES]) await screen(service, body)
    const warm: number[] = []
    for (let run = 0; run < WARM_RUNS; run++) warm.push(await screen(service, CHAIN))
    line('3 steps, 2 quals, 3 figures and a dividend over HTTP, p50', median(warm), 'ms', WARM_MS_MAX)
    const idle = await latencies(service, FIRE_MS / 2)
    const running = { until: performance.now() + FIRE_MS, screens: 0 }
    const [fired] = await Promise.all([
      latencies(service, FIRE_MS),
      ...Array.from({ length: CONCURRENT }, (_, index) => keepScreening(service, index, running)),
    ])
    line(`a cheap call, alone, p99`, percentile(idle, 0.99), 'ms', P99_MS_MAX)
    line(
      `the same while ${CONCURRENT} screens run (${((running.screens * 1_000) / FIRE_MS).toFixed(0)} a second), p99`,
      percentile(fired, 0.99),
      'ms',
      P99_MS_MAX,
    )
    line('memory of the service, built and serving', await memory(service), 'MB', MEMORY_MB_MAX)
  } finally {
    await service.stop()
  }
}

async function untilReady(service: BenchService): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const ready = await screen(service, SINGLES[0] ?? {}).catch(() => null)
    if (ready !== null) return
    await pause(250)
  }
  throw new Error('The screener was not ready within five minutes.')
}

/** Asks one screen; returns how long it took. */
async function screen({ base, key }: BenchService, body: object): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${base}/v1/screen`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`A screen was answered ${answer.status}: ${text.slice(0, 300)}`)
  return performance.now() - begun
}

/** One of those who ask for screens all the time: known ones, and every fourth one new. */
async function keepScreening(
  service: BenchService,
  place: number,
  running: { readonly until: number; screens: number },
): Promise<void> {
  for (let turn = place; performance.now() < running.until; turn += 7) {
    const level = (30 + ((turn * 13) % 400) / 10).toFixed(1)
    const fresh = { ta: [{ anchor: [{ pattern: 'above', a: 'rsi14', b: level }] }] }
    await screen(service, turn % 4 === 0 ? fresh : turn % 4 === 1 ? CHAIN : (SINGLES[turn % SINGLES.length] ?? CHAIN))
    running.screens++
  }
}

async function latencies({ base, key }: BenchService, forMs: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}` }
  const found: number[] = []
  const call = async () => {
    const sentAt = performance.now()
    const response = await fetch(base + CHEAP, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${CHEAP} answered ${response.status}`)
    found.push(performance.now() - sentAt)
  }
  const calls: Promise<void>[] = []
  const begun = performance.now()
  for (let turn = 0; turn * EVERY_MS < forMs; turn++) {
    await pause(Math.max(0, begun + turn * EVERY_MS - performance.now()))
    calls.push(call())
  }
  await Promise.all(calls)
  return found
}

/** Resident memory in MB. */
async function memory({ base }: BenchService): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text()
  return Number(text.match(/^process_resident_memory_bytes (\S+)/m)?.[1]) / 1e6
}

function line(name: string, figure: number, unit: string, most: number): void {
  const verdict = figure > most ? `  over ${most} ${unit}` : ''
  process.stdout.write(`  ${name.padEnd(60)} ${figure.toFixed(1)} ${unit}${verdict}\n`)
}
