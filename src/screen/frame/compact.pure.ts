import type { Bars } from '../../market/bars/bars.pure.ts'

/** Most decimals that prices are tried with. */
const DECIMALS_MAX = 8
/** Decimals that are kept where there is room, so that a bar added later seldom needs more than the others. */
const DECIMALS_USUAL = 4
const PRICE_MAX = 2 ** 31 - 1
/** Part of that which prices may take with the usual decimals: they rise. */
const PRICE_ROOM = 2 ** 30

/** Stands for a volume that is not known. */
export const COUNT_UNKNOWN = 2 ** 32 - 1

/**
 * Number of decimals with which highs and lows are whole numbers of four bytes and volumes are, too, each of them the very same number
 * when it is read again; -1 when there is none.
 */
export function decimalsOf(bars: Pick<Bars, 'length' | 'high' | 'low' | 'volume'>): number {
  if (!isCounted(bars)) return -1
  for (let decimals = 0; decimals <= DECIMALS_MAX; decimals++) {
    const most = fitting(bars, decimals)
    if (most === null) continue
    if (most > PRICE_MAX) return -1
    const isRoomy = decimals < DECIMALS_USUAL && most * 10 ** (DECIMALS_USUAL - decimals) <= PRICE_ROOM
    return isRoomy && fitting(bars, DECIMALS_USUAL) !== null ? DECIMALS_USUAL : decimals
  }
  return -1
}

/** True when bars keep their numbers with so many decimals. */
export function isFitting(bars: Pick<Bars, 'length' | 'high' | 'low' | 'volume'>, decimals: number): boolean {
  const most = isCounted(bars) ? fitting(bars, decimals) : null
  return most !== null && most <= PRICE_MAX
}

/** The largest price in units of its last decimal; null where a price has more decimals. */
function fitting({ length, high, low }: Pick<Bars, 'length' | 'high' | 'low'>, decimals: number): number | null {
  const scale = 10 ** decimals
  let most = 0
  for (const column of [high, low])
    for (let index = 0; index < length; index++) {
      const price = column[index] ?? Number.NaN
      const units = Math.round(price * scale)
      if (units / scale !== price) return null
      most = Math.max(most, Math.abs(units))
    }
  return most
}

function isCounted({ length, volume }: Pick<Bars, 'length' | 'volume'>): boolean {
  for (let index = 0; index < length; index++) {
    const units = volume[index] ?? Number.NaN
    if (!Number.isNaN(units) && !(Number.isInteger(units) && units >= 0 && units < COUNT_UNKNOWN)) return false
  }
  return true
}
