import { SCALES } from '../text/scale.pure.ts'

/** Kinds of figures; the order is part of the format of stored signatures. */
export const FIGURE_KINDS = ['percent', 'money', 'period', 'year', 'count', 'month', 'step'] as const

/** A number in a headline and its kind. */
export interface Figure {
  readonly kind: (typeof FIGURE_KINDS)[number]
  /** Percent as written; a step of interest rates in basis points; money in units of currency; Q1 = 1 .. Q4 = 4, H1 = 11, H2 = 12, FY = 20; January = 1; others as written. */
  readonly value: number
  /** Currency of money as a place in CURRENCIES, from 1; 0 where it is not said, and for other kinds. */
  readonly unit: number
}

/** Currencies as written before or after an amount. */
const CURRENCIES = [
  /^(?:\$|us\$|usd|dollars?)$/,
  /^(?:\u20ac|eur|euros?)$/,
  /^(?:\u00a3|gbp|pounds?|sterling)$/,
  /^(?:\u00a5|jpy|yen)$/,
  /^(?:\u20b9|rs\.?|inr|rupees?)$/,
  /^(?:yuan|rmb|cny|renminbi)$/,
  /^(?:won|krw)$/,
  /^(?:baht|thb)$/,
  /^(?:francs?|chf)$/,
  /^(?:crowns?|kronor|kroner|krona|krone|sek|nok|dkk)$/,
  /^(?:a\$|aud)$/,
  /^(?:c\$|cad)$/,
  /^(?:hk\$|hkd)$/,
  /^(?:reais|real|brl)$/,
  /^(?:rand|zar)$/,
]

function readCurrency(sign: string | undefined, after: string): number {
  const word = (sign ?? /^\s*([a-z]+)/i.exec(after)?.[1] ?? '').trim().toLowerCase()
  return word === '' ? 0 : 1 + CURRENCIES.findIndex((one) => one.test(word))
}

/** Trillions are written in more ways here, where no tons are read. */
const STORY_SCALES: Readonly<Record<string, number>> = { ...SCALES, t: 1e12, trn: 1e12 }

const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
}

const PERIOD =
  /\b(?:q([1-4])|([1-4])q|(first|second|third|fourth|1st|2nd|3rd|4th)[- ]quarter|(?:(first|second|1st|2nd)[- ]half)|h([12])|(full[- ]year|fy\d{0,4}))(?=\W|\d|$)/gi

const NUMBER =
  /([$\u00a3\u20ac\u00a5\u20b9]|\b(?:usd|eur|gbp|jpy|rs\.?|hk\$|us\$|c\$|a\$|nt\$|s\$)\s?)?(?<![\p{L}\d.])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?-?(%|percent(?:age)?|per cent|pct|basis points|bps?|thousand|million|billion|trillion|mln|bln|trn|crore|lakh|mn|bn|tn|[kmbt]))?(?![\p{L}\d])/giu

const WORD_NUMBERS: Readonly<Record<string, string>> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  dozen: '12',
  doubles: '100%',
  doubled: '100%',
  triples: '200%',
  halves: '50%',
  halved: '50%',
}

const WORD_NUMBER = /\b(?:two|three|four|five|six|seven|eight|nine|ten|dozen|doubles|doubled|triples|halves|halved)\b/gi

/** "A quarter point": what central banks move by. */
const POINT = /\b(quarter|half)(?:[- ]percentage)?[- ]point\b/gi

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|')

/** "March" and "May" are months only where something says so. */
const MONTH =
  /\b(January|February|April|June|July|August|September|October|November|December|(?<=\b(?:in|for|since|until|from|by|late|early|of) )(?:March|May))\b/g

/** Aircraft and the phases of drug trials are called by numbers. */
const MODEL = /\b(?:7[0-8]7s?|phase [123])\b/gi

/** Takes a headline and gives its distinct figures. */
export function extractFigures(headline: string): Figure[] {
  const title = headline.replace(MODEL, ' ')
  const figures: Figure[] = []
  const push = (kind: Figure['kind'], value: number, unit = 0) => {
    if (!figures.some((one) => one.kind === kind && one.value === value)) figures.push({ kind, value, unit })
  }
  const hasDigit = /\d/.test(title)
  if (hasDigit || /quarter|half|full|fy/i.test(title)) {
    for (const match of title.matchAll(PERIOD)) {
      const [, q, backwards, ordinal, half, h, year] = match
      if (q !== undefined || backwards !== undefined) push('period', Number(q ?? backwards))
      else if (ordinal !== undefined) push('period', ORDINALS[ordinal.toLowerCase()] ?? 0)
      else if (half !== undefined) push('period', 10 + (ORDINALS[half.toLowerCase()] ?? 0))
      else if (h !== undefined) push('period', 10 + Number(h))
      else if (year !== undefined) push('period', 20)
    }
  }
  for (let match = MONTH.exec(title); match !== null; match = MONTH.exec(title))
    push('month', 1 + MONTHS.indexOf((match[1] ?? '').toLowerCase()))
  const plain = title
    .replace(POINT, (_, part: string) => (part.toLowerCase() === 'half' ? '50 bps' : '25 bps'))
    .replace(/\bhalf a million\b/i, '500,000')
    .replace(PERIOD, ' ')
    .replace(WORD_NUMBER, (word) => WORD_NUMBERS[word.toLowerCase()] ?? word)
  if (!/\d/.test(plain)) return figures
  for (let match = NUMBER.exec(plain); match !== null; match = NUMBER.exec(plain)) {
    const value = Number((match[2] ?? '').replaceAll(',', ''))
    const unit = (match[3] ?? '').toLowerCase()
    const scale = STORY_SCALES[unit] ?? 1
    if (unit.startsWith('%') || unit.startsWith('per') || unit === 'pct') push('percent', value)
    else if (unit.startsWith('b') && (unit.startsWith('ba') || unit === 'bp' || unit === 'bps')) push('step', value)
    else if (match[1] !== undefined || scale >= 1e6)
      push(
        'money',
        value * scale,
        readCurrency(match[1], plain.slice(match.index + match[0].length, match.index + match[0].length + 12)),
      )
    else if (scale === 1 && value >= 1990 && value <= 2060 && Number.isInteger(value)) push('year', value)
    else push('count', value * scale)
  }
  return figures
}
