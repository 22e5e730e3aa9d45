import { wordSet } from '../../text/word-set.pure.ts'
import { CURRENCIES, extendNumber, isNumberLike, parseNumber } from './number.pure.ts'

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

const TOKEN =
  /[+\-\u2212\u2013]?[$\u00a3\u20ac\u00a5\u20b9]?\d[\d,]*(?:\.\d+)?(?:%|[a-z]{1,3}(?![\p{L}]))?|(?:\p{L}\.){2,}|(?:eur|usd|gbp|inr|sek|rs|us)(?=\d)|[\p{L}\p{M}][\p{L}\p{M}\d]*(?:&[\p{L}]+)*(?:['\u2019](?!s(?![\p{L}]))[\p{L}]+)*|['\u2019]s(?![\p{L}])|[,;:?!()"\u201c\u201d|\u2026]|\.(?=\s|$)|--|[-\u2013\u2014](?=\s)/giu

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
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const raw = match[0]
    const start = match.index
    const end = start + raw.length
    const last = words.length - 1
    const first = raw.charCodeAt(0)
    const letter = first > 64 && first !== 0x2212 && first !== 0x2013 && first !== 0x2014 && first !== 0x2026
    const quoteS = raw.length === 2 && (raw === "'s" || raw === '\u2019s' || raw === "'S" || raw === '\u2019S')
    if (quoteS || (letter && !isNumberLike(raw))) {
      const word = quoteS ? "'s" : raw.toLowerCase().replaceAll('\u2019', "'").replaceAll('.', '')
      if (last >= 0 && kinds[last] === 'number' && extendNumber(word, last, values, units)) {
        ends[last] = end
        continue
      }
      push(word, 'word', start, end)
      capitals[last + 1] = raw.charAt(0) !== word.charAt(0)
    } else if (/\d/.test(raw)) {
      const isGlued = start > 0 && /[\p{L}\d)]/u.test(text.charAt(start - 1))
      const number = parseNumber(raw, isGlued)
      const money = number.unit !== '' || (last >= 0 && CURRENCIES.has(words[last] ?? ''))
      push(raw, 'number', start, end, number.value, number.unit || (money ? 'money' : ''))
      signed[last + 1] = number.signed
    } else {
      const before = words[last] ?? ''
      if (raw === '.' && ABBREVIATIONS.has(before)) continue
      push(raw === '\u2013' || raw === '\u2014' || raw === '--' ? '-' : raw, 'mark', start, end)
    }
  }
  return { text, words, kinds, starts, ends, values, units, signed, capitals }

  function push(word: string, kind: TokenKind, start: number, end: number, value = 0, unit = '') {
    words.push(word)
    kinds.push(kind)
    starts.push(start)
    ends.push(end)
    values.push(value)
    units.push(unit)
    signed.push(false)
    capitals.push(false)
  }
}
