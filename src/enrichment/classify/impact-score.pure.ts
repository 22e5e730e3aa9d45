import type { AssetType, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
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
export interface ScoreFacts {
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
const POINT_BOUNDS = [1, 2.6, 5.25, 6.8] as const

/** Most points that several words bring together; one of them may bring more. */
const MOST_BY_WORDS = 3.2

/** Prepares phrases and points. The returned function takes title, body and facts, and gives the newsworthiness 1 (low signal) .. 5 (market-moving). */
export function createImpactScorer(
  phrases: readonly ScorePhrase[],
  byType: readonly ScoreOfType[],
  byAmount: readonly ScoreOfAmount[],
): (title: TokenisedText, body: TokenisedText | null, facts: ScoreFacts) => 1 | 2 | 3 | 4 | 5 {
  const trie = new PhraseTrie<number>()
  for (const { phrase, points } of phrases) trie.add(phrase, () => points)
  const typePoints = new Map(byType.map((entry) => [entry.type, entry.points]))

  return (title, body, { types, named, isSystemic, eventPoints, storyPoints, amount }) => {
    let points = eventPoints
    let best = 0
    for (const { type } of types) best = Math.max(best, typePoints.get(type) ?? 0)
    points += best
    let words = 0
    let strongest = 0
    for (const hit of trie.findAll(title.words, title.breaks)) {
      words += hit.value
      strongest = Math.max(strongest, hit.value)
    }
    const said = Math.max(-3, Math.min(Math.max(MOST_BY_WORDS, strongest), words))
    // Words and the event they tell are one thing said twice.
    points +=
      storyPoints > 0 && said > 0 ? Math.max(said, storyPoints) + Math.min(said, storyPoints) / 3 : said + storyPoints
    if (body !== null) {
      let extra = 0
      for (const hit of trie.findAll(body.words.slice(0, 80), body.breaks)) extra += hit.value
      points += Math.max(-1, Math.min(1, extra * 0.3))
    }
    points += scoreSize(named) + scoreStrength(named) + scoreAmount(amount, byAmount)
    if (isSystemic) points += 0.8
    if (named.length === 0 && !isSystemic && eventPoints === 0) points -= 0.8
    if (title.text.trimEnd().endsWith('?')) points -= 1.5
    if (isMove(named)) {
      const move = scoreMove(named[0]?.asset.type ?? 'stock', amount, eventPoints > 0)
      points = Math.min(move.most, points + move.points)
    }
    if (!isSystemic && eventPoints === 0) points = Math.min(points, limitBySize(named))
    // What an analyst thinks of one company moves no market.
    if (types[0]?.type === 'analyst_rating' && named.length > 0) points = Math.min(POINT_BOUNDS[2] - 0.1, points)
    if (STILL.test(title.text)) points = Math.min(POINT_BOUNDS[1] - 0.1, points)
    const isSmallChange = amount?.unit === 'percent' && amount.value < SMALL_CHANGE
    if (eventPoints > 0 && isSmallChange && !isMove(named)) points = Math.min(POINT_BOUNDS[1] - 0.1, points)
    const level = POINT_BOUNDS.findIndex((bound) => points < bound)
    return level === 0 ? 1 : level === 1 ? 2 : level === 2 ? 3 : level === 3 ? 4 : 5
  }
}

/** Larger companies move markets: 0 below 10 billion dollars, 1.4 from 2 trillion on. */
function scoreSize(named: ScoreFacts['named']): number {
  let largest = 0
  for (const { asset } of named) {
    const isCompany = asset.type === 'stock' || asset.type === 'etf'
    largest = Math.max(largest, isCompany ? (asset.marketCapUsd ?? 0) : 3e10)
  }
  return largest > 0 && largest < 2e9
    ? -0.6
    : largest < 1e10
      ? 0
      : Math.min(1.4, 0.2 + Math.log10(largest / 1e10) * 0.55)
}

function scoreStrength(named: ScoreFacts['named']): number {
  let strongest = 0
  for (const { verdict } of named) strongest = Math.max(strongest, Math.abs(verdict.score))
  return strongest * 0.9
}

const DOLLARS: Readonly<Record<string, number>> = { USD: 1, EUR: 1.1, GBP: 1.3, JPY: 1 / 150 }

/** Points of an amount: large ones add up to 2.2, small sums take some away. */
function scoreAmount(amount: SummaryAmount | null, steps: readonly ScoreOfAmount[]): number {
  if (amount === null) return 0
  const isSum = !steps.some((step) => step.unit === amount.unit)
  const size = isSum ? amount.value * (DOLLARS[amount.unit] ?? 1) : amount.value
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
  const limit = (level: 0 | 1 | 2) => (POINT_BOUNDS[level] ?? 0) - 0.1
  if (amount?.unit !== (isRate ? 'points' : 'percent') || usual === undefined) {
    return { most: isRate ? limit(2) : Infinity, points: 0 }
  }
  const ratio = amount.value / usual
  if (ratio < 0.5) return { most: limit(hasEvent ? 1 : 0), points: 0 }
  if (ratio < 1) return { most: limit(hasEvent ? 2 : 1), points: 0 }
  if (ratio < 3) return { most: limit(2), points: -0.3 }
  return { most: Infinity, points: ratio >= 5 ? 1.2 : 0.4 }
}

/** Whom the news of one company can move: only that of the largest moves markets. */
function limitBySize(named: ScoreFacts['named']): number {
  const sizes = named.flatMap(({ asset }) =>
    asset.type === 'stock' && asset.marketCapUsd !== null ? [asset.marketCapUsd] : [],
  )
  if (sizes.length < named.length || sizes.length === 0) return Infinity
  const largest = Math.max(...sizes)
  return largest < 2e9 ? POINT_BOUNDS[2] - 0.1 : largest < 1e11 ? POINT_BOUNDS[3] - 0.1 : Infinity
}
