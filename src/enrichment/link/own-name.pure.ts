import { OWN_NAME } from '../ripple/cause.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { type LinkedMention, type LinkedText, MASKED } from './entity-link.pure.ts'

/** Title and body with the companies' own names masked, so that a name does not speak of the theme it is taken from. */
export function maskOwnNames({ title, body, mentions }: LinkedText): {
  title: TokenisedText
  body: TokenisedText | null
} {
  const own = mentions.filter(({ asset, kind }) => asset.type === 'stock' && kind !== 'alias')
  const mask = (tokens: TokenisedText, field: LinkedMention['field']): TokenisedText => {
    const spans = own.filter((mention) => mention.field === field)
    if (spans.length === 0) return tokens
    const isOwn = (place: number) =>
      spans.some(({ start, end }) => (tokens.starts[place] ?? 0) >= start && (tokens.ends[place] ?? 0) <= end)
    return { ...tokens, words: tokens.words.map((word, place) => (isOwn(place) ? MASKED : word)) }
  }
  return { title: mask(title, 'title'), body: body && mask(body, 'text') }
}

/** The title without the names of companies, whose words tell nothing: "T. Rowe Price rises"; the name of one of them is told apart. */
export function withoutNames({ title, mentions }: LinkedText, ownId?: number): string {
  let text = title.text
  const named = mentions.filter(({ field, asset }) => field === 'title' && asset.type === 'stock')
  for (const { asset, start, end } of named.toSorted((a, b) => b.start - a.start)) {
    text = `${text.slice(0, start)}${asset.id === ownId ? OWN_NAME : '_'}${text.slice(end)}`
  }
  return text
}
