import type { SummaryAmount } from '../vocabulary/verdict.pure.ts'

/** What is counted and how it is written, sums of money with their currency; where two begin at one place, the first is meant. */
const AMOUNTS: readonly (readonly [unit: string | null, pattern: RegExp])[] = [
  [
    null,
    /(?<currency>[$\u20ac\u00a3\u00a5])(?<number>\d+(?:,\d{3})*(?:\.\d+)?)\s?-?(?<scale>trillion|tn|trn|billion|bn|bln|b|million|mn|mln|m)\b/i,
  ],
  [
    null,
    /(?<![\d.,$\u20ac\u00a3\u00a5])(?<number>\d+(?:,\d{3})*(?:\.\d+)?)\s?-?(?<scale>trillion|billion|bln|bn|million|mln|mn)[\s-](?<currency>dollars?|euros?|pounds?|yen)\b/i,
  ],
  ['percent', /(?<![\d.,])(?<number>\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b|pct\b)/i],
  ['points', /(?<![\d.,])(?<number>\d+(?:\.\d+)?)[\s-]?(?:basis[\s-]points?|bps?)\b/i],
  [
    'vehicles',
    /(?<![\d.,])(?<number>\d+(?:\.\d+)?\smillion|\d{1,3}(?:,\d{3})+|\d{2,})\s(?:\w+\s)?(?:cars|trucks|vehicles|suvs|pickups)\b/i,
  ],
  ['jobs', /(?<![\d.,])(?<number>\d{1,3}(?:,\d{3})+|\d{2,})\s(?:jobs|workers|employees|staff)\b/i],
]

/** Currencies by their sign or the first letter of their name. */
const CURRENCY: Readonly<Record<string, string>> = {
  ...{ $: 'USD', '\u20ac': 'EUR', '\u00a3': 'GBP', '\u00a5': 'JPY' },
  ...{ d: 'USD', e: 'EUR', p: 'GBP', y: 'JPY' },
}
const SCALE: Readonly<Record<string, number>> = { t: 1e12, b: 1e9, m: 1e6 }

/** The first amount that a headline tells: a sum of money, a share, jobs or basis points; null without one. */
export function readAmount(title: string): SummaryAmount | null {
  if (!/\d/.test(title)) return null
  const [first] = AMOUNTS.flatMap(([unit, pattern]) => {
    const found = pattern.exec(title)
    return found === null ? [] : [{ unit, found }]
  }).sort((a, b) => a.found.index - b.found.index)
  if (first === undefined) return null
  const { number = '', currency = '', scale = number.split(/\s/)[1] ?? '' } = first.found.groups ?? {}
  const value = Number.parseFloat(number.replaceAll(',', '')) * (SCALE[initialOf(scale)] ?? 1)
  return { unit: first.unit ?? CURRENCY[initialOf(currency)] ?? 'USD', value }
}

function initialOf(word: string): string {
  return word.charAt(0).toLowerCase()
}

/** Dollars for one unit, roughly. */
const DOLLARS: Readonly<Record<string, number>> = { USD: 1, EUR: 1.1, GBP: 1.3, JPY: 1 / 150 }

/** A sum of money in dollars, by rough rates; null for what is none. */
export function toDollars(amount: SummaryAmount | null): number | null {
  const rate = DOLLARS[amount?.unit ?? '']
  return amount === null || rate === undefined ? null : amount.value * rate
}
