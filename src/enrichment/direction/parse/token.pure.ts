import { wordSet } from '../../text/word-set.pure.ts'
import { CURRENCIES, extendNumber, parseNumber } from './number.pure.ts'

/** What a token is: a word, a number, or a mark that may end a clause. */
type TokenKind = 'word' | 'number' | 'mark'

/** A text in tokens with its numbers read. Parallel arrays, one entry a token; offsets are UTF-16 units. */
export interface Tokens {
  readonly text: string
  /** Lower-case words; marks are themselves; `'s` is a token of its own. */
  readonly words: readonly string[]
  readonly kinds: readonly TokenKind[]
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Signed value of a number with its scale applied ("13.1 mn" = 13,100,000); 0 for the rest. */
  readonly values: readonly number[]
  /** `%`, `money`, another unit or '' for numbers; '' for the rest. */
  readonly units: readonly string[]
  /** True for a number written with an explicit sign. */
  readonly signed: readonly boolean[]
  /** True where the word begins with a capital. */
  readonly capitals: readonly boolean[]
}

/** Numbers, words, marks. */
const TOKEN =
  /([+\-\u2212\u2013]?[$\u00a3\u20ac\u00a5\u20b9]?\d[\d,]*(?:\.\d+)?(?:%|[a-z]{1,3}(?![\p{L}]))?)|((?:\p{L}\.){2,}|(?:eur|usd|gbp|inr|sek|rs|us)(?=\d)|[\p{L}\p{M}][\p{L}\p{M}\d]*(?:&[\p{L}]+)*(?:['\u2019](?!s(?![\p{L}]))[\p{L}]+)*|['\u2019]s(?![\p{L}]))|[,;:?!()"\u201c\u201d|\u2026]|\.(?=\s|$)|--|[-\u2013\u2014](?=\s)/giu

const ABBREVIATIONS = wordSet('inc corp co ltd plc mr ms mrs dr st vs no rs jr sr s u a')

/** Takes a text and gives its tokens with the values of numbers; hyphened words fall apart, so "better-than-expected" reads as "better than expected". */
export function tokeniseWithNumbers(text: string): Tokens {
  const words: string[] = []
  const kinds: TokenKind[] = []
  const starts: number[] = []
  const ends: number[] = []
  const values: number[] = []
  const units: string[] = []
  const signed: boolean[] = []
  const capitals: boolean[] = []
  const push = (word: string, kind: TokenKind, start: number, length: number) => {
    words.push(word)
    kinds.push(kind)
    starts.push(start)
    ends.push(start + length)
    values.push(0)
    units.push('')
    signed.push(false)
    capitals.push(false)
  }
  for (const { 0: raw, 1: number, 2: letters, index } of text.matchAll(TOKEN)) {
    const last = words.length - 1
    const before = words[last]
    if (letters !== undefined) {
      const word = raw.toLowerCase().replaceAll('\u2019', "'").replaceAll('.', '')
      if (kinds[last] === 'number' && extendNumber(word, last, values, units)) ends[last] = index + raw.length
      else {
        push(word, 'word', index, raw.length)
        capitals[last + 1] = raw.charAt(0) !== word.charAt(0)
      }
    } else if (number !== undefined) {
      const read = parseNumber(raw, /[\p{L}\d)]/u.test(text.charAt(index - 1)))
      push(raw, 'number', index, raw.length)
      values[last + 1] = read.value
      units[last + 1] = read.unit || (CURRENCIES.has(before) ? 'money' : '')
      signed[last + 1] = read.signed
    } else if (raw !== '.' || !ABBREVIATIONS.has(before)) {
      push(/^[\u2013\u2014-]/.test(raw) ? '-' : raw, 'mark', index, raw.length)
    }
  }
  return { text, words, kinds, starts, ends, values, units, signed, capitals }
}
