import type { AssetType, Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Pieces } from '../../core/pieces.pure.ts'
import { fold, isUnspaced } from '../text/character.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import type { AmbiguousName, LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { commonWordsInPieces } from './common-word.pure.ts'

/** Kind of a name, strongest first: it decides which asset a shared name means. */
export type NameKind = 'short' | 'listed' | 'alias' | 'person' | 'former' | 'stripped'

const KIND_RANK: Readonly<Record<NameKind, number>> = {
  short: 6,
  listed: 5,
  alias: 4,
  person: 4,
  former: 3,
  stripped: 2,
}

/** One name in the trie. `asset` is null for phrases that look like a name and are none. */
export interface KnownName {
  readonly asset: KnownAsset | null
  readonly kind: NameKind
  /** What disambiguates the name when its words mean other things too; null when they do not. */
  readonly ambiguity: AmbiguousName | null
  /** True for names that count only in capitals: short abbreviations. */
  readonly needsCapitals: boolean
  /** True for names that may be in lower case: commodities, currencies, brands that begin so. */
  readonly mayBeLowercase: boolean
}

const LOWERCASE_TYPES: ReadonlySet<AssetType> = new Set(['commodity', 'forex', 'bond', 'money_market', 'crypto'])

/** Index of all known names: those of scripts with spaces in a trie, those of scripts without by first character. */
export interface NameIndex {
  /** Words that are no names. */
  readonly common: ReadonlySet<string>
  readonly trie: PhraseTrie<KnownName>
  readonly native: ReadonlyMap<string, readonly { readonly name: string; readonly known: KnownName }[]>
}

/** Names indexed in one piece. */
const PIECE = 50

/** Builds the index of names from listed, press and former names and aliases, piece by piece. */
export function* nameIndexInPieces(knowledge: Knowledge, lexicon: LinkLexicon): Pieces<NameIndex> {
  const common = yield* commonWordsInPieces(knowledge, lexicon.commonWords)
  const trie = new PhraseTrie<KnownName>()
  const native = new Map<string, { name: string; known: KnownName }[]>()
  const variantsOf = createNameVariants(lexicon)
  const ambiguities = new Map(lexicon.ambiguous.map((entry) => [tokenise(entry.name).words.join(' '), entry]))
  const add = (name: string, asset: KnownAsset, kind: NameKind) => {
    if (name === '' || name.startsWith('$')) return
    const startsLower = name.length > 3 && name.charAt(0) !== name.charAt(0).toUpperCase()
    const mayBeLowercase = LOWERCASE_TYPES.has(asset.type) || startsLower
    if (isUnspaced(name.charCodeAt(0))) {
      const known = { asset, kind, ambiguity: null, needsCapitals: false, mayBeLowercase }
      const first = name.charAt(0)
      native.set(first, [...(native.get(first) ?? []), { name, known }])
      return
    }
    const whole = tokenise(name).words.join(' ')
    for (const words of variantsOf(name, kind === 'listed' || kind === 'short' || kind === 'former')) {
      const key = words.join(' ')
      if (key.length < 2) continue
      const isWhole = key === whole
      const needsCapitals = isAbbreviation(name, key)
      const listed = ambiguities.get(key)
      // A name shortened to one word may be any word: "Toast", "General".
      const isBare = !isWhole && words.length === 1 && !isSpellingVariant(name, words)
      const isAnyWord = isCommonWord(words) || key.length < (needsCapitals ? 3 : 6)
      const isOfOther = listed !== undefined && listed.ticker !== '' && listed.ticker !== asset.ticker
      if (isBare && (listed === undefined ? isAnyWord : isOfOther)) continue
      const assumed = isCommonWord(words) ? COMMON_WORD_NAME : isBare ? SHORTENED_NAME : null
      const ambiguity = listed ?? (mayBeLowercase || needsCapitals ? null : assumed)
      const known: KnownName = {
        asset,
        kind: isWhole || kind === 'former' ? kind : 'stripped',
        ambiguity,
        needsCapitals,
        // "Near" and "Maker" are coins only with a capital.
        mayBeLowercase: mayBeLowercase && (asset.type !== 'crypto' || (ambiguity?.need ?? 0) < 2),
      }
      const old = trie.get(words)
      if (old === undefined || outranks(known, old)) trie.set(words, known)
    }
  }
  const isCommonWord = (words: readonly string[]) => words.length === 1 && common.has(words[0] ?? '')
  for (const [index, asset] of knowledge.assets.entries()) {
    if (index % PIECE === 0) yield
    for (const name of asset.shortNames) add(name, asset, 'short')
    const isListed = asset.type === 'stock' || asset.type === 'etf' || asset.shortNames.length === 0
    add(asset.name, asset, isListed ? 'listed' : 'alias')
    for (const name of asset.formerNames) add(name, asset, 'former')
  }
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  for (const [index, { alias, assetId, kind }] of knowledge.aliases.entries()) {
    if (index % PIECE === 0) yield
    const asset = byId.get(assetId)
    if (asset !== undefined) add(alias, asset, kind === 'person' ? 'person' : 'alias')
  }
  const byTicker = new Map(knowledge.assets.map((asset) => [asset.ticker, asset]))
  yield
  for (const { name, ticker } of lexicon.ambiguous) {
    const asset = byTicker.get(ticker)
    if (asset !== undefined && trie.get(tokenise(name).words) === undefined) add(name, asset, 'short')
  }
  for (const { name, ticker } of lexicon.nativeNames) {
    const asset = byTicker.get(ticker)
    if (asset !== undefined) add(name, asset, 'short')
  }
  for (const phrase of lexicon.notNames) trie.set(tokenise(phrase).words, NO_NAME)
  for (const list of native.values()) list.sort((a, b) => b.name.length - a.name.length)
  return { common, trie, native }
}

const NO_NAME: KnownName = { asset: null, kind: 'short', ambiguity: null, needsCapitals: false, mayBeLowercase: true }

/** The ambiguity of a name that is a common word and not in ambiguous-names.csv, and of one shortened to one word. */
const COMMON_WORD_NAME: AmbiguousName = { name: '', ticker: '', need: 2, against: [], evidence: [] }
const SHORTENED_NAME: AmbiguousName = { ...COMMON_WORD_NAME, need: 1 }

function outranks(one: KnownName, other: KnownName): boolean {
  const gap = KIND_RANK[one.kind] - KIND_RANK[other.kind]
  return gap > 0 || (gap === 0 && (one.asset?.marketCapUsd ?? 0) > (other.asset?.marketCapUsd ?? 0))
}

/** True for a spelling variant of the same word: "Kohls" for "Kohl's". */
function isSpellingVariant(name: string, words: readonly string[]): boolean {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '') === words.join('')
}

/** True for a short name in capitals or digits, "UBS" or "BP" but not "Ford". */
function isAbbreviation(name: string, key: string): boolean {
  const written = name.split(/[\s.,]+/).find((part) => fold(part) === key) ?? name
  return written === written.toUpperCase() && /^[\p{Lu}\d&.' -]+$/u.test(written) && key.length <= 3
}

/** Prepares name variants: the returned function takes a name and gives every sequence of words by which a text may write it. */
function createNameVariants(lexicon: LinkLexicon): (name: string, legal: boolean) => string[][] {
  const always = readSuffixes(lexicon, 'always')
  const maybe = readSuffixes(lexicon, 'maybe')
  return (name, legal) => {
    const words = [...tokenise(name.replace(/\s*\([^)]*\)/g, '')).words]
    if (words.length === 0) return []
    const variants = new Map<string, string[]>()
    const keep = (...found: readonly string[][]) => {
      for (const variant of found) if (variant.length > 0) variants.set(variant.join(' '), variant)
    }
    keep(words, ...findSpellings(words))
    let rest: string[] | null = legal ? withoutArticle(words) : null
    if (rest !== null) keep(rest)
    while (rest !== null) {
      rest = stripSuffix(rest, always) ?? stripSuffix(rest, maybe)
      if (rest !== null) keep(rest, ...findSpellings(rest))
    }
    return [...variants.values()]
  }
}

function readSuffixes(lexicon: LinkLexicon, kind: 'always' | 'maybe'): readonly (readonly string[])[] {
  return lexicon.legalSuffixes
    .filter((entry) => entry.kind === kind)
    .map((entry) => tokenise(entry.suffix).words)
    .sort((a, b) => b.length - a.length)
}

function stripSuffix(words: readonly string[], suffixes: readonly (readonly string[])[]): string[] | null {
  for (const suffix of suffixes) {
    const rest = words.length - suffix.length
    if (rest > 0 && suffix.every((word, i) => words[rest + i] === word)) {
      const kept = words.slice(0, rest)
      return kept.at(-1) === '&' ? kept.slice(0, -1) : kept
    }
  }
  return null
}

function withoutArticle(words: readonly string[]): string[] {
  return words[0] === 'the' && words.length > 1 ? words.slice(1) : [...words]
}

/** Spelling variants: initials joined, possessive without apostrophe. */
function findSpellings(words: readonly string[]): string[][] {
  const found: string[][] = []
  if (words.at(-1) === "'s" && words.length > 1) {
    const stem = words.slice(0, -1)
    found.push([...stem.slice(0, -1), `${stem.at(-1) ?? ''}s`])
  }
  // "J P Morgan" is also written "JP Morgan".
  if (words.length > 2 && words[0]?.length === 1 && words[1]?.length === 1 && words[1] !== '&') {
    found.push([`${words[0]}${words[1]}`, ...words.slice(2)])
  }
  return found
}
