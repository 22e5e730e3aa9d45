import type { Bars } from '../../market/bars/bars.pure.ts'

/** Most decimals that prices are tried with. */
const DECIMALS_MAX = 8
const CLOSE_MAX = 2 ** 31 - 1
/** Most that a high may be above its close, or a low below, in units of the last decimal. */
const DISTANCE_MAX = 2 ** 16 - 1

/** Stands for a volume that is not known. */
export const COUNT_UNKNOWN = 2 ** 32 - 1

type Prices = Pick<Bars, 'length' | 'high' | 'low' | 'close' | 'volume'>

/**
 * Fewest decimals with which closes are whole numbers of four bytes, highs and lows lie two bytes from them and volumes are whole numbers
 * of four bytes, each the very same number when it is read again; -1 when there are none.
 */
export function decimalsOf(bars: Prices): number {
  for (let decimals = 0; decimals <= DECIMALS_MAX; decimals++) if (isFitting(bars, decimals)) return decimals
  return -1
}

/** True when bars lose nothing with so many decimals. */
export function isFitting({ length, high, low, close, volume }: Prices, decimals: number): boolean {
  const scale = 10 ** decimals
  for (let index = 0; index < length; index++) {
    const price = close[index] ?? Number.NaN
    const [top, bottom] = [high[index] ?? Number.NaN, low[index] ?? Number.NaN]
    const [middle, upper, lower] = [Math.round(price * scale), Math.round(top * scale), Math.round(bottom * scale)]
    if (middle / scale !== price || upper / scale !== top || lower / scale !== bottom) return false
    const [above, below] = [upper - middle, middle - lower]
    if (above < 0 || above > DISTANCE_MAX || below < 0 || below > DISTANCE_MAX || Math.abs(middle) > CLOSE_MAX)
      return false
    const units = volume[index] ?? Number.NaN
    if (!Number.isNaN(units) && !(Number.isInteger(units) && units >= 0 && units < COUNT_UNKNOWN)) return false
  }
  return true
}
