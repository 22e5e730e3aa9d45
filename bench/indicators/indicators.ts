import { type LineMemory, readLines } from '../../src/screen/technical/line/lines.pure.ts'
import type { PriceBars } from '../../src/screen/technical/line-key.pure.ts'
import { randomFrom } from '../news.ts'
import { type IndicatorRow, lastOfRow, ROWS } from './peers.ts'
import { runTulip } from './tulip.ts'

const SERIES = 40
/** Five years of days. */
const LENGTH = 1250
const ROUNDS_MIN = 3
const TIME_MS = 700

/** What one library needs for a row, and what it gives for each series. */
interface Outcome {
  readonly microseconds: number
  readonly last: readonly (number | null | undefined)[]
}

/** Time of all indicator lines beside indicatorts, trading-signals and Tulip's C, on the same series and with the same values. */
export async function benchIndicators(): Promise<void> {
  const series = createSeries()
  const plain = series.map(({ high, low, close }) => ({ high: [...high], low: [...low], close: [...close] }))
  const tulip = await runTulip(series, LENGTH)
  const memory: LineMemory = new Map()
  const ours = new Map(ROWS.map((row) => [row, time(series, (bars) => lastOfRow(row, readLines(bars, 1, memory)))]))
  const peers = new Map<string, Map<IndicatorRow, Outcome>>()
  const timePlain = (compute: IndicatorRow['tradingSignals']) => compute && time(plain, compute)
  const add = (peer: string, outcomeOf: (row: IndicatorRow) => Outcome | undefined) => {
    const outcomes = ROWS.flatMap((row) => {
      const outcome = outcomeOf(row)
      return outcome ? [[row, outcome] as const] : []
    })
    peers.set(peer, new Map(outcomes))
  }
  if (typeof tulip !== 'string') add('Tulip C', (row) => tulip.get(row.name))
  add('indicatorts', (row) => timePlain(row.indicatorts))
  add('trading-signals', (row) => timePlain(row.tradingSignals))
  process.stdout.write(report(ours, peers))
  if (typeof tulip === 'string') process.stdout.write(`  Tulip's C was not measured: ${tulip}\n`)
}

/** Prices of random walks with a range and gaps between days. */
function createSeries(): PriceBars[] {
  const random = randomFrom(11)
  return Array.from({ length: SERIES }, () => {
    const column = () => new Float64Array(LENGTH)
    const bars = { length: LENGTH, open: column(), high: column(), low: column(), close: column(), volume: column() }
    let price = 20 + 200 * random()
    for (let day = 0; day < LENGTH; day++) {
      const open = price * (1 + (random() - 0.5) * 0.01)
      price = open * (1 + (random() - 0.498) * 0.04)
      bars.open[day] = open
      bars.close[day] = price
      bars.high[day] = Math.max(open, price) * (1 + random() * 0.01)
      bars.low[day] = Math.min(open, price) * (1 - random() * 0.01)
      bars.volume[day] = Math.round(1e6 * random())
    }
    return bars
  })
}

/** The shortest of the rounds: what the machine does besides makes a round longer, never shorter. */
function time<Bars>(series: readonly Bars[], compute: (bars: Bars) => number | null | undefined): Outcome {
  let best = Number.POSITIVE_INFINITY
  let last: Outcome['last'] = []
  const end = performance.now() + TIME_MS
  for (let round = 0; round < ROUNDS_MIN || performance.now() < end; round++) {
    const begun = performance.now()
    last = series.map(compute)
    best = Math.min(best, performance.now() - begun)
  }
  return { microseconds: (best * 1000) / series.length, last }
}

function report(
  ours: ReadonlyMap<IndicatorRow, Outcome>,
  peers: ReadonlyMap<string, ReadonlyMap<IndicatorRow, Outcome>>,
): string {
  const names = [...peers.keys()]
  const lines = [
    `${SERIES} series of ${LENGTH} bars, microseconds per series; the shortest of the rounds of ${TIME_MS} ms`,
    `  ${'indicator (lines)'.padEnd(24)}${['market-impact', ...names].map((name) => name.padStart(18)).join('')}`,
  ]
  for (const [row, own] of ours) {
    const cells = names.map((name) => {
      const outcome = peers.get(name)?.get(row)
      if (!outcome) return '-'.padStart(18)
      const same = row.otherThan?.includes(name) ? ' ' : isSame(row, own, outcome) ? '=' : '!'
      return `${outcome.microseconds.toFixed(2)} ${same}`.padStart(18)
    })
    const title = `${row.name} (${row.lines.length})`
    lines.push(`  ${title.padEnd(24)}${own.microseconds.toFixed(2).padStart(18)}${cells.join('')}`)
  }
  for (const name of names) lines.push(compareTotals(name, ours, peers.get(name) ?? new Map()))
  lines.push('  = the last values are equal within 1e-9 (EMA: besides what is left of another first value)')
  return `${lines.join('\n')}\n`
}

function compareTotals(
  name: string,
  ours: ReadonlyMap<IndicatorRow, Outcome>,
  peer: ReadonlyMap<IndicatorRow, Outcome>,
): string {
  const total = (outcomes: ReadonlyMap<IndicatorRow, Outcome>) =>
    [...peer.keys()].reduce((sum, row) => sum + (outcomes.get(row)?.microseconds ?? 0), 0)
  const [own, other] = [total(ours), total(peer)]
  const ratio =
    own < other ? `${(other / own).toFixed(1)} times as fast as` : `${(own / other).toFixed(2)} times the time of`
  // One indicator that is very slow in the peer does not weigh more than the others here.
  const logs = [...peer].map(([row, { microseconds }]) => Math.log(microseconds / (ours.get(row)?.microseconds ?? 1)))
  const mean = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length)
  return `  ${peer.size} indicators: ${ratio} ${name} (${own.toFixed(1)} and ${other.toFixed(1)}); geometric mean of the rows ${mean.toFixed(2)} times as fast`
}

function isSame(row: IndicatorRow, own: Outcome, other: Outcome): boolean {
  const tolerance = 1e-9 + (row.seedWeight?.(LENGTH) ?? 0)
  return own.last.every((value, index) => {
    const theirs = other.last[index]
    return (
      typeof value === 'number' &&
      typeof theirs === 'number' &&
      Math.abs(value - theirs) <= tolerance * Math.max(1, Math.abs(value))
    )
  })
}
