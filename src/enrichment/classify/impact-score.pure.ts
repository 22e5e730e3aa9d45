import type { AssetType, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { WorldEvent } from '../event/world-event.pure.ts'
import { toDollars } from '../summary/amount.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { EventLexicon, EventSize } from '../vocabulary/event-lexicon.pure.ts'
import type { SummaryAmount, Verdict } from '../vocabulary/verdict.pure.ts'
import type { WeightedNewsType } from './news-type.pure.ts'

/** A phrase and the points it adds to (or, negative, takes from) a story's newsworthiness. */
export interface ScorePhrase {
  readonly phrase: string
  readonly points: number
}

/** Points per kind of news. */
export interface ScoreOfType {
  readonly type: string
  readonly points: number
}

/** Points of an amount of at least so many, the largest of each unit first. */
export interface ScoreOfAmount {
  readonly unit: string
  readonly least: number
  readonly points: number
}

/** What counts for the score besides the words. */
interface ScoreFacts {
  readonly types: readonly WeightedNewsType[]
  /** Assets the article names, with the verdict on each. */
  readonly named: readonly { readonly asset: KnownAsset; readonly verdict: Verdict }[]
  /** More than one company is moved: a rate decision, a tariff, an oil shock. */
  readonly isSystemic: boolean
  /** Points of the event of the world that the story tells. */
  readonly eventPoints: number
  /** Points of what it tells of a company. */
  readonly storyPoints: number
  /** The first amount of the headline. */
  readonly amount: SummaryAmount | null
}

/** Upper bounds of scores 1 to 4 in points; calibrated so that 4 and 5 are under 15 % of a general feed. */
const POINT_BOUNDS = { 1: 1, 2: 2.6, 3: 5.25, 4: 6.8 } as const
const BOUNDED = [1, 2, 3, 4] as const

/** The points of what has a score at most. */
function mostFor(score: keyof typeof POINT_BOUNDS): number {
  return POINT_BOUNDS[score] - 0.1
}

/** Most points that several words bring together; one of them may bring more. */
const MOST_BY_WORDS = 3.2

/** Prepares phrases and points; the returned function gives the newsworthiness of an article: 1 (low signal) .. 5 (market-moving). */
export function createImpactScorer(
  phrases: readonly ScorePhrase[],
  byType: readonly ScoreOfType[],
  byAmount: readonly ScoreOfAmount[],
): (title: TokenisedText, body: TokenisedText | null, facts: ScoreFacts) => 1 | 2 | 3 | 4 | 5 {
  const trie = new PhraseTrie<number>()
  for (const { phrase, points } of phrases) trie.add(phrase, () => points)
  const typePoints = new Map(byType.map((entry) => [entry.type, entry.points]))

  return (title, body, { types, named, isSystemic, eventPoints, storyPoints, amount }) => {
    let points = eventPoints + Math.max(0, ...types.map(({ type }) => typePoints.get(type) ?? 0))
    const words = trie.findAll(title.words, title.breaks).map(({ value }) => value)
    const said = Math.max(-3, Math.min(Math.max(MOST_BY_WORDS, ...words), sum(words)))
    // Words and the event they tell are one thing said twice.
    points +=
      storyPoints > 0 && said > 0 ? Math.max(said, storyPoints) + Math.min(said, storyPoints) / 3 : said + storyPoints
    if (body !== null) {
      const extra = trie.findAll(body.words.slice(0, 80), body.breaks).map(({ value }) => value)
      points += Math.max(-1, Math.min(1, sum(extra) * 0.3))
    }
    points += scoreSize(named) + scoreAmount(amount, byAmount)
    points += Math.max(0, ...named.map(({ verdict }) => Math.abs(verdict.score))) * 0.9
    if (isSystemic) points += 0.8
    if (named.length === 0 && !isSystemic && eventPoints === 0) points -= 0.8
    if (title.text.trimEnd().endsWith('?')) points -= 1.5
    const isMoveTold = isMove(named)
    if (isMoveTold) {
      const move = scoreMove(named[0]?.asset.type ?? 'stock', amount, eventPoints > 0)
      points = Math.min(move.most, points + move.points)
    }
    if (!isSystemic && eventPoints === 0) points = Math.min(points, limitBySize(named))
    // What an analyst thinks of one company moves no market.
    if (types[0]?.type === 'analyst_rating' && named.length > 0) points = Math.min(mostFor(3), points)
    const isSmallChange = amount?.unit === 'percent' && amount.value < SMALL_CHANGE
    const isRoutine = eventPoints > 0 && isSmallChange && !isMoveTold
    if (isRoutine || STILL.test(title.text)) points = Math.min(mostFor(2), points)
    return BOUNDED.find((score) => points < POINT_BOUNDS[score]) ?? 5
  }
}

/** Larger companies move markets: 0 below 10 billion dollars, 1.4 from 2 trillion on. */
function scoreSize(named: ScoreFacts['named']): number {
  const sizes = named.map(({ asset: { type, marketCapUsd } }) =>
    type === 'stock' || type === 'etf' ? (marketCapUsd ?? 0) : 3e10,
  )
  const largest = Math.max(0, ...sizes)
  if (largest < 1e10) return largest > 0 && largest < 2e9 ? -0.6 : 0
  return Math.min(1.4, 0.2 + Math.log10(largest / 1e10) * 0.55)
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

/** Points of an amount: large ones add up to 2.2, small sums take some away. */
function scoreAmount(amount: SummaryAmount | null, steps: readonly ScoreOfAmount[]): number {
  if (amount === null) return 0
  const isSum = !steps.some((step) => step.unit === amount.unit)
  const size = (isSum ? toDollars(amount) : null) ?? amount.value
  return steps.find(({ unit, least }) => unit === (isSum ? 'dollars' : amount.unit) && size >= least)?.points ?? 0
}

/** A change of supply in percent below which it is routine. */
const SMALL_CHANGE = 5

/** A day's usual move of a yield in basis points. */
const USUAL_POINTS = 6
/** A day's usual move in percent. */
const USUAL_MOVE: Readonly<Partial<Record<AssetType, number>>> = {
  stock: 3,
  etf: 1.2,
  crypto: 5,
  commodity: 2,
  forex: 0.8,
}
const STILL =
  /\b(?:edges?|edged|inch(?:es|ed)?|steady|flat|little changed|unchanged|quiet|treads? water|drifts?|slightly)\b/i

/** True where the headline tells how the price of its asset moved, or its asset is a rate. */
function isMove(named: ScoreFacts['named']): boolean {
  const [first] = named
  return first?.verdict.isPriceMove === true || first?.asset.type === 'bond' || first?.asset.type === 'money_market'
}

/** A move by its size: half of the usual one is hardly news, five times as much is. */
function scoreMove(type: AssetType, amount: SummaryAmount | null, hasEvent: boolean): { most: number; points: number } {
  const isRate = type === 'bond' || type === 'money_market'
  const usual = isRate ? USUAL_POINTS : USUAL_MOVE[type]
  if (amount?.unit !== (isRate ? 'points' : 'percent') || usual === undefined) {
    return { most: isRate ? mostFor(3) : Infinity, points: 0 }
  }
  const ratio = amount.value / usual
  if (ratio < 0.5) return { most: mostFor(hasEvent ? 2 : 1), points: 0 }
  if (ratio < 1) return { most: mostFor(hasEvent ? 3 : 2), points: 0 }
  if (ratio < 3) return { most: mostFor(3), points: -0.3 }
  return { most: Infinity, points: ratio >= 5 ? 1.2 : 0.4 }
}

/** Whom the news of one company can move: only that of the largest moves markets. */
function limitBySize(named: ScoreFacts['named']): number {
  const sizes = named.flatMap(({ asset }) =>
    asset.type === 'stock' && asset.marketCapUsd !== null ? [asset.marketCapUsd] : [],
  )
  if (sizes.length < named.length || sizes.length === 0) return Infinity
  const largest = Math.max(...sizes)
  return largest < 2e9 ? mostFor(3) : largest < 1e11 ? mostFor(4) : Infinity
}

/** Weight of a commodity that is not listed. */
const OTHER_WEIGHT = 0.7
/** Shares of the world's supply in percent, and the points they add. */
const STEPS = [
  [30, 2.6],
  [12, 1.8],
  [5, 1],
  [2, 0.5],
] as const
/** Factor for what is only feared. */
const FEARED = 0.5

/** The returned function gives the points of the size of an event: the share of the world's supply it touches, and whose rule it is. */
export function createEventSizer({ sizes }: EventLexicon): (event: WorldEvent | null) => number {
  const tableOf = (wanted: EventSize['of']) =>
    new Map(sizes.filter((row) => row.of === wanted).map(({ code, value }) => [code, value]))
  const [weights, suppliers, deciders] = [tableOf('commodity'), tableOf('supplier'), tableOf('decider')]
  return (event) => {
    if (event === null || event.kind === 'price') return 0
    const { place, goods } = event
    const countries = [event.actor, event.target].filter((country) => country !== null)
    const commodities = goods.length > 0 ? goods.flatMap((good) => good.commodities) : event.commodities
    const shares = countries.flatMap(({ code, exports }) => [
      suppliers.get(code) ?? 0,
      ...exports.filter(({ ticker }) => commodities.includes(ticker)).map(({ sharePercent }) => sharePercent),
    ])
    const share = place === null ? Math.max(0, ...shares) : (place.worldSharePct ?? 0)
    const step = STEPS.find(([least]) => share >= least)?.[1] ?? 0
    const weight = Math.max(OTHER_WEIGHT, ...commodities.map((ticker) => weights.get(ticker) ?? 0))
    const isRule = event.kind === 'policy' || event.kind.startsWith('tariff') || event.kind === 'sanction'
    const reach = isRule ? Math.max(0, ...countries.map(({ code }) => deciders.get(code) ?? 0)) : 0
    return (step * weight + reach) * (event.isFeared ? FEARED : 1)
  }
}
