import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { acquireEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { dayOfMs } from '../src/core/time/day.pure.ts'
import { type ChainQuestion, Frame } from '../src/screen/frame/frame.ts'
import { median } from './quantile.ts'
import { compareWithDuckDb } from './screen/duckdb.ts'
import { chainQuestion, randomSignals, singleQuestion } from './screen/question.ts'
import { benchServed } from './screen/served.ts'
import { freshDataDir, runNode } from './service.ts'

const LISTINGS = 25_000
const YEARS = 5
/** Each takes a tenth of a second, and single ones differ by a fifth. */
const COLD_RUNS = 15
const WARM_RUNS = 60
const CONCURRENT = 16
const CONCURRENT_ROUNDS = 12
const PATTERNS = 40

const BUILD_SECONDS_MAX = 20
const RESTART_SECONDS_MAX = 3
const MEMORY_MB_MAX = 1_500
const WARM_MS_MAX = 25
const COLD_MS_MAX = 1_000
const CONCURRENCY_RATIO_MIN = 1.6

/**
 * The frame of the screener over 25,000 listings of five years: how long it takes to build and to begin again, what chains take, beside
 * DuckDB on the same bars where SQL can say a pattern. `bench screen FOLDER` takes a data folder that has such a market.
 */
export async function benchScreen([given]: string[] = []): Promise<void> {
  const dataDir = given ?? (await freshDataDir())
  if (given === undefined)
    await runNode(
      'src/cli/demo.ts',
      ['--listings', String(LISTINGS), '--years', String(YEARS), '--articles', '0'],
      dataDir,
    )
  await benchServed(dataDir)
  const server = await acquireEmbeddedPostgres(dataDir, null)
  try {
    const { connectionString } = server
    const folder = join(dataDir, 'bench-screen')
    await runNode('src/cli/key.ts', ['list'], dataDir)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
    const built = await opened({ connectionString, folder })
    line('built from the database', built.seconds, 's', BUILD_SECONDS_MAX)
    await built.frame.saved()
    await built.frame.close()
    const again = await opened({ connectionString, folder })
    line('ready after a restart', again.seconds, 's', RESTART_SECONDS_MAX)
    const { frame } = again
    await benchChain(frame)
    await benchGrowth(frame)
    await benchConcurrency(frame, { connectionString, folder })
    line('bars in shared memory', frame.bytes / 1e6, 'MB', MEMORY_MB_MAX)
    await compareWithDuckDb(frame, join(folder, 'screen-frame'), randomSignals(PATTERNS), today())
    await frame.close()
  } finally {
    await server.release()
  }
}

async function opened(options: { connectionString: string; folder: string | null; workers?: number }) {
  const begun = performance.now()
  const frame = new Frame(options)
  await frame.open(null)
  return { frame, seconds: (performance.now() - begun) / 1_000 }
}

/** Three steps and two quals over all listings: first with nothing computed, then again and again. */
async function benchChain(frame: Frame): Promise<void> {
  const question = chainQuestion(frame, today())
  const { ms: cold, matches } = await timed(frame, question)
  const warm: number[] = []
  for (let run = 0; run < WARM_RUNS; run++) warm.push((await timed(frame, question)).ms)
  line(`chain of 3 steps and 2 quals, cold (${matches} match)`, cold, 'ms', COLD_MS_MAX)
  line('the same, warm, p50', median(warm), 'ms', WARM_MS_MAX)
  await pause(10)
}

/** The same screens over a tenth of the listings and over all. */
async function benchGrowth(frame: Frame): Promise<void> {
  const all = chainQuestion(frame, today())
  const tenth = new Uint32Array(all.candidates.length)
  tenth.set(all.candidates.subarray(0, Math.floor(all.candidates.length / 10)))
  for (const [name, fresh] of [
    ['warm', false],
    ['cold', true],
  ] as const) {
    const [small, large]: [number[], number[]] = [[], []]
    for (let run = 0; run < (fresh ? COLD_RUNS : WARM_RUNS); run++) {
      // Another level is another signal, of which nothing is known yet.
      const shift = fresh ? run * 0.01 + 0.005 : 0
      small.push((await timed(frame, { ...chainQuestion(frame, today(), shift), candidates: tenth })).ms)
      large.push((await timed(frame, chainQuestion(frame, today(), shift * 1.5))).ms)
    }
    const ratio = median(large) / median(small)
    process.stdout.write(
      `  ${`2,500 to 25,000 listings, ${name}`.padEnd(52)} ${median(small).toFixed(1)} to ${median(large).toFixed(1)} ms, ${ratio.toFixed(1)} times${ratio > 10 ? '  more than linear' : ''}\n`,
    )
  }
}

/** Sixteen screens at once, on one thread and on all. */
async function benchConcurrency(frame: Frame, options: { connectionString: string; folder: string }): Promise<void> {
  const alone = await opened({ ...options, workers: 1 })
  const rates: { one: number[]; all: number[] } = { one: [], all: [] }
  for (let round = 0; round < CONCURRENT_ROUNDS; round++) {
    rates.one.push(await screensPerSecond(alone.frame))
    rates.all.push(await screensPerSecond(frame))
  }
  await alone.frame.close()
  // The first rounds compute what the others find.
  const [one, all] = [median(rates.one.slice(2)), median(rates.all.slice(2))]
  const ratio = all / one
  process.stdout.write(
    `  ${`${CONCURRENT} screens at once`.padEnd(52)} ${all.toFixed(0)} screens/s, ${ratio.toFixed(2)} times one thread's ${one.toFixed(0)}${ratio < CONCURRENCY_RATIO_MIN ? `  below ${CONCURRENCY_RATIO_MIN}` : ''}\n`,
  )
}

async function screensPerSecond(frame: Frame): Promise<number> {
  const signals = randomSignals(CONCURRENT)
  const begun = performance.now()
  await Promise.all(
    signals.map(({ signal }, index) =>
      frame.evaluateChain(index % 2 ? chainQuestion(frame, today()) : singleQuestion(frame, signal, today())),
    ),
  )
  return (CONCURRENT * 1_000) / (performance.now() - begun)
}

async function timed(frame: Frame, question: ChainQuestion): Promise<{ ms: number; matches: number }> {
  const begun = performance.now()
  const { size } = await frame.evaluateChain(question)
  return { ms: performance.now() - begun, matches: size }
}

function today(): number {
  return dayOfMs(Date.now())
}

function line(name: string, figure: number, unit: string, most: number): void {
  const verdict = figure > most ? `  over ${most} ${unit}` : ''
  process.stdout.write(`  ${name.padEnd(52)} ${figure.toFixed(1)} ${unit}${verdict}\n`)
}
