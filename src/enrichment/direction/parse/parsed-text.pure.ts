import type { PhraseTrie } from '../../text/phrase-trie.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'
import { ASSET_KIND_BY_TYPE, type AssetKind, type DirectionLexicon } from '../../vocabulary/direction-lexicon.pure.ts'
import type { Mention } from '../../vocabulary/verdict.pure.ts'
import { compileEntries, type LexiconEntry } from '../lexicon/compile.pure.ts'
import { findAmountEnd } from './amount.pure.ts'
import { type Clause, splitClauses } from './clause.pure.ts'
import { findOtherNames } from './other-names.pure.ts'
import { type Tokens, tokeniseWithNumbers } from './token.pure.ts'

/** A name in the text: tokens `from` (included) to `to` (excluded). */
export interface NameSpan {
  /** Null for a name that is not asked about but may be subject or object. */
  readonly key: string | null
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

/** A text in tokens, names, lexicon hits and clauses, all in order. */
export interface ParsedText {
  readonly tokens: Tokens
  readonly names: readonly NameSpan[]
  /** The name at every token that has one. */
  readonly nameAt: readonly (NameSpan | undefined)[]
  readonly hits: readonly LexiconHit[]
  readonly clauses: readonly Clause[]
  /** The clause of every token. */
  readonly clauseAt: readonly Clause[]
}

/** Takes a text with the mentions whose direction is asked for, and gives its tokens, names, lexicon hits and clauses. */
type TextParser = (text: string, mentions: readonly Omit<Mention, 'field'>[]) => ParsedText

/** Compiles the lexicon; mentions that cover no token are left out. */
export function createParser(lexicon: DirectionLexicon): TextParser {
  const entries = compileEntries(lexicon)
  const assetKinds = new Map(lexicon.assets.map(({ term, kind }) => [term, kind]))
  return (text, mentions) => {
    const tokens = tokeniseWithNumbers(text)
    const targets = mentions.flatMap(({ key, start, end, assetType }): NameSpan[] => {
      const from = tokens.ends.findIndex((each) => each > start)
      let to = from
      while ((tokens.starts[to] ?? end) < end) to++
      if (to === from) return []
      const kind = assetType && ASSET_KIND_BY_TYPE[assetType]
      return [{ key, from, to, assetKind: kind ?? assetKinds.get(tokens.words.slice(from, to).join(' ')) ?? null }]
    })
    return parseTokens(tokens, targets, entries)
  }
}

function parseTokens(tokens: Tokens, targets: NameSpan[], lexicon: PhraseTrie<LexiconEntry>): ParsedText {
  const names: NameSpan[] = []
  for (const target of targets.sort((a, b) => a.from - b.from || b.to - a.to)) {
    if (target.from >= (names.at(-1)?.to ?? 0)) names.push(target)
  }
  const nameAt: (NameSpan | undefined)[] = []
  const place = (name: NameSpan) => {
    for (let i = name.from; i < name.to; i++) nameAt[i] = name
  }
  names.forEach(place)
  // Phrases take precedence over names that are not asked about: "added to Pentagon list".
  const hits = findHits(tokens, nameAt, lexicon)
  const others = findOtherNames(tokens, nameAt, lexicon, hits)
  others.forEach(place)
  names.push(...others)
  names.sort((a, b) => a.from - b.from)
  return { tokens, names, nameAt, hits, ...splitClauses(tokens, nameAt, hits) }
}

/** Words after "to" that begin an amount or a level, and no verb. */
const AMOUNT_WORDS = wordSet(
  'a an its the their below above around about near under just almost nearly lowest highest record less more',
)

/** "Declines to $200" is a fall, "declines to comment" a refusal: true for a modifier that ends in "to" before an amount. */
function isBeforeAmount({ words, kinds }: Tokens, at: number, entry: LexiconEntry): boolean {
  const next = words[at + 1] ?? ''
  return (
    entry.modifier !== null &&
    words[at] === 'to' &&
    (kinds[at + 1] === 'number' || AMOUNT_WORDS.has(next) || /^[a-z]+-(?:day|week|month|year)$/.test(next))
  )
}

/** Longest lexicon phrases, left to right; a phrase skips an amount inside it ("buys $2 billion stake"), but never goes into a name or over punctuation. */
function findHits(
  tokens: Tokens,
  nameAt: readonly (NameSpan | undefined)[],
  lexicon: PhraseTrie<LexiconEntry>,
): LexiconHit[] {
  const hits: LexiconHit[] = []
  const { words, kinds } = tokens
  for (let at = 0; at < words.length; at++) {
    let node = lexicon.root
    let best: LexiconHit | null = null
    for (let i = at; i < words.length && nameAt[i] === undefined && kinds[i] !== 'mark'; i++) {
      let step = lexicon.follow(node, words[i])
      const deal = i === at + 1 ? findDeal(words, at) : null
      const end = deal ?? (step === undefined && i > at ? findAmountEnd(tokens, i) : null)
      if (end !== null && nameAt[end] === undefined) {
        step = lexicon.follow(node, deal === null ? words[end] : 'deal')
        i = end
      }
      if (step === undefined) break
      node = step
      if (node.value !== undefined && !isBeforeAmount(tokens, i, node.value))
        best = { entry: node.value, from: at, to: i + 1 }
    }
    if (best === null) continue
    hits.push(best)
    at = best.to - 1
  }
  return hits
}

/** The deal that is struck, whatever it is about: "strikes nuclear power pact". */
function findDeal(words: readonly string[], at: number): number | null {
  if (words[at]?.startsWith('str') !== true) return null
  const told = STRUCK_DEAL.exec(words.slice(at, at + 7).join(' '))?.[1]
  return told === undefined ? null : at + told.split(' ').length
}

const STRUCK_DEAL =
  /^(str(?:ikes?|iking|uck)(?: (?!(?:as|after|over|in|with|for|on|at|and|ends?|threaten|loom|hit|halt|before|until|off|down)(?: |$))[^ ]+){0,4}) (?:deal|pact|agreement|accord|partnership|alliance|tie-up)(?: |$)/
