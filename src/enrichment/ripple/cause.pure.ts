import type { AssetType } from '../../catalog/knowledge.pure.ts'
import type { NewsType } from '../classify/news-type.pure.ts'
import { wordList } from '../text/word-set.pure.ts'
import type { Aspect, Verdict } from '../vocabulary/verdict.pure.ts'

/** What can happen to an asset, as far as it matters for those around it. */
export const CAUSES = [
  // To what is priced in the market itself.
  ...wordList('price'),
  // To a company, without anything that passes to those it deals with.
  ...wordList('share_price rating executive stake takeover legal breach permit payout one_off funding alliance other'),
  // To its business.
  ...wordList(
    'insolvency fault trial approval rules trade_curb aid contract outage halt late waiting price_change costs',
  ),
  ...wordList('share_shift launch progress capacity outlook users orders results'),
]
export type Cause = (typeof CAUSES)[number]

/** Stands in signs, and in the headlines they are looked for in, for the company that is asked about. */
export const OWN_NAME = 'OWNNAME'

/** A cause in words, of the asset it happens to: "sells more". */
export interface CausePhrase {
  readonly cause: Cause
  readonly good: string
  readonly bad: string
}

/** How a headline shows a cause: all that is given has to fit. */
interface CauseSign {
  readonly cause: Cause
  readonly newsTypes: readonly NewsType[]
  readonly aspects: readonly Aspect[]
  /** Words or phrases, `*` for any ending. */
  readonly words: readonly string[]
}

/** Tables of causes: prisma/reference/ripple. */
export interface CauseTables {
  readonly phrases: readonly CausePhrase[]
  readonly signs: readonly CauseSign[]
}

/** Takes a headline, its news types, the type of an asset and the verdict on it, and gives what happened to it. */
type CauseReader = (title: string, types: readonly NewsType[], assetType: AssetType, verdict: Verdict) => Cause

/** What moves the price of a commodity, coin or currency when it happens to it, besides a move of the price itself. */
const PRICE_CAUSES: ReadonlySet<Cause> = new Set(['orders', 'halt', 'trade_curb', 'price_change', 'costs'])

/** Prepares the signs; the returned function gives the first cause whose signs are there. */
export function createCauseReader(signs: readonly CauseSign[]): CauseReader {
  const tests = signs.map((sign) => ({ ...sign, pattern: compileWords(sign.words) }))
  const begun = tests.flatMap((test) => test.words.map((word) => ({ test, beginning: beginningsOf(word)[0] })))
  const byBeginning = Map.groupBy(begun, ({ beginning }) => beginning)
  const findCause = (title: string, types: readonly NewsType[], aspect: Aspect, isMove: boolean): Cause | undefined => {
    const possible = new Set<(typeof tests)[number]>()
    for (const one of beginningsOf(title)) for (const { test } of byBeginning.get(one) ?? []) possible.add(test)
    return tests.find((test) => {
      const { cause, newsTypes, aspects, pattern } = test
      return (
        possible.has(test) &&
        // Words of the stock exchange may be about another company.
        (cause !== 'share_price' || isMove) &&
        (newsTypes.length === 0 || newsTypes.some((one) => types.includes(one))) &&
        (aspects.length === 0 || aspects.includes(aspect)) &&
        pattern.test(title)
      )
    })?.cause
  }
  return (title, types, assetType, { isPriceMove, aspect }) => {
    const isMove = isPriceMove === true
    if (assetType !== 'stock' && isMove) return 'price'
    const found = findCause(title, types, aspect, isMove) ?? (isMove ? 'share_price' : 'other')
    if (assetType === 'stock') return found
    return found === 'other' || PRICE_CAUSES.has(found) ? 'price' : 'other'
  }
}

/** The first three letters of every word: a pattern is tried only where a word begins as one of its own; no stem is shorter. */
function beginningsOf(text: string): readonly string[] {
  return text.match(/\w+/g)?.map((word) => word.slice(0, 3).toLowerCase()) ?? []
}

/** One pattern for all words: `*` is any ending, ` ... ` some words between. */
function compileWords(words: readonly string[]): RegExp {
  const parts = words.map((word) =>
    word
      .split(' ... ')
      .map((part) => part.replaceAll('.', '\\.').replaceAll('*', '\\w*').replaceAll(' ', '[\\s-]+'))
      .join('\\b.{1,60}?\\b'),
  )
  return new RegExp(`\\b(?:${parts.join('|')})\\b`, 'i')
}
