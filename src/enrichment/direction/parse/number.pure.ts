import { SCALES } from '../../text/scale.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'

const PERCENTS = wordSet('% pct percent pc ppt bps bp per percentage basis')
const AFTER_PERCENT = wordSet('cent point points')
const MONEY_WORDS = wordSet('euros dollars pounds pence rupees')

/** Words that make money of the number after them. */
export const CURRENCIES = wordSet('eur usd gbp inr sek rs euro dkk nok jpy cny chf hk us')

/** A number before "won" at least this large counts Korean money: "9.6 trillion won", but not "won 3 orders". */
const MIN_WON = 10_000

/** Adds "mn", "percent" or "euros" to the number before it; false when the word is neither scale nor unit. */
export function extendNumber(word: string, at: number, values: number[], units: string[]): boolean {
  const value = values[at] ?? 0
  const scale = SCALES[word]
  if (scale !== undefined) values[at] = value * scale
  else if (PERCENTS.has(word)) units[at] = '%'
  else if (MONEY_WORDS.has(word) || (word === 'won' && value >= MIN_WON)) units[at] = 'money'
  else return units[at] === '%' && AFTER_PERCENT.has(word)
  return true
}

/** The value, unit and sign of a number as written. `isGlued` is true right after a letter or digit, where a minus is a hyphen. */
export function parseNumber(raw: string, isGlued: boolean): { value: number; unit: string; signed: boolean } {
  const [, sign = '', currency = '', digits = '', tail = ''] =
    /^([^\d$\u00a3\u20ac\u00a5\u20b9]?)([^\d]?)([\d,.]+)(.*)$/u.exec(raw.toLowerCase()) ?? []
  const signed = sign !== '' && !isGlued
  const size = Number.parseFloat(digits.replaceAll(',', '')) * (SCALES[tail] ?? 1)
  const unit = PERCENTS.has(tail) ? '%' : currency === '' ? '' : 'money'
  return { value: signed && sign !== '+' ? -size : size, unit, signed }
}
