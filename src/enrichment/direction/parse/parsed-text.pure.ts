import { wordSet } from '../../text/word-set.pure.ts'
import type { AssetKind } from '../../vocabulary/direction-lexicon.pure.ts'
import type { PhraseNode } from '../lexicon/compile.pure.ts'
import type { LexiconEntry } from '../lexicon/entry.pure.ts'
import { findAmountEnd } from './amount.pure.ts'
import { type Clause, splitClauses } from './clause.pure.ts'
import { findOtherNames } from './other-names.pure.ts'
import { type Tokens, tokeniseWithNumbers } from './token.pure.ts'

/** A name in the text: tokens `from` (included) to `to` (excluded). */
export interface NameSpan {
  /** Index into the caller's keys; -1 for a name that is not asked about but may be subject or object. */
  readonly key: number
  readonly from: number
  readonly to: number
  readonly assetKind: AssetKind | null
}

/** A lexicon entry found at tokens `from` (included) to `to` (excluded). */
export interface LexiconHit {
  readonly entry: LexiconEntry
  readonly from: number
  readonly to: number
}

/** A text in tokens, names, lexicon hits and clauses. */
export interface ParsedText {
  readonly tokens: Tokens
  readonly names: readonly NameSpan[]
  /** Index into `names` for every token, or -1. */
  readonly nameAt: readonly number[]
  readonly hits: readonly LexiconHit[]
  readonly clauses: readonly Clause[]
  /** Index into `clauses` for every token. */
  readonly clauseAt: readonly number[]
}

/** A mention whose direction is asked for, in UTF-16 offsets. */
export interface TargetSpan {
  readonly key: number
  readonly start: number
  readonly end: number
  /** Asset kind where the caller knows it; else the lexicon's. */
  readonly assetKind?: AssetKind | null | undefined
}

/** Takes a text with the mentions asked about and gives its tokens, names, lexicon hits and clauses. Mentions that cover no token are left out. */
export function parseText(
  text: string,
  targetSpans: readonly TargetSpan[],
  lexicon: PhraseNode<LexiconEntry>,
  assetKinds: ReadonlyMap<string, AssetKind>,
): ParsedText {
  const tokens = tokeniseWithNumbers(text)
  const nameAt: number[] = new Array(tokens.words.length).fill(-1)
  const spans: NameSpan[] = []
  for (const target of targetSpans) {
    const from = firstTokenAt(tokens, target.start)
    let to = from
    while (to < tokens.words.length && (tokens.starts[to] ?? 0) < target.end) to++
    if (to > from) {
      const assetKind = target.assetKind ?? assetKinds.get(tokens.words.slice(from, to).join(' ')) ?? null
      spans.push({ key: target.key, from, to, assetKind })
    }
  }
  const targets = dropOverlaps(spans)
  targets.forEach((name, index) => {
    nameAt.fill(index, name.from, name.to)
  })
  // Phrases take precedence over names that are not asked about: "added to Pentagon list".
  const hits = findHits(tokens, nameAt, lexicon)
  const names = targets.concat(findOtherNames(tokens, spans, lexicon, hits))
  names.sort((a, b) => a.from - b.from)
  names.forEach((name, index) => {
    nameAt.fill(index, name.from, name.to)
  })
  const { clauses, clauseAt } = splitClauses(tokens, nameAt, hits)
  return { tokens, names, nameAt, hits, clauses, clauseAt }
}

function firstTokenAt(tokens: Tokens, offset: number): number {
  let low = 0
  let high = tokens.words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens.ends[middle] ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

function dropOverlaps(spans: readonly NameSpan[]): NameSpan[] {
  const kept: NameSpan[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1)
    if (last === undefined || span.from >= last.to) kept.push(span)
  }
  return kept
}

/** Words after "to" that begin an amount or a level, and no verb. */
const AMOUNT_WORDS = wordSet(
  'a an its the their below above around about near under just almost nearly lowest highest record less more',
)

/** "Declines to $200" is a fall, "declines to comment" a refusal: true for a modifier that ends in "to" before an amount. */
function isBeforeAmount({ words, kinds }: Tokens, at: number, entry: LexiconEntry): boolean {
  if (entry.modifier === null || entry.words < 2 || words[at] !== 'to') return false
  return (
    kinds[at + 1] === 'number' ||
    AMOUNT_WORDS.has(words[at + 1] ?? '') ||
    /^[a-z]+-(?:day|week|month|year)$/.test(words[at + 1] ?? '')
  )
}

/** Longest lexicon phrases, left to right; a phrase skips an amount inside it ("buys $2 billion stake"), but never goes into a name or over punctuation. */
function findHits(tokens: Tokens, nameAt: readonly number[], lexicon: PhraseNode<LexiconEntry>): LexiconHit[] {
  const hits: LexiconHit[] = []
  const { words, kinds } = tokens
  let at = 0
  while (at < words.length) {
    let node: PhraseNode<LexiconEntry> | undefined = lexicon
    let best: LexiconHit | null = null
    for (let i = at; i < words.length && nameAt[i] === -1 && kinds[i] !== 'mark'; i++) {
      let step: PhraseNode<LexiconEntry> | undefined = node.next?.get(words[i] ?? '')
      const amountEnd: number | null = step === undefined && i > at ? findAmountEnd(tokens, i) : null
      if (amountEnd !== null && nameAt[amountEnd] === -1) {
        step = node.next?.get(words[amountEnd] ?? '')
        i = amountEnd
      }
      node = step
      if (node === undefined) break
      if (node.value !== null && !isBeforeAmount(tokens, i, node.value))
        best = { entry: node.value, from: at, to: i + 1 }
    }
    if (best === null) at++
    else {
      hits.push(best)
      at = best.to
    }
  }
  return hits
}
