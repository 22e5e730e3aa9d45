import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { fold } from '../text/character.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import type { ArticleText, Mention } from '../vocabulary/verdict.pure.ts'
import type { LinkedText } from './entity-link.pure.ts'
import type { NameIndex } from './name-index.pure.ts'

/** An entity name given by the caller, its mention and the asset it is linked to, if any. */
export interface GivenName {
  readonly name: string
  readonly assetId: number | null
  readonly mention: Mention
}

/** A bare symbol shorter than this needs evidence: "ON", "IT". */
const SYMBOL_LENGTH_MIN = 3

/**
 * Prepares the search for given names: the returned function finds each in the article, ignoring case; one not found gets an empty span,
 * which stands for the whole headline. To be given is no evidence of what is meant: a name that stands in the text means what it would
 * mean without being given, one that does not means an asset where its words mean nothing else.
 */
export function createGivenNameLocator(
  knowledge: Knowledge,
  lexicon: LinkLexicon,
  common: ReadonlySet<string>,
  names: NameIndex,
): (article: ArticleText, linked: LinkedText) => GivenName[] {
  const tickers = new Map(knowledge.assets.map((asset) => [asset.ticker.toLowerCase(), asset.id]))
  const ofUnitedStates = knowledge.assets.filter((asset) => asset.ticker.endsWith('.US'))
  const symbols = new Map(ofUnitedStates.map((asset) => [asset.symbol.toLowerCase(), asset.id]))
  const stopwords = new Set(lexicon.tickerStopwords.map((word) => word.toLowerCase()))

  return (article, linked) =>
    (article.entities ?? []).map((name, i) => {
      const key = `entity:${i}`
      const place = locate(name, article, linked)
      const start = place?.start ?? 0
      // An empty span stands for whom the text is about.
      const end = place?.end ?? 0
      const mention: Mention = { key, field: place?.field ?? 'title', start, end }
      const assetId = findAssetId(name, mention, linked)
      // "Delta Air Lines" is the Delta of the title.
      const written = end > start ? undefined : linked.mentions.find((one) => one.asset.id === assetId)
      return { name, assetId, mention: written === undefined ? mention : { ...written, key } }
    })

  function findAssetId(name: string, mention: Mention, linked: LinkedText): number | null {
    const isWritten = mention.end > mention.start
    const linkedHere = [linked.mentions, linked.modifiers, linked.sources]
      .flat()
      .find((one) => one.field === mention.field && one.start < mention.end && mention.start < one.end)
    if (linkedHere !== undefined) return linkedHere.asset.id
    const wanted = name.trim().toLowerCase()
    const explicit = wanted.startsWith('$') ? symbols.get(wanted.slice(1)) : tickers.get(wanted)
    if (explicit !== undefined) return explicit
    const native = names.native.get(name.charAt(0))?.find((entry) => entry.name === name)?.known.asset?.id
    if (native !== undefined) return native
    const known = names.trie.get(tokenise(name).words)
    if (known !== undefined) {
      const isPlain = known.ambiguity === null && (!known.needsCapitals || name === name.toUpperCase())
      return isPlain && !isWritten ? (known.asset?.id ?? null) : null
    }
    const isSymbol = wanted.length >= SYMBOL_LENGTH_MIN && !stopwords.has(wanted) && !common.has(wanted)
    return isSymbol && (!isWritten || isInCapitals(mention, linked)) ? (symbols.get(wanted) ?? null) : null
  }
}

function isInCapitals({ field, start, end }: Mention, { title, body }: LinkedText): boolean {
  const written = (field === 'title' ? title : body)?.text.slice(start, end) ?? ''
  return written === written.toUpperCase()
}

function locate(name: string, article: ArticleText, linked: LinkedText): Omit<Mention, 'key'> | null {
  const wanted = name.trim().toLowerCase()
  if (wanted === '') return null
  for (const field of ['title', 'text'] as const) {
    const text = (field === 'title' ? article.title : article.text)?.toLowerCase() ?? ''
    let start = text.indexOf(wanted)
    while (start >= 0) {
      const end = start + wanted.length
      if (!isWordChar(text.charAt(start - 1)) && !isWordChar(text.charAt(end))) return { field, start, end }
      start = text.indexOf(wanted, start + 1)
    }
    const start2 = text.indexOf(wanted)
    if (start2 >= 0) return { field, start: start2, end: start2 + wanted.length }
  }
  return locateFolded(wanted, linked)
}

/** Searches without accents, punctuation and spaces: "SAB Miller" for "SABMiller". */
function locateFolded(wanted: string, linked: LinkedText): Omit<Mention, 'key'> | null {
  const { words, starts, ends } = linked.title
  const target = tokenise(wanted).words.map(fold).join('')
  if (target.length < 3) return null
  for (let from = 0; from < words.length; from++) {
    let joined = ''
    for (let to = from; to < words.length && joined.length < target.length; to++) {
      joined += words[to] ?? ''
      if (joined === target) return { field: 'title', start: starts[from] ?? 0, end: ends[to] ?? 0 }
    }
  }
  return null
}

function isWordChar(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char)
}
