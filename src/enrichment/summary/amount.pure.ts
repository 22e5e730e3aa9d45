import type { SummaryAmount } from '../vocabulary/verdict.pure.ts'

/** What is counted and how it is written; where two begin at one place, the first is meant. */
const COUNTS: readonly (readonly [unit: string, pattern: RegExp])[] = [
  ['percent', /(?<![\d.,])(\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b|pct\b)/i],
  ['points', /(?<![\d.,])(\d+(?:\.\d+)?)[\s-]?(?:basis[\s-]points?|bps?)\b/i],
  [
    'vehicles',
    /(?<![\d.,])(\d+(?:\.\d+)?\smillion|\d{1,3}(?:,\d{3})+|\d{2,})\s(?:\w+\s)?(?:cars|trucks|vehicles|suvs|pickups)\b/i,
  ],
  ['jobs', /(?<![\d.,])(\d{1,3}(?:,\d{3})+|\d{2,})\s(?:jobs|workers|employees|staff)\b/i],
]
const MONEY =
  /([$\u20ac\u00a3\u00a5])(\d+(?:,\d{3})*(?:\.\d+)?)\s?-?(trillion|tn|trn|billion|bn|bln|b|million|mn|mln|m)\b/i
const WORDED =
  /(?<![\d.,$\u20ac\u00a3\u00a5])(\d+(?:,\d{3})*(?:\.\d+)?)\s?-?(trillion|billion|bln|bn|million|mln|mn)[\s-](dollars?|euros?|pounds?|yen)\b/i

const CURRENCY: Readonly<Record<string, string>> = { $: 'USD', '\u20ac': 'EUR', '\u00a3': 'GBP', '\u00a5': 'JPY' }
const CURRENCY_WORD: Readonly<Record<string, string>> = { d: 'USD', e: 'EUR', p: 'GBP', y: 'JPY' }
const SCALE: Readonly<Record<string, number>> = { t: 1e12, b: 1e9, m: 1e6 }

/** The first amount that a headline tells: a sum of money, a share, jobs or basis points; null without one. */
export function readAmount(title: string): SummaryAmount | null {
  if (!/\d/.test(title)) return null
  const found = [
    read(MONEY, title, ([, sign = '', number = '', scale = '']) => ({
      unit: CURRENCY[sign] ?? 'USD',
      value: toNumber(number, scale),
    })),
    read(WORDED, title, ([, number = '', scale = '', currency = '']) => ({
      unit: CURRENCY_WORD[currency.charAt(0).toLowerCase()] ?? 'USD',
      value: toNumber(number, scale),
    })),
    ...COUNTS.map(([unit, pattern]) => read(pattern, title, ([, number = '']) => ({ unit, value: toNumber(number) }))),
  ]
  const [first] = found.filter((one) => one !== null).sort((a, b) => a.at - b.at)
  return first?.amount ?? null
}

/** Dollars for one unit, roughly. */
const DOLLARS: Readonly<Record<string, number>> = { USD: 1, EUR: 1.1, GBP: 1.3, JPY: 1 / 150 }

/** A sum of money in dollars, by rough rates; null for what is none. */
export function toDollars(amount: SummaryAmount | null): number | null {
  const rate = DOLLARS[amount?.unit ?? '']
  return amount === null || rate === undefined ? null : amount.value * rate
}

function read(pattern: RegExp, title: string, amountOf: (match: RegExpExecArray) => SummaryAmount) {
  const match = pattern.exec(title)
  return match === null ? null : { at: match.index, amount: amountOf(match) }
}

/** A number and what it is multiplied by, which may stand behind it: "1.5 million". */
function toNumber(written: string, scale = written.split(/\s/)[1] ?? ''): number {
  return Number.parseFloat(written.replaceAll(',', '')) * (SCALE[scale.charAt(0).toLowerCase()] ?? 1)
}
