import type { NameIndex } from './company-name.math.ts'
import type { LinkedText } from './entity-link.math.ts'
import type { ArticleText, Knowledge, Mention } from './knowledge.math.ts'
import { fold, tokenise } from './token.math.ts'

/** A name the caller asks about, where it stands and which asset it is, if any. */
export interface GivenName {
  readonly name: string
  readonly assetId: number | null
  readonly mention: Mention
}

/** Places each given name in the text, without regard to case; one that is not literally there stands for the whole headline. */
export function createGivenNames(
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
      const place = placeOf(name, article, linked)
      const start = place?.start ?? 0
      // A name that is not literally there stands for whom the text is about: a place without words.
      const end = place?.end ?? 0
      const mention: Mention = { key, field: place?.field ?? 'title', start, end }
      return { name, assetId: idOf(name, mention, linked), mention }
    })

  function idOf(name: string, mention: Mention, linked: LinkedText): number | null {
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

function placeOf(name: string, article: ArticleText, linked: LinkedText): Omit<Mention, 'key'> | null {
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
  return foldedPlace(wanted, linked)
}

/** Looks once more without accents, punctuation and legal endings: "SAB Miller" for "SABMiller". */
function foldedPlace(wanted: string, linked: LinkedText): Omit<Mention, 'key'> | null {
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
