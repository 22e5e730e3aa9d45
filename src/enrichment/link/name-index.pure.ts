import type { AssetType, Knowledge, KnownAsset } from '../../catalog/knowledge.pure.ts'
import { finish, type Pieces } from '../../core/pieces.pure.ts'
import { fold, isUnspaced } from '../text/character.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import type { AmbiguousName, LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import { createNameVariants } from './name-variant.pure.ts'

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
  readonly trie: PhraseTrie<KnownName>
  readonly native: ReadonlyMap<string, readonly { readonly name: string; readonly known: KnownName }[]>
}

/** Builds the index of names from listed, press and former names and aliases. */
export function indexNames(knowledge: Knowledge, lexicon: LinkLexicon, common: ReadonlySet<string>): NameIndex {
  return finish(nameIndexInPieces(knowledge, lexicon, common))
}

/** Names indexed in one piece. */
const PIECE = 50

/** The same, piece by piece. */
export function* nameIndexInPieces(
  knowledge: Knowledge,
  lexicon: LinkLexicon,
  common: ReadonlySet<string>,
): Pieces<NameIndex> {
  const trie = new PhraseTrie<KnownName>()
  const native = new Map<string, { name: string; known: KnownName }[]>()
  const variantsOf = createNameVariants(lexicon)
  const ambiguities = new Map(lexicon.ambiguous.map((entry) => [tokenise(entry.name).words.join(' '), entry]))
  const add = (name: string, asset: KnownAsset, kind: NameKind) => {
    if (name === '' || name.startsWith('$')) return
    const known = createKnownName(name, asset, kind)
    if (isUnspaced(name.charCodeAt(0))) {
      const first = name.charAt(0)
      const list = native.get(first) ?? []
      list.push({ name, known })
      native.set(first, list)
      return
    }
    for (const words of variantsOf(name, kind === 'listed' || kind === 'short' || kind === 'former')) {
      const key = words.join(' ')
      const isWhole = key === tokenise(name).words.join(' ')
      const ranked: KnownName = { ...known, kind: isWhole ? kind : kind === 'former' ? 'former' : 'stripped' }
      const needsCapitals = isAbbreviation(name, key)
      const listedAmbiguity = ambiguities.get(key)
      if (words.length === 1 && (words[0]?.length ?? 0) < 2) continue
      // A name shortened to one word may be any word: "Toast", "General".
      const isBare = !isWhole && words.length === 1 && !isSpellingVariant(name, words)
      if (isBare && listedAmbiguity === undefined && (isCommonWord(words) || key.length < (needsCapitals ? 3 : 6)))
        continue
      if (
        isBare &&
        listedAmbiguity !== undefined &&
        listedAmbiguity.ticker !== '' &&
        listedAmbiguity.ticker !== asset.ticker
      )
        continue
      const assumedAmbiguity =
        !known.mayBeLowercase &&
        !needsCapitals &&
        (isCommonWord(words) ? COMMON_WORD_NAME : isBare ? SHORTENED_NAME : null)
      const ambiguity = listedAmbiguity ?? (assumedAmbiguity || null)
      const old = trie.get(words)
      if (old === undefined || outranks(ranked, old)) {
        // "Near" and "Maker" are coins only with a capital.
        const mayBeLowercase = ranked.mayBeLowercase && (asset.type !== 'crypto' || (ambiguity?.need ?? 0) < 2)
        trie.set(words, { ...ranked, ambiguity, needsCapitals, mayBeLowercase })
      }
    }
  }
  const isCommonWord = (words: readonly string[]) => words.length === 1 && common.has(words[0] ?? '')
  const createKnownName = (name: string, asset: KnownAsset, kind: NameKind): KnownName => ({
    asset,
    kind,
    ambiguity: null,
    needsCapitals: false,
    mayBeLowercase:
      LOWERCASE_TYPES.has(asset.type) || (name.length > 3 && name.charAt(0) !== name.charAt(0).toUpperCase()),
  })
  for (const [index, asset] of knowledge.assets.entries()) {
    if (index % PIECE === 0) yield
    for (const name of asset.shortNames) add(name, asset, 'short')
    if (asset.type === 'stock' || asset.type === 'etf' || asset.shortNames.length === 0)
      add(asset.name, asset, 'listed')
    else add(asset.name, asset, 'alias')
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
  for (const phrase of lexicon.notNames) {
    trie.set(tokenise(phrase).words, {
      asset: null,
      kind: 'short',
      ambiguity: null,
      needsCapitals: false,
      mayBeLowercase: true,
    })
  }
  for (const list of native.values()) list.sort((a, b) => b.name.length - a.name.length)
  return { trie, native }
}

/** The ambiguity of a name that is a common word and not in ambiguous-names.csv. */
const COMMON_WORD_NAME: AmbiguousName = { name: '', ticker: '', need: 2, against: [], evidence: [] }

/** The ambiguity of a name shortened to one word. */
const SHORTENED_NAME: AmbiguousName = { name: '', ticker: '', need: 1, against: [], evidence: [] }

function outranks(one: KnownName, other: KnownName): boolean {
  if (one.asset?.id === other.asset?.id) return KIND_RANK[one.kind] > KIND_RANK[other.kind]
  const gap = KIND_RANK[one.kind] - KIND_RANK[other.kind]
  if (gap !== 0) return gap > 0
  return (one.asset?.marketCapUsd ?? 0) > (other.asset?.marketCapUsd ?? 0)
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
