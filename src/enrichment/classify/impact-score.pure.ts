import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
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

/** What counts for the score besides the words. */
export interface ScoreFacts {
  readonly types: readonly WeightedNewsType[]
  /** Assets the article names, with the verdict on each. */
  readonly named: readonly { readonly asset: KnownAsset; readonly verdict: Verdict }[]
  /** More than one company is moved: a rate decision, a tariff, an oil shock. */
  readonly isSystemic: boolean
  /** Points of the event that the story tells. */
  readonly eventPoints: number
}

/** Upper bounds of scores 1 to 4 in points; calibrated so that 4 and 5 are under 15 % of a general feed. */
const POINT_BOUNDS = [1, 2.6, 5.3, 6.9] as const

/** Prepares phrases and points. The returned function takes title, body and facts, and gives the newsworthiness 1 (low signal) .. 5 (market-moving). */
export function createImpactScorer(
  phrases: readonly ScorePhrase[],
  byType: readonly ScoreOfType[],
): (title: TokenisedText, body: TokenisedText | null, facts: ScoreFacts) => 1 | 2 | 3 | 4 | 5 {
  const trie = new PhraseTrie<number>()
  for (const { phrase, points } of phrases) trie.add(phrase, () => points)
  const typePoints = new Map(byType.map((entry) => [entry.type, entry.points]))

  return (title, body, { types, named, isSystemic, eventPoints }) => {
    let points = eventPoints
    let best = 0
    for (const { type } of types) best = Math.max(best, typePoints.get(type) ?? 0)
    points += best
    let words = 0
    for (const hit of trie.findAll(title.words, title.breaks)) words += hit.value
    points += Math.max(-3, Math.min(3.2, words))
    if (body !== null) {
      let extra = 0
      for (const hit of trie.findAll(body.words.slice(0, 80), body.breaks)) extra += hit.value
      points += Math.max(-1, Math.min(1, extra * 0.3))
    }
    points += scoreSize(named) + scoreStrength(named) + scoreFigures(title.text)
    if (isSystemic) points += 0.8
    if (named.length === 0 && !isSystemic && eventPoints === 0) points -= 0.8
    if (title.text.trimEnd().endsWith('?')) points -= 1.5
    const level = POINT_BOUNDS.findIndex((bound) => points < bound)
    return level === 0 ? 1 : level === 1 ? 2 : level === 2 ? 3 : level === 3 ? 4 : 5
  }
}

/** Larger companies move markets: 0 below 10 billion dollars, 1.4 from 2 trillion on. */
function scoreSize(named: ScoreFacts['named']): number {
  let largest = 0
  for (const { asset } of named) {
    const isCompany = asset.type === 'stock' || asset.type === 'etf'
    largest = Math.max(largest, isCompany ? (asset.marketCapUsd ?? 0) : 1.5e11)
  }
  return largest < 1e10 ? 0 : Math.min(1.4, 0.2 + Math.log10(largest / 1e10) * 0.55)
}

function scoreStrength(named: ScoreFacts['named']): number {
  let strongest = 0
  for (const { verdict } of named) strongest = Math.max(strongest, Math.abs(verdict.score))
  return strongest * 0.9
}

const PERCENT = /(\d+(?:\.\d+)?)\s?(?:%|percent|per cent|pct)/gi
const MONEY = /(?:[$\u00a3\u20ac\u00a5]|\b(?:usd|eur)\s?)(\d+(?:\.\d+)?)\s?-?(trillion|tn|trn|billion|bn|bln|b)\b/gi

/** Large moves and large sums: up to 1.6 points. */
function scoreFigures(text: string): number {
  if (!/\d/.test(text)) return 0
  let points = 0
  for (const match of text.matchAll(PERCENT)) {
    const size = Number(match[1])
    points = Math.max(points, size >= 20 ? 1 : size >= 10 ? 0.7 : size >= 5 ? 0.35 : 0)
  }
  for (const match of text.matchAll(MONEY)) {
    const billions = Number(match[1]) * (match[2]?.toLowerCase().startsWith('t') ? 1000 : 1)
    points = Math.max(points, billions >= 50 ? 1.6 : billions >= 10 ? 1.2 : billions >= 2 ? 0.7 : 0.3)
  }
  return points
}
