import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { fold } from '../text/character.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import type { LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'
import type { ArticleText, Mention } from '../vocabulary/verdict.pure.ts'
import { isOverlapping, type LinkedText } from './entity-link.pure.ts'
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
  { common, native, trie }: NameIndex,
): (article: ArticleText, linked: LinkedText) => GivenName[] {
  const tickers = new Map(knowledge.assets.map((asset) => [asset.ticker.toLowerCase(), asset.id]))
  const ofUnitedStates = knowledge.assets.filter((asset) => asset.ticker.endsWith('.US'))
  const symbols = new Map(ofUnitedStates.map((asset) => [asset.symbol.toLowerCase(), asset.id]))
  const stopwords = new Set(lexicon.tickerStopwords.map((word) => word.toLowerCase()))

  return (article, linked) =>
    (article.entities ?? []).map((name, i) => {
      const key = `entity:${i}`
      // An empty span stands for whom the text is about.
      const place = locate(name, article, linked) ?? { field: 'title', start: 0, end: 0 }
      const mention: Mention = { key, ...place }
      const assetId = findAssetId(name, mention, linked)
      // "Delta Air Lines" is the Delta of the title.
      const written = place.end > 0 ? undefined : linked.mentions.find((one) => one.asset.id === assetId)
      return { name, assetId, mention: written === undefined ? mention : { ...written, key } }
    })

  function findAssetId(name: string, mention: Mention, linked: LinkedText): number | null {
    const isWritten = mention.end > mention.start
    const linkedHere = [linked.mentions, linked.modifiers, linked.sources]
      .flat()
      .find((one) => isOverlapping(one, mention))
    if (linkedHere !== undefined) return linkedHere.asset.id
    const wanted = name.trim().toLowerCase()
    const explicit = wanted.startsWith('$') ? symbols.get(wanted.slice(1)) : tickers.get(wanted)
    if (explicit !== undefined) return explicit
    const unspaced = native.get(name.charAt(0))?.find((entry) => entry.name === name)?.known.asset?.id
    if (unspaced !== undefined) return unspaced
    const known = trie.get(tokenise(name).words)
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
  const wholeWord = new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(wanted)}(?![\\p{L}\\p{N}])`, 'u')
  for (const field of ['title', 'text'] as const) {
    const text = article[field]?.toLowerCase() ?? ''
    const start = wholeWord.exec(text)?.index ?? text.indexOf(wanted)
    if (start >= 0) return { field, start, end: start + wanted.length }
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
