/** Boeing's types are names, not numbers. */
export const AIRCRAFT = /^7[0-8]7s?$/
/** Quarters, halves and fiscal years. */
export const PERIOD_WORD = /^(?:q[1-4]|[1-4]q|h[12]|[12]h|fy\d*)$/
/** Digits with a unit. */
export const FIGURE_WORD = /^\d+(?:bln|mln|trn|bps|pct|bpd|kwh|gwh|min|day|year|month|week|th)/

/** A name without the plural or possessive ending. */
export function stemName(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** Strips the commonest English suffixes. */
export function stem(word: string): string {
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 5 && (word.endsWith('ies') || word.endsWith('ied'))) return `${word.slice(0, -3)}y`
  if (word.length > 5 && (word.endsWith('ed') || word.endsWith('es'))) return word.slice(0, -2)
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
