import { Prisma } from '../generated/prisma/client.ts'

/** Decimal numbers as the database has them: decimal.js, in Prisma's own copy, so that rows and arithmetic share one class. */
export const Decimal = Prisma.Decimal
export type Decimal = Prisma.Decimal

// By default sums are rounded to 20 digits, fewer than the 26 a stored amount may have: this holds products of two of them.
Decimal.set({ precision: 60 })

/** Digits before and behind the point: those of a NUMERIC(26, 8) column. */
const INTEGER_DIGITS_MAX = 18
const FRACTION_DIGITS_MAX = 8
/** Digits every JSON number keeps (IEEE 754 double). */
const NUMBER_DIGITS_MAX = 15
/** Characters of a number's text; far beyond any that is allowed. */
const TEXT_LENGTH_MAX = 60

/** A value that is no decimal number within bounds; the message says why and may go to the caller. */
export class DecimalError extends Error {
  override name = 'DecimalError'
}

/**
 * The exact decimal of a number or of a text such as "-12.5" or "1e3", with at most 18 digits before and 8 behind the point; throws a
 * `DecimalError` for anything else. A number of more than 15 digits may have been rounded on its way and is refused: it goes as text.
 */
export function parseDecimal(value: unknown): Decimal {
  if (Decimal.isDecimal(value)) return withinBounds(new Decimal(value))
  if (typeof value === 'number') return decimalOfNumber(value)
  if (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX && /^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(value))
    return withinBounds(new Decimal(value))
  throw new DecimalError('must be a number, or text that spells one')
}

function decimalOfNumber(value: number): Decimal {
  if (!Number.isFinite(value)) throw new DecimalError('must be a finite number')
  const decimal = withinBounds(new Decimal(value))
  if (decimal.precision(true) > NUMBER_DIGITS_MAX)
    throw new DecimalError(`must be sent as text: a JSON number keeps ${NUMBER_DIGITS_MAX} digits`)
  return decimal
}

function withinBounds(decimal: Decimal): Decimal {
  if (!decimal.isFinite()) throw new DecimalError('must be a finite number')
  if (decimal.isZero()) return new Decimal(0)
  if (decimal.e >= INTEGER_DIGITS_MAX)
    throw new DecimalError(`must have at most ${INTEGER_DIGITS_MAX} digits before the point`)
  if (decimal.decimalPlaces() > FRACTION_DIGITS_MAX)
    throw new DecimalError(`must have at most ${FRACTION_DIGITS_MAX} digits behind the point`)
  return decimal
}
