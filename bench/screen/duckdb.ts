import { DOUBLE, type DuckDBConnection, DuckDBDataChunk, DuckDBInstance, INTEGER } from '@duckdb/node-api'
import { DayBars } from '../../src/screen/frame/day-bars.pure.ts'
import type { Frame } from '../../src/screen/frame/frame.ts'
import { readFrameFile, readSegment } from '../../src/screen/frame/frame-file.ts'
import { viewSegment } from '../../src/screen/frame/segment.pure.ts'
import { median } from '../quantile.ts'
import { type SqlSignal, singleQuestion } from './question.ts'

const CHUNK_ROWS = 2_048
const RATIO_MIN = 100
/** Bars back that a signal may have fired, and bars that its longest window reads before. */
const WINDOW = 20
const READ = 300
/** Relative distance of two lines that rounding may put on either side. */
const ROUNDING = 1e-9

/**
 * Runs signals here and in DuckDB on the same bars, interleaved, and requires the same listings of both. Of each listing DuckDB has the last
 * bars only that its queries read. Ratios are of processor time, all threads together: other programs on the machine do not change it.
 */
export async function compareWithDuckDb(
  frame: Frame,
  path: string,
  signals: readonly SqlSignal[],
  today: number,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const ids = await fill(connection, path)
  const times: { first: Cost[]; again: Cost[]; duck: Cost[] } = { first: [], again: [], duck: [] }
  for (const one of signals) {
    const question = singleQuestion(frame, one.signal, today)
    const first = await timed(() => frame.evaluateChain(question))
    const again = await timed(() => frame.evaluateChain(question))
    const duck = await timed(() => slotsOf(connection, queryOf(one, one.condition)))
    const mine = new Set([...first.value].map(({ listingId }) => listingId))
    const theirs = new Set([...duck.value].map((slot) => ids[slot] ?? 0))
    const differing = [...mine.symmetricDifference(theirs)]
    if (differing.length > 0) await requireRounded(connection, one, ids, differing)
    times.first.push(first)
    times.again.push(again)
    times.duck.push(duck)
  }
  const sum = (list: readonly Cost[], of: keyof Cost) => list.reduce((total, cost) => total + cost[of], 0)
  const show = (name: string, list: readonly Cost[]) => {
    const ratio = sum(times.duck, 'cpuMs') / sum(list, 'cpuMs')
    const spent = (costs: readonly Cost[]) =>
      `p50 ${median(costs.map(({ ms }) => ms)).toFixed(1)} ms, ${(sum(costs, 'cpuMs') / costs.length).toFixed(1)} ms of processor time each`
    process.stdout.write(
      `  ${name.padEnd(52)} ${spent(list)}; DuckDB ${spent(times.duck)}, ${ratio.toFixed(0)} times as much${ratio < RATIO_MIN ? `  below ${RATIO_MIN}` : ''}\n`,
    )
  }
  show(`${signals.length} single patterns, the same sets, asked first`, times.first)
  show('the same, asked again', times.again)
  connection.closeSync()
  instance.closeSync()
}

/** Fails unless the two lines of every listing that differs are as close somewhere that rounding decides on which side they are. */
async function requireRounded(
  connection: DuckDBConnection,
  one: SqlSignal,
  ids: Int32Array,
  differing: readonly number[],
): Promise<void> {
  const close = await slotsOf(
    connection,
    queryOf(one, `abs(a - b) <= ${ROUNDING} * abs(b) OR abs(a0 - b0) <= ${ROUNDING} * abs(b0)`),
  )
  const rounded = new Set([...close].map((slot) => ids[slot] ?? 0))
  const wrong = differing.filter((id) => !rounded.has(id))
  if (wrong.length === 0) return
  throw new Error(`${JSON.stringify(one.signal)}: ${wrong.length} listings differ from DuckDB, such as ${wrong[0]}.`)
}

/** Brings the last bars of each listing of the frame's file into DuckDB, numbered; returns the listing of each slot. */
async function fill(connection: DuckDBConnection, path: string): Promise<Int32Array> {
  const contents = await readFrameFile(path)
  if (!contents) throw new Error(`There is no frame at ${path}.`)
  const { directory, segments } = contents
  await connection.run(
    'CREATE TABLE bars (slot INTEGER, day INTEGER, n INTEGER, total INTEGER, high DOUBLE, low DOUBLE, close DOUBLE, volume DOUBLE)',
  )
  const appender = await connection.createAppender('bars')
  const types = [INTEGER, INTEGER, INTEGER, INTEGER, DOUBLE, DOUBLE, DOUBLE, DOUBLE]
  const read = new DayBars()
  for (const [index, part] of segments.entries()) {
    if (!part) continue
    const segment = viewSegment(await readSegment(part))
    for (let slot = 0; slot < directory.size; slot++) {
      if (directory.segment[slot] !== index) continue
      const total = directory.length[slot] ?? 0
      const begin = directory.offset[slot] ?? 0
      read.turnTo({ segment, first: begin, end: begin + total, decimals: directory.decimals[slot] ?? 0 })
      const bars = read.from(begin)
      for (let from = Math.max(0, total - READ); from < total; from += CHUNK_ROWS) {
        const rows = Math.min(CHUNK_ROWS, total - from)
        const column = (values: Float64Array | Uint16Array, at = from) => Array.from(values.subarray(at, at + rows))
        const chunk = DuckDBDataChunk.create(types, rows)
        chunk.setColumns([
          new Array(rows).fill(slot),
          column(segment.day, begin + from),
          Array.from({ length: rows }, (_, row) => from + row + 1),
          new Array(rows).fill(total),
          column(bars.high),
          column(bars.low),
          column(bars.close),
          column(bars.volume).map((units) => (Number.isNaN(units) ? null : units)),
        ])
        appender.appendDataChunk(chunk)
      }
    }
  }
  appender.closeSync()
  return directory.listingIds
}

function queryOf({ columns }: SqlSignal, condition: string): string {
  return `SELECT DISTINCT slot FROM (
      SELECT slot, n, total, a, b, lag(a) OVER w AS a0, lag(b) OVER w AS b0 FROM (
        SELECT slot, day, n, total, ${columns} FROM bars
          WINDOW before AS (PARTITION BY slot ORDER BY day ROWS BETWEEN 20 PRECEDING AND 1 PRECEDING))
        WINDOW w AS (PARTITION BY slot ORDER BY day))
    WHERE n >= total - ${WINDOW} AND (${condition})`
}

async function slotsOf(connection: DuckDBConnection, query: string): Promise<Set<number>> {
  const result = await connection.runAndReadAll(query)
  return new Set((result.getColumns()[0] ?? []).map(Number))
}

/** What something took: on the clock, and of the processors. */
interface Cost {
  readonly ms: number
  readonly cpuMs: number
}

async function timed<Value>(work: () => Promise<Value>): Promise<Cost & { readonly value: Value }> {
  const [begun, before] = [performance.now(), process.cpuUsage()]
  const value = await work()
  const { user, system } = process.cpuUsage(before)
  return { value, ms: performance.now() - begun, cpuMs: (user + system) / 1_000 }
}
