import { ApiError } from '../../core/errors.ts'
import { dayOfIso, isoOfDay } from '../../core/time/day.pure.ts'
import type { TradePlace } from './trade.store.ts'

/** The place of a trade as opaque text, base64url: it stays where it is whatever is entered before and behind it. */
export function encodeTradeCursor({ day, id }: TradePlace): string {
  return Buffer.from(`${isoOfDay(day)}:${id}`).toString('base64url')
}

/** The place a cursor stands for; throws 400 for a text that `encodeTradeCursor` cannot have made, null for none. */
export function decodeTradeCursor(cursor: string | undefined, param: 'after' | 'before'): TradePlace | null {
  if (cursor === undefined) return null
  const [, iso = '', id] =
    /^(\d{4}-\d{2}-\d{2}):(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const place = { day: dayOfIso(iso) ?? Number.NaN, id: Number(id) }
  if (Number.isFinite(place.day) && encodeTradeCursor(place) === cursor) return place
  throw new ApiError('invalid_parameter', `"${param}" must be a cursor of this connection.`, { param })
}
