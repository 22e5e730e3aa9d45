import { foldPhrase } from '../../embedding/phrase/fold-phrase.pure.ts'
import { COUNTRIES, type Country } from './country.source.ts'

/** A country that a phrase names, and the phrase without its name. */
export interface NamedCountry {
  readonly country: Country
  readonly rest: string
}

/** Names of up to three letters count in capitals only: "us" is a pronoun. */
const SHORT = 3
const LETTER = /[\p{L}\p{N}]/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

const names = COUNTRIES.filter(({ aggregate, alsoCalled }) => !aggregate || alsoCalled.length > 0)
  .flatMap((country) => {
    const own = [country.name, ...country.alsoCalled, ...(country.iso2 === 'US' ? ['US'] : [])]
    return own.map((name) => ({ country, name, folded: name.length <= SHORT ? name : foldPhrase(name) }))
  })
  .sort((a, b) => b.name.length - a.name.length)

/** The country a phrase names, the longest name first; null when it names none. */
export function namedCountry(phrase: string): NamedCountry | null {
  const folded = foldPhrase(phrase)
  for (const { country, name, folded: wanted } of names) {
    const text = name.length <= SHORT && !UNSPACED.test(name) ? phrase : folded
    const at = text.indexOf(wanted)
    if (at < 0) continue
    const end = at + wanted.length
    const isWord = UNSPACED.test(name) || !(LETTER.test(text.charAt(at - 1)) || LETTER.test(text.charAt(end)))
    if (!isWord) continue
    // Folding may change the length of what stands before.
    const rest = `${text.slice(0, at)} ${text.slice(end)}`
      .replace(/['’]s\b/, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
    return { country, rest: LETTER.test(rest) ? rest : phrase }
  }
  return null
}
