import type { Chain } from '../../src/option/chain/chain.pure.ts'
import { computeDayFigures } from '../../src/option/daily/day-figures.pure.ts'
import { FIGURE_KEYS, type FigureSeries } from '../../src/option/history/figure.pure.ts'
import { generateChain } from './option/chain.ts'
import { type DemoBars, DemoFlow, generateFigures, surfaceAt } from './option/figures.ts'
import { readMood } from './option/mood.ts'
import { deriveSeed, Normal } from './random-process.ts'

/** Sessions of demo figures: a year of history for each of the last days. */
const DEMO_SESSIONS = 300
/** Listings with demo options: all US funds, and the largest US shares up to this number together. */
const DEMO_OPTIONABLE = 557

/** What is looked at of a listing to tell whether it has demo options. */
interface Candidate {
  readonly ticker: string
  readonly type: string
  readonly marketCapUsd: number | null
}

/** The listings that have options in the demo. */
export function chooseOptionable<Listing extends Candidate>(listings: readonly Listing[]): Listing[] {
  const american = listings.filter(({ ticker }) => ticker.endsWith('.US') && !/^X\d{5}\./.test(ticker))
  const funds = american.filter(({ type }) => type === 'etf')
  const shares = american
    .filter(({ type, marketCapUsd }) => type === 'stock' && marketCapUsd !== null)
    .sort((one, other) => (other.marketCapUsd ?? 0) - (one.marketCapUsd ?? 0) || (one.ticker < other.ticker ? -1 : 1))
  return [...funds, ...shares].slice(0, DEMO_OPTIONABLE)
}

/** Options of a listing: figures of its last sessions, the last ones those of the chain. */
export interface DemoOptions {
  readonly series: FigureSeries
  readonly chain: Chain
}

/** Generates the options of a listing from its bars, so that both tell one story; null with too few of them. */
export function generateOptions(
  ticker: string,
  bars: DemoBars,
  { seed, rate }: { readonly seed: number; readonly rate: number },
): DemoOptions | null {
  const last = bars.raw.length - 1
  if (last < 60) return null
  const normal = new Normal(deriveSeed(seed, `options ${ticker}`))
  const mood = readMood(bars.adjusted, normal)
  const series = generateFigures(bars, mood, new DemoFlow(bars, mood, normal), DEMO_SESSIONS)
  const place = series.length - 1
  const { columns } = series
  const at = (key: (typeof FIGURE_KEYS)[number]) => columns[key][place] ?? 0
  const flow = {
    callVolume: at('callVolume'),
    putVolume: at('putVolume'),
    callOpenInterest: at('callOpenInterest'),
    putOpenInterest: at('putOpenInterest'),
  }
  const [day, spot] = [bars.raw.day[last] ?? 0, bars.raw.close[last] ?? 1]
  const chain = generateChain({ day, spot, surface: surfaceAt(mood, last), flow, rate })
  const figures = computeDayFigures(chain, spot, { rate, dividendYield: 0 })
  for (const key of FIGURE_KEYS) if (!Number.isNaN(figures[key])) columns[key][place] = figures[key]
  return { series, chain }
}
