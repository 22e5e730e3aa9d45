import type { PreparedPeriod } from './period.pure.ts'

/** Columns of a staged period, in the order they are encoded. */
export const PERIOD_COLUMNS = [
  'listing_id',
  'period_type',
  'period_end',
  'fiscal_year',
  'fiscal_period',
  'currency',
  'filing_date',
  'usd_rate',
  'values',
  'ratios',
  'derived',
  'data_set',
] as const

/** Signature, flags and extension length of COPY's binary format (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])
/** Days between PostgreSQL's epoch, 2000-01-01, and 1970-01-01. */
const POSTGRES_EPOCH = 10_957
/** Types of array elements in pg_type. */
const FLOAT8 = 701
const INT2 = 21

/** Periods in PostgreSQL's binary COPY format, a block per company: text would cost ten times as long to write and to read. */
export function* encodePeriods(
  companies: Iterable<{ readonly listingId: number; readonly periods: readonly PreparedPeriod[] }>,
  dataSet: string,
): Generator<Buffer> {
  yield HEADER
  for (const { listingId, periods } of companies) {
    const block = new Block(periods.reduce((sum, period) => sum + sizeMaxOf(period), 0))
    for (const period of periods) block.addPeriod(listingId, period, dataSet)
    yield block.bytes()
  }
  yield TRAILER
}

/** Bytes of all columns but the arrays at most: lengths, numbers and short texts. */
const SIZE_OF_REST = 256

function sizeMaxOf({ values, ratios, derived }: PreparedPeriod): number {
  return SIZE_OF_REST + 12 * (values.length + ratios.length) + 6 * derived.length
}

/** Rows while they are encoded; a `DataView` writes numbers at a tenth of what a `Buffer` takes for each. */
class Block {
  readonly #bytes: Buffer
  readonly #view: DataView
  #at = 0

  constructor(sizeMax: number) {
    this.#bytes = Buffer.allocUnsafe(sizeMax)
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, sizeMax)
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  addPeriod(listingId: number, period: PreparedPeriod, dataSet: string): void {
    this.#int2(PERIOD_COLUMNS.length)
    this.#sizedInt4(listingId)
    this.#text(period.periodType)
    this.#sizedInt4(period.endDay - POSTGRES_EPOCH)
    this.#int4(2)
    this.#int2(period.fiscalYear)
    this.#text(period.fiscalPeriod)
    this.#text(period.currency)
    if (period.filingDay === null) this.#int4(-1)
    else this.#sizedInt4(period.filingDay - POSTGRES_EPOCH)
    this.#float8(period.usdRate ?? Number.NaN)
    this.#floatArray(period.values)
    this.#floatArray(period.ratios)
    this.#intArray(period.derived)
    this.#text(dataSet)
  }

  #int2(value: number): void {
    this.#view.setInt16(this.#at, value)
    this.#at += 2
  }

  #int4(value: number): void {
    this.#view.setInt32(this.#at, value)
    this.#at += 4
  }

  #sizedInt4(value: number): void {
    this.#int4(4)
    this.#int4(value)
  }

  /** A number with its length; what is not finite is null. */
  #float8(value: number): void {
    const isKnown = Number.isFinite(value)
    this.#int4(isKnown ? 8 : -1)
    if (!isKnown) return
    // No sign on a zero: it would make an equal period look changed.
    this.#view.setFloat64(this.#at, value + 0)
    this.#at += 8
  }

  #text(text: string): void {
    const size = this.#bytes.write(text, this.#at + 4)
    this.#int4(size)
    this.#at += size
  }

  /** Dimensions, whether there are nulls, element type, length, lower bound; then each element with its length, -1 for null. */
  #arrayHeader(length: number, elementType: number, hasNulls: boolean): void {
    this.#int4(1)
    this.#int4(hasNulls ? 1 : 0)
    this.#int4(elementType)
    this.#int4(length)
    this.#int4(1)
  }

  /** Runs `write` with the number of bytes it wrote before them. */
  #sized(write: () => void): void {
    const start = this.#at
    this.#at += 4
    write()
    this.#view.setInt32(start, this.#at - start - 4)
  }

  #floatArray(values: Float64Array): void {
    this.#sized(() => {
      this.#arrayHeader(values.length, FLOAT8, true)
      for (const value of values) this.#float8(value)
    })
  }

  #intArray(values: readonly number[]): void {
    this.#sized(() => {
      if (values.length === 0) {
        // An empty array has no dimensions.
        this.#int4(0)
        this.#int4(0)
        this.#int4(INT2)
        return
      }
      this.#arrayHeader(values.length, INT2, false)
      for (const value of values) {
        this.#int4(2)
        this.#int2(value)
      }
    })
  }
}

/** Reads an array of numbers as `array_send` gives it; nulls become NaN, and so does what a shorter array leaves out. */
export function decodeFloats(bytes: Uint8Array, length: number): Float64Array {
  const values = new Float64Array(length).fill(Number.NaN)
  if (bytes.length < 20) return values
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = Math.min(length, view.getInt32(12))
  let at = 20
  for (let index = 0; index < count; index++) {
    const size = view.getInt32(at)
    at += 4
    if (size < 0) continue
    values[index] = view.getFloat64(at)
    at += 8
  }
  return values
}
