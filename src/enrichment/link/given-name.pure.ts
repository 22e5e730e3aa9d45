import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { fold } from '../text/character.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import type { ArticleText, Mention } from '../vocabulary/verdict.pure.ts'
import type { LinkedText } from './entity-link.pure.ts'
import type { NameIndex } from './name-index.pure.ts'

/** An entity name given by the caller, its mention and the asset it is linked to, if any. */
export interface GivenName {
  readonly name: string
  readonly assetId: number | null
  readonly mention: Mention
}

/** Prepares the search for given names: the returned function finds each in the article, ignoring case; one not found gets an empty span, which stands for the whole headline. */
export function createGivenNameLocator(
  knowledge: Knowledge,
  names: NameIndex,
): (article: ArticleText, linked: LinkedText) => GivenName[] {
  const tickers = new Map<string, number>()
  for (const asset of knowledge.assets) {
    tickers.set(asset.ticker.toLowerCase(), asset.id)
    if (asset.ticker.endsWith('.US')) tickers.set(asset.symbol.toLowerCase(), asset.id)
  }

  return (article, linked) =>
    (article.entities ?? []).map((name, i) => {
      const key = `entity:${i}`
      const place = locate(name, article, linked)
      const start = place?.start ?? 0
      // An empty span stands for whom the text is about.
      const end = place?.end ?? 0
      const mention: Mention = { key, field: place?.field ?? 'title', start, end }
      return { name, assetId: findAssetId(name, mention, linked), mention }
    })

  function findAssetId(name: string, mention: Mention, linked: LinkedText): number | null {
    const known = names.trie.get(tokenise(name).words)?.asset?.id ?? tickers.get(name.toLowerCase().replace(/^\$/, ''))
    if (known !== undefined) return known
    const native = names.native.get(name.charAt(0))?.find((entry) => entry.name === name)?.known.asset?.id
    if (native !== undefined) return native
    const same = linked.mentions.find(
      (one) => one.field === mention.field && one.start === mention.start && one.end === mention.end,
    )
    return same?.asset.id ?? null
  }
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
