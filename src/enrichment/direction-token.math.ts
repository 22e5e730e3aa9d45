/** What a token is: a word, a number, or a mark that may end a clause. */
type TokenKind = 'word' | 'number' | 'mark'

/** A text cut for judging direction. Parallel arrays, one entry a token; offsets are UTF-16 units. */
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

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  lakh: 1e5,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  mio: 1e6,
  million: 1e6,
  crore: 1e7,
  cr: 1e7,
  b: 1e9,
  bn: 1e9,
  bln: 1e9,
  billion: 1e9,
  tn: 1e12,
  trln: 1e12,
  trillion: 1e12,
}

const PERCENTS = new Set(['%', 'pct', 'percent', 'pc', 'ppt', 'bps', 'bp', 'per', 'percentage', 'basis'])
const CURRENCIES = new Set([
  'eur',
  'usd',
  'gbp',
  'inr',
  'sek',
  'rs',
  'euro',
  'dkk',
  'nok',
  'jpy',
  'cny',
  'chf',
  'hk',
  'us',
])
const ABBREVIATIONS = new Set([
  'inc',
  'corp',
  'co',
  'ltd',
  'plc',
  'mr',
  'ms',
  'mrs',
  'dr',
  'st',
  'vs',
  'no',
  'rs',
  'jr',
  'sr',
  's',
  'u',
  'a',
])

/** A number before "won" at least this large counts Korean money. */
const WON_LEAST = 10_000

/** Cuts a text into tokens; hyphened words fall apart, so "better-than-expected" reads as "better than expected". */
export function tokensOf(text: string): Tokens {
  const words: string[] = []
  const kinds: TokenKind[] = []
  const starts: number[] = []
  const ends: number[] = []
  const values: number[] = []
  const units: string[] = []
  const signed: boolean[] = []
  const capitals: boolean[] = []
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0]
    const start = match.index
    const last = words.length - 1
    const first = raw.charCodeAt(0)
    const letter = first > 64 && first !== 0x2212 && first !== 0x2013 && first !== 0x2014 && first !== 0x2026
    const quoteS = raw.length === 2 && (raw === "'s" || raw === '\u2019s' || raw === "'S" || raw === '\u2019S')
    if (quoteS || (letter && !isNumberLike(raw))) {
      const word = quoteS ? "'s" : raw.toLowerCase().replaceAll('\u2019', "'").replaceAll('.', '')
      if (last >= 0 && kinds[last] === 'number' && extendNumber(word, last, values, units)) {
        ends[last] = start + raw.length
        continue
      }
      push(word, 'word', start, start + raw.length, 0, '', false, raw.charAt(0) !== word.charAt(0))
    } else if (/\d/.test(raw)) {
      const glued = start > 0 && /[\p{L}\d)]/u.test(text.charAt(start - 1))
      const number = numberOf(raw, glued)
      const money = number.unit !== '' || (last >= 0 && CURRENCIES.has(words[last] ?? ''))
      push(
        raw,
        'number',
        start,
        start + raw.length,
        number.value,
        number.unit || (money ? 'money' : ''),
        number.signed,
        false,
      )
    } else {
      const before = words[last] ?? ''
      if (raw === '.' && ABBREVIATIONS.has(before)) continue
      push(
        raw === '\u2013' || raw === '\u2014' || raw === '--' ? '-' : raw,
        'mark',
        start,
        start + raw.length,
        0,
        '',
        false,
        false,
      )
    }
  }
  return { text, words, kinds, starts, ends, values, units, signed, capitals }

  function push(
    word: string,
    kind: TokenKind,
    start: number,
    end: number,
    value: number,
    unit: string,
    sign: boolean,
    capital: boolean,
  ) {
    words.push(word)
    kinds.push(kind)
    starts.push(start)
    ends.push(end)
    values.push(value)
    units.push(unit)
    signed.push(sign)
    capitals.push(capital)
  }
}

function isNumberLike(raw: string): boolean {
  const code = raw.charCodeAt(0)
  return (code === 0xa3 || code === 0x20ac || code === 0xa5 || code === 0x20b9) && /\d/.test(raw)
}

/** Adds "mn", "percent" or "euros" to the number before it; false when the word is neither scale nor unit. */
function extendNumber(word: string, at: number, values: number[], units: string[]): boolean {
  const scale = SCALES[word]
  if (scale !== undefined && units[at] !== '%') {
    values[at] = (values[at] ?? 0) * scale
    return true
  }
  if (PERCENTS.has(word)) {
    units[at] = '%'
    return true
  }
  if (units[at] === '%' && (word === 'cent' || word === 'points' || word === 'point')) return true
  // "9.6 trillion won" is money, "won 3 orders" none.
  if (word === 'won' && (values[at] ?? 0) >= WON_LEAST) {
    units[at] = 'money'
    return true
  }
  if (word === 'euros' || word === 'dollars' || word === 'pounds' || word === 'pence' || word === 'rupees') {
    units[at] = 'money'
    return true
  }
  return false
}

function numberOf(raw: string, glued: boolean): { value: number; unit: string; signed: boolean } {
  const parts = /^([^\d$\u00a3\u20ac\u00a5\u20b9]?)([^\d]?)([\d,.]+)(.*)$/u.exec(raw)
  const sign = parts?.[1] ?? ''
  const tail = (parts?.[4] ?? '').toLowerCase()
  const scale = SCALES[tail] ?? 1
  const size = Number.parseFloat((parts?.[3] ?? '0').replaceAll(',', '')) || 0
  const signed = sign !== '' && !glued
  const unit = PERCENTS.has(tail) ? '%' : (parts?.[2] ?? '') !== '' ? 'money' : ''
  return { value: size * scale * (signed && sign !== '+' ? -1 : 1), unit, signed }
}
