import { setTimeout as pause } from 'node:timers/promises'
import { GROWING_DOCUMENTS } from './fire-documents.ts'
import { median, percentile } from './quantile.ts'
import { type BenchService, freshDataDir, runNode, startService } from './service.ts'

/** A cheap call every so often, whatever became of those before. */
const EVERY_MS = 20
const IDLE_MS = 15_000
const CHEAP = '/v1/stocks/AAPL/prices'
/** What a free key may send in a minute, and for how many minutes it does. */
const SHOTS_PER_MINUTE = 10
const MINUTES = 2
const AT_ONCE = 4
const P99_MS_MAX = 50

/** A document, and how long it takes alone. */
interface Shot {
  readonly name: string
  readonly query: string
  readonly ms: number
}

/**
 * Latency of a cheap call while one free key sends the worst documents that are legal, at its own rate: kinds of documents are grown until
 * they are refused, measured one by one, and the slowest are sent when a minute begins, as many at once as the plan allows.
 */
export async function benchFire(): Promise<void> {
  const dataDir = await freshDataDir()
  await runNode('src/cli/demo.ts', [], dataDir)
  const free: { key: string } = JSON.parse(
    await runNode('src/cli/key.ts', ['create', '--plan', 'free', '--json'], dataDir),
  )
  const service = await startService(dataDir)
  try {
    const shots = await worstDocuments(service)
    for (const { name, ms, query } of shots)
      process.stdout.write(`  ${name.padEnd(36)} ${ms.toFixed(0).padStart(6)} ms alone, ${query.length} characters\n`)
    const idle = await latencies(service, IDLE_MS)
    const answers = new Map<number, number>()
    const [fired] = await Promise.all([
      latencies(service, MINUTES * 60_000),
      fire(service, free.key, shots, (status) => answers.set(status, (answers.get(status) ?? 0) + 1)),
    ])
    const sent = [...answers].map(([status, count]) => `${count} x ${status}`).join(', ')
    process.stdout.write(`one free key sent ${MINUTES * SHOTS_PER_MINUTE} of them in ${MINUTES} minutes: ${sent}\n`)
    process.stdout.write(`${line('idle', idle)}${line('under fire', fired)}`)
    const ratio = percentile(fired, 0.99) / percentile(idle, 0.99)
    const within = percentile(fired, 0.99) < P99_MS_MAX ? 'within' : 'NOT within'
    process.stdout.write(`p99 under fire is ${ratio.toFixed(1)} of idle, ${within} ${P99_MS_MAX} ms\n`)
  } finally {
    await service.stop()
  }
}

/** The slowest legal documents, each kind grown as far as it is not refused. */
async function worstDocuments({ base, key }: BenchService): Promise<Shot[]> {
  const shots: Shot[] = []
  for (const { name, of } of GROWING_DOCUMENTS) {
    let legal = 0
    let refused = 1
    while (refused < 4_096 && (await send(base, key, of(refused))).status !== 400) {
      legal = refused
      refused *= 2
    }
    while (refused - legal > 1) {
      const middle = Math.floor((legal + refused) / 2)
      if ((await send(base, key, of(middle))).status === 400) refused = middle
      else legal = middle
    }
    if (legal === 0) continue
    const query = of(legal)
    const times: number[] = []
    for (let round = 0; round < 3; round++) times.push((await send(base, key, query)).ms)
    shots.push({ name: `${name}, ${legal}`, query, ms: median(times) })
  }
  return shots.sort((a, b) => b.ms - a.ms).slice(0, SHOTS_PER_MINUTE)
}

async function send(base: string, key: string, query: string): Promise<{ status: number; ms: number }> {
  const begun = performance.now()
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - begun }
}

/** Sends the documents when a minute begins, as many at once as a free key may, minute by minute. */
async function fire(
  { base }: BenchService,
  key: string,
  shots: readonly Shot[],
  onAnswer: (status: number) => void,
): Promise<void> {
  for (let minute = 0; minute < MINUTES; minute++) {
    if (minute > 0) await pause(60_000 - (Date.now() % 60_000) + 50)
    const left = Array.from({ length: SHOTS_PER_MINUTE }, (_, index) => shots[index % shots.length])
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let shot = left.shift(); shot; shot = left.shift()) onAnswer((await send(base, key, shot.query)).status)
      }),
    )
  }
}

/** Latencies of a cheap call sent every few milliseconds, in order. */
async function latencies({ base, key }: BenchService, forMs: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}` }
  const found: number[] = []
  let failed = 0
  const calls: Promise<void>[] = []
  const begun = performance.now()
  for (let turn = 0; turn * EVERY_MS < forMs; turn++) {
    const due = begun + turn * EVERY_MS
    await pause(Math.max(0, due - performance.now()))
    const sentAt = performance.now()
    const call = async () => {
      const response = await fetch(base + CHEAP, { headers })
      await response.arrayBuffer()
      if (response.status !== 200) failed++
      found.push(performance.now() - sentAt)
    }
    calls.push(call())
  }
  await Promise.all(calls)
  if (failed > 0) process.stdout.write(`${failed} calls of ${CHEAP} were not answered 200\n`)
  return found.sort((a, b) => a - b)
}

function line(name: string, sorted: readonly number[]): string {
  const figures = [0.5, 0.99, 1].map((share) => percentile(sorted, share).toFixed(1).padStart(8))
  return `  ${name.padEnd(12)} ${CHEAP}: p50 ${figures[0]} ms, p99 ${figures[1]} ms, longest ${figures[2]} ms, ${sorted.length} calls\n`
}
