import { SCALES } from '../text/scale.pure.ts'

/** Kinds of figures; the order is part of the format of stored signatures. */
export const FIGURE_KINDS = ['percent', 'money', 'period', 'year', 'count', 'month', 'step'] as const

/** A number in a headline and its kind. */
export interface Figure {
  readonly kind: (typeof FIGURE_KINDS)[number]
  /** As written; money in units of currency, steps of rates in basis points, Q1 = 1 .. Q4 = 4, H1 = 11, H2 = 12, FY = 20, January = 1. */
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
  return 1 + CURRENCIES.findIndex((one) => one.test(word))
}

/** Trillions are written in more ways here, where no tons are read. */
const STORY_SCALES: Readonly<Record<string, number>> = { ...SCALES, t: 1e12, trn: 1e12 }

const ORDINALS = ['first 1st', 'second 2nd', 'third 3rd', 'fourth 4th']

const PERIOD =
  /\b(?:q([1-4])|([1-4])q|(first|second|third|fourth|1st|2nd|3rd|4th)[- ]quarter|(?:(first|second|1st|2nd)[- ]half)|h([12])|(full[- ]year|fy\d{0,4}))(?=\W|\d|$)/gi

const NUMBER =
  /([$\u00a3\u20ac\u00a5\u20b9]|\b(?:usd|eur|gbp|jpy|rs\.?|hk\$|us\$|c\$|a\$|nt\$|s\$)\s?)?(?<![\p{L}\d.])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s?-?(%|percent(?:age)?|per cent|pct|basis points|bps?|thousand|million|billion|trillion|mln|bln|trn|crore|lakh|mn|bn|tn|[kmbt]))?(?![\p{L}\d])/giu

const WORD_NUMBERS: Readonly<Record<string, string>> = {
  ...{
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
  },
  ...{ doubles: '100%', doubled: '100%', triples: '200%', halves: '50%', halved: '50%' },
}
const SPELT = Object.keys(WORD_NUMBERS).join('|')
const WORD_NUMBER = new RegExp(`\\b(?:${SPELT})\\b`, 'gi')

/** "A quarter point": what central banks move by. */
const POINT = /\b(quarter|half)(?:[- ]percentage)?[- ]point\b/gi

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'.split('|')

/** "March" and "May" are months only where something says so. */
const MONTH =
  /\b(January|February|April|June|July|August|September|October|November|December|(?<=\b(?:in|for|since|until|from|by|late|early|of) )(?:March|May))\b/g

/** Every figure has a digit or one of these words. */
const HINT = new RegExp(
  `\\d|\\b(?:fy|(?:${SPELT}|first|second|third|fourth|full|quarter|half|${MONTHS.join('|')})\\b)`,
  'i',
)

/** Aircraft and the phases of drug trials are called by numbers. */
const MODEL = /\b(?:7[0-8]7s?|phase [123])\b/gi

/** Takes a headline and gives its distinct figures. */
export function extractFigures(headline: string): Figure[] {
  if (!HINT.test(headline)) return []
  const title = headline.replace(MODEL, ' ')
  const figures: Figure[] = []
  const push = (kind: Figure['kind'], value: number, unit = 0) => {
    if (!figures.some((one) => one.kind === kind && one.value === value)) figures.push({ kind, value, unit })
  }
  const placeOf = (ordinal: string) => 1 + ORDINALS.findIndex((one) => one.includes(ordinal.toLowerCase()))
  for (const [, q, backwards, ordinal, half, h] of title.matchAll(PERIOD)) {
    const quarter = q ?? backwards ?? (ordinal && placeOf(ordinal))
    const halfYear = h ?? (half && placeOf(half))
    push('period', quarter !== undefined ? Number(quarter) : halfYear !== undefined ? 10 + Number(halfYear) : 20)
  }
  for (const [month] of title.matchAll(MONTH)) push('month', 1 + MONTHS.indexOf(month.toLowerCase()))
  const plain = title
    .replace(POINT, (_, part: string) => (part.toLowerCase() === 'half' ? '50 bps' : '25 bps'))
    .replace(/\bhalf a million\b/i, '500,000')
    .replace(PERIOD, ' ')
    .replace(WORD_NUMBER, (word) => WORD_NUMBERS[word.toLowerCase()] ?? word)
  for (const { 0: all, 1: sign, 2: digits = '', 3: written = '', index } of plain.matchAll(NUMBER)) {
    const value = Number(digits.replaceAll(',', ''))
    const unit = written.toLowerCase()
    const scale = STORY_SCALES[unit] ?? 1
    if (/^(?:%|per|pct)/.test(unit)) push('percent', value)
    else if (/^(?:basis|bps?$)/.test(unit)) push('step', value)
    else if (sign !== undefined || scale >= 1e6) {
      const end = index + all.length
      push('money', value * scale, readCurrency(sign, plain.slice(end, end + 12)))
    } else if (scale === 1 && value >= 1990 && value <= 2060 && Number.isInteger(value)) push('year', value)
    else push('count', value * scale)
  }
  return figures
}

/** False when figures of one kind contradict each other, "up 12 %" and "up 21 %": rounding, omission and another currency do not. */
export function doFiguresAgree(a: readonly Figure[], b: readonly Figure[]): boolean {
  if (a.length === 0 || b.length === 0) return true
  for (const kind of FIGURE_KINDS) {
    const [as, bs] = [a.filter((one) => one.kind === kind), b.filter((one) => one.kind === kind)]
    const fewest = Math.min(withCounterpart(as, bs, haveSameUnit).length, withCounterpart(bs, as, haveSameUnit).length)
    if (shareFigures(as, bs).length < fewest) return false
  }
  return true
}

/** The figures of one headline that another one shares. */
export function shareFigures(a: readonly Figure[], b: readonly Figure[]): Figure[] {
  return withCounterpart(a, b, isClose)
}

/** The figures for which another headline has one that fits. */
function withCounterpart(
  ones: readonly Figure[],
  others: readonly Figure[],
  fits: (one: Figure, other: Figure) => boolean,
): Figure[] {
  return ones.filter((one) => others.some((other) => fits(one, other)))
}

/** True for amounts, percentages and counts: many stories share periods and years. */
export function isDistinctive({ kind, value }: Figure): boolean {
  return kind === 'money' || ((kind === 'percent' || kind === 'count') && value > 2)
}

function haveSameUnit(one: Figure, other: Figure): boolean {
  return one.kind === other.kind && (one.unit === other.unit || one.unit === 0 || other.unit === 0)
}

function isClose(one: Figure, other: Figure): boolean {
  if (!haveSameUnit(one, other)) return false
  if (one.value === other.value) return true
  const gap = Math.abs(one.value - other.value)
  const size = Math.max(one.value, other.value)
  // Press rounds 69.7 billion to 70 and 12.3 % to 12 %.
  if (one.kind === 'money') return gap <= size * 0.015
  const isRounded = Number.isInteger(one.value) || Number.isInteger(other.value)
  return one.kind === 'percent' && isRounded && gap < 0.5 && size > 2
}
