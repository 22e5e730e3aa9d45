import { SCALES } from '../../text/scale.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'

const PERCENTS = wordSet('% pct percent pc ppt bps bp per percentage basis')

/** Words that make money of the number after them. */
export const CURRENCIES = wordSet('eur usd gbp inr sek rs euro dkk nok jpy cny chf hk us')

/** A number before "won" at least this large counts Korean money. */
const MIN_WON = 10_000

/** True for a number that begins with a currency sign. */
export function isNumberLike(raw: string): boolean {
  const code = raw.charCodeAt(0)
  return (code === 0xa3 || code === 0x20ac || code === 0xa5 || code === 0x20b9) && /\d/.test(raw)
}

/** Adds "mn", "percent" or "euros" to the number before it; false when the word is neither scale nor unit. */
export function extendNumber(word: string, at: number, values: number[], units: string[]): boolean {
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
  if (word === 'won' && (values[at] ?? 0) >= MIN_WON) {
    units[at] = 'money'
    return true
  }
  if (word === 'euros' || word === 'dollars' || word === 'pounds' || word === 'pence' || word === 'rupees') {
    units[at] = 'money'
    return true
  }
  return false
}

/** The value, unit and sign of a number as written. `isGlued` is true right after a letter or digit, where a minus is a hyphen. */
export function parseNumber(raw: string, isGlued: boolean): { value: number; unit: string; signed: boolean } {
  const parts = /^([^\d$\u00a3\u20ac\u00a5\u20b9]?)([^\d]?)([\d,.]+)(.*)$/u.exec(raw)
  const sign = parts?.[1] ?? ''
  const tail = (parts?.[4] ?? '').toLowerCase()
  const scale = SCALES[tail] ?? 1
  const size = Number.parseFloat((parts?.[3] ?? '0').replaceAll(',', '')) || 0
  const signed = sign !== '' && !isGlued
  const unit = PERCENTS.has(tail) ? '%' : (parts?.[2] ?? '') !== '' ? 'money' : ''
  return { value: size * scale * (signed && sign !== '+' ? -1 : 1), unit, signed }
}
