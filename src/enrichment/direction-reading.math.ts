import { type Clause, clausesOf, isLink } from './clause.math.ts'
import type { PhraseNode } from './direction-compile.math.ts'
import { isPreposition } from './direction-grammar.math.ts'
import type { AssetKind, Entry } from './direction-lexicon.math.ts'
import { sumEnd } from './direction-sum.math.ts'
import { type Tokens, tokensOf } from './direction-token.math.ts'

/** A name in the text: tokens `from` (included) to `to` (excluded). */
export interface NameSpan {
  /** Index into the caller's keys; -1 for a name nobody asked about, which still takes its part in the sentence. */
  readonly key: number
  readonly from: number
  readonly to: number
  readonly asset: AssetKind | null
}

/** A lexicon entry found at tokens `from` (included) to `to` (excluded). */
export interface Hit {
  readonly entry: Entry
  readonly from: number
  readonly to: number
}

/** One text as the judge sees it. */
export interface Reading {
  readonly tokens: Tokens
  readonly names: readonly NameSpan[]
  /** Index into `names` for every token, or -1. */
  readonly nameAt: readonly number[]
  readonly hits: readonly Hit[]
  readonly clauses: readonly Clause[]
  readonly clauseAt: readonly number[]
}

/** A place to judge, in UTF-16 offsets. */
export interface Place {
  readonly key: number
  readonly start: number
  readonly end: number
  /** Asset kind where the caller knows it; else the lexicon's. */
  readonly asset?: AssetKind | null | undefined
}

/** Reads one text: tokens, names, lexicon hits, clauses. Places that cover no token are ignored. */
export function read(
  text: string,
  places: readonly Place[],
  lexicon: PhraseNode<Entry>,
  assets: ReadonlyMap<string, AssetKind>,
): Reading {
  const tokens = tokensOf(text)
  const nameAt: number[] = new Array(tokens.words.length).fill(-1)
  const spans: NameSpan[] = []
  for (const place of places) {
    const from = firstTokenAt(tokens, place.start)
    let to = from
    while (to < tokens.words.length && (tokens.starts[to] ?? 0) < place.end) to++
    if (to > from) {
      const asset = place.asset ?? assets.get(tokens.words.slice(from, to).join(' ')) ?? null
      spans.push({ key: place.key, from, to, asset })
    }
  }
  const asked = withoutOverlaps(spans)
  asked.forEach((name, index) => {
    nameAt.fill(index, name.from, name.to)
  })
  // Phrases come before names nobody asked about: "added to Pentagon list".
  const hits = findHits(tokens, nameAt, lexicon)
  const names = asked.concat(foreignNames(tokens, spans, lexicon, hits))
  names.sort((a, b) => a.from - b.from)
  names.forEach((name, index) => {
    nameAt.fill(index, name.from, name.to)
  })
  const { clauses, clauseAt } = clausesOf(tokens, nameAt, hits)
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

function withoutOverlaps(spans: readonly NameSpan[]): NameSpan[] {
  const kept: NameSpan[] = []
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1)
    if (last === undefined || span.from >= last.to) kept.push(span)
  }
  return kept
}

const ROLE_WORDS = new Set(
  'ceo cfo coo cto chairman president director chief boss head founder update exclusive breaking brief monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december uk us eu u.k. u.s. china india japan america europe asia britain germany france spain italy q1 q2 q3 q4 fy h1 h2 ipo gdp ai ev 5g i the a an asian american european african british german french italian spanish dutch swiss chinese japanese korean taiwanese thai indian russian saudi canadian mexican brazilian australian israeli iranian turkish analysts eur usd gbp inr sek nok dkk jpy cny chf rs mn bn mln crore pct shares stock stocks market report why how what is are should can will here this these'.split(
    ' ',
  ),
)

/** In ordinary sentence case a capital inside the sentence marks a name; it may take a verb that is not ours. */
function foreignNames(
  tokens: Tokens,
  spans: readonly NameSpan[],
  lexicon: PhraseNode<Entry>,
  hits: readonly Hit[],
): NameSpan[] {
  const found: NameSpan[] = []
  const { words, kinds, capitals } = tokens
  let long = 0
  let capital = 0
  for (let i = 1; i < words.length; i++) {
    if (kinds[i] !== 'word' || (words[i]?.length ?? 0) < 4) continue
    if (spans.some((span) => i >= span.from && i < span.to)) continue
    long++
    if (capitals[i] === true) capital++
  }
  if (long === 0 || capital > long * 0.5) return found
  let at = 0
  while (at < words.length) {
    if (!isForeign(at)) {
      at++
      continue
    }
    const from = at
    while (at < words.length && isForeign(at)) at++
    found.push({ key: -1, from, to: at, asset: null })
  }
  return found

  function isForeign(i: number): boolean {
    const word = words[i] ?? ''
    if (kinds[i] !== 'word' || capitals[i] !== true || ROLE_WORDS.has(word) || isLink(word) || isPreposition(word))
      return false
    if ([...spans, ...hits].some((span) => i >= span.from && i < span.to)) return false
    const sentenceStart = i === 0 || kinds[i - 1] === 'mark'
    const known = lexicon.next?.get(word)
    return !(sentenceStart && known !== undefined) && known?.value == null
  }
}

/** Longest lexicon phrases, left to right; a phrase steps over a sum or size, never into a name or over a mark. */
function findHits(tokens: Tokens, nameAt: readonly number[], lexicon: PhraseNode<Entry>): Hit[] {
  const hits: Hit[] = []
  const { words, kinds } = tokens
  let at = 0
  while (at < words.length) {
    let node: PhraseNode<Entry> | undefined = lexicon
    let best: Hit | null = null
    for (let i = at; i < words.length && nameAt[i] === -1 && kinds[i] !== 'mark'; i++) {
      let step: PhraseNode<Entry> | undefined = node.next?.get(words[i] ?? '')
      const past: number | null = step === undefined && i > at ? sumEnd(tokens, i) : null
      if (past !== null && nameAt[past] === -1) {
        step = node.next?.get(words[past] ?? '')
        i = past
      }
      node = step
      if (node === undefined) break
      if (node.value !== null) best = { entry: node.value, from: at, to: i + 1 }
    }
    if (best === null) at++
    else {
      hits.push(best)
      at = best.to
    }
  }
  return hits
}
