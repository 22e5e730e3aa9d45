import { dayOfParts } from '../../core/time/day.pure.ts'
import type { OptionKind } from '../pricing/black-scholes.pure.ts'

/** What the symbol of an option says. */
export interface OptionSymbol {
  readonly root: string
  readonly expiryDay: number
  readonly kind: OptionKind
  readonly strike: number
}

/** Root of one to six characters, expiry as YYMMDD, C or P, strike in thousandths: `AAPL  260914C00322500` (OCC, Options Symbology Initiative). */
const SYMBOL = /^([A-Z][A-Z0-9.]{0,5}) *(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/

/** Reads the symbol of an option; null when it is none. */
export function readOptionSymbol(text: string): OptionSymbol | null {
  const parts = SYMBOL.exec(text)
  if (!parts) return null
  const [, root = '', year, month, date, letter, strike] = parts
  const expiryDay = dayOfParts(2000 + Number(year), Number(month), Number(date))
  return expiryDay === null
    ? null
    : { root, expiryDay, kind: letter === 'C' ? 'call' : 'put', strike: Number(strike) / 1000 }
}
