import type { AssetType, Knowledge, KnownAsset } from './knowledge.math.ts'
import type { AmbiguousName, LinkLexicon } from './link-lexicon.math.ts'
import { createNameVariants } from './name-variant.math.ts'
import { PhraseTrie } from './phrase-trie.math.ts'
import { fold, isUnspaced, tokenise } from './token.math.ts'

/** How a name is known, strongest first: it settles which asset a shared name belongs to. */
export type NameKind = 'short' | 'listed' | 'alias' | 'person' | 'former' | 'stripped'

const STRENGTH: Readonly<Record<NameKind, number>> = {
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
  /** Set when the words mean other things too. */
  readonly doubt: AmbiguousName | null
  /** The name counts only in capitals, as short abbreviations do. */
  readonly capitals: boolean
  /** The name may be written small: commodities, currencies, brands that start small. */
  readonly small: boolean
}

const SMALL_TYPES: ReadonlySet<AssetType> = new Set(['commodity', 'forex', 'bond', 'money_market', 'crypto'])

/** All names enrichment knows, ready for matching: spaced ones as a trie, native-script ones by their first letter. */
export interface NameIndex {
  readonly trie: PhraseTrie<KnownName>
  readonly native: ReadonlyMap<string, readonly { readonly name: string; readonly known: KnownName }[]>
}

/** Builds the index of names from listed, press and former names and aliases. */
export function indexNames(knowledge: Knowledge, lexicon: LinkLexicon, common: ReadonlySet<string>): NameIndex {
  const trie = new PhraseTrie<KnownName>()
  const native = new Map<string, { name: string; known: KnownName }[]>()
  const variantsOf = createNameVariants(lexicon)
  const doubts = new Map(lexicon.ambiguous.map((entry) => [tokenise(entry.name).words.join(' '), entry]))
  const add = (name: string, asset: KnownAsset, kind: NameKind) => {
    if (name === '' || name.startsWith('$')) return
    const known = describe(name, asset, kind)
    if (isUnspaced(name.charCodeAt(0))) {
      const first = name.charAt(0)
      const list = native.get(first) ?? []
      list.push({ name, known })
      native.set(first, list)
      return
    }
    for (const words of variantsOf(name, kind === 'listed' || kind === 'short' || kind === 'former')) {
      const key = words.join(' ')
      const whole = key === tokenise(name).words.join(' ')
      const ranked: KnownName = { ...known, kind: whole ? kind : kind === 'former' ? 'former' : 'stripped' }
      const capitals = isAbbreviation(name, key)
      const judged = doubts.get(key)
      if (words.length === 1 && (words[0]?.length ?? 0) < 2) continue
      // What is left of a name without its endings may be any word: "Toast", "General".
      const bare = !whole && words.length === 1 && !isSpelling(name, words)
      if (bare && judged === undefined && (isOrdinary(words) || key.length < (capitals ? 3 : 6))) continue
      if (bare && judged !== undefined && judged.ticker !== '' && judged.ticker !== asset.ticker) continue
      const unsure = !known.small && !capitals && (isOrdinary(words) ? ORDINARY : bare ? UNJUDGED : null)
      const doubt = judged ?? (unsure || null)
      const old = trie.get(words)
      if (old === undefined || beats(ranked, old)) {
        // "Near" and "Maker" are coins only when written large.
        const small = ranked.small && (asset.type !== 'crypto' || (doubt?.need ?? 0) < 2)
        trie.set(words, { ...ranked, doubt, capitals, small })
      }
    }
  }
  const isOrdinary = (words: readonly string[]) => words.length === 1 && common.has(words[0] ?? '')
  const describe = (name: string, asset: KnownAsset, kind: NameKind): KnownName => ({
    asset,
    kind,
    doubt: null,
    capitals: false,
    small: SMALL_TYPES.has(asset.type) || (name.length > 3 && name.charAt(0) !== name.charAt(0).toUpperCase()),
  })
  for (const asset of knowledge.assets) {
    for (const name of asset.shortNames) add(name, asset, 'short')
    if (asset.type === 'stock' || asset.type === 'etf' || asset.shortNames.length === 0)
      add(asset.name, asset, 'listed')
    else add(asset.name, asset, 'alias')
    for (const name of asset.formerNames) add(name, asset, 'former')
  }
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  for (const { alias, assetId, kind } of knowledge.aliases) {
    const asset = byId.get(assetId)
    if (asset !== undefined) add(alias, asset, kind === 'person' ? 'person' : 'alias')
  }
  const byTicker = new Map(knowledge.assets.map((asset) => [asset.ticker, asset]))
  for (const { name, ticker } of lexicon.ambiguous) {
    const asset = byTicker.get(ticker)
    if (asset !== undefined && trie.get(tokenise(name).words) === undefined) add(name, asset, 'short')
  }
  for (const { name, ticker } of lexicon.nativeNames) {
    const asset = byTicker.get(ticker)
    if (asset !== undefined) add(name, asset, 'short')
  }
  for (const phrase of lexicon.notNames) {
    trie.set(tokenise(phrase).words, { asset: null, kind: 'short', doubt: null, capitals: false, small: true })
  }
  for (const list of native.values()) list.sort((a, b) => b.name.length - a.name.length)
  return { trie, native }
}

/** A name that is an ordinary word and that no expert has judged yet: capitals and evidence decide. */
const ORDINARY: AmbiguousName = { name: '', ticker: '', need: 2, against: [], evidence: [] }

/** What is left of a longer name: right when nothing speaks against it and something for it. */
const UNJUDGED: AmbiguousName = { name: '', ticker: '', need: 1, against: [], evidence: [] }

function beats(one: KnownName, other: KnownName): boolean {
  if (one.asset?.id === other.asset?.id) return STRENGTH[one.kind] > STRENGTH[other.kind]
  const gap = STRENGTH[one.kind] - STRENGTH[other.kind]
  if (gap !== 0) return gap > 0
  return (one.asset?.marketCapUsd ?? 0) > (other.asset?.marketCapUsd ?? 0)
}

/** The same word only spelt otherwise: "Kohls" for "Kohl's". */
function isSpelling(name: string, words: readonly string[]): boolean {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '') === words.join('')
}

/** "UBS" or "BP" as opposed to "Ford": written in capitals, or with digits, and short. */
function isAbbreviation(name: string, key: string): boolean {
  const written = name.split(/[\s.,]+/).find((part) => fold(part) === key) ?? name
  return written === written.toUpperCase() && /^[\p{Lu}\d&.' -]+$/u.test(written) && key.length <= 3
}
