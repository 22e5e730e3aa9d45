import type { DayBar } from './bars.pure.ts'

/** Signature, flags and extension length of COPY's binary format (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])
/** Days between PostgreSQL's epoch, 2000-01-01, and 1970-01-01. */
const POSTGRES_EPOCH = 10_957
const FIELDS = 7
const ROW_BYTES_MAX = 2 + 2 * (4 + 4) + 5 * (4 + 8)

/** A batch of bars to be stored, encoded in PostgreSQL's binary COPY format. */
export class BarBatch {
  readonly capacity: number
  count = 0
  /** Listings in the batch with the number of their source file and the first and last day of their bars. */
  readonly listings = new Map<number, { readonly file: number; first: number; last: number }>()
  readonly #view: DataView
  #bytes: number

  constructor(capacity: number) {
    this.capacity = capacity
    const buffer = new ArrayBuffer(HEADER.length + capacity * ROW_BYTES_MAX + TRAILER.length)
    new Uint8Array(buffer).set(HEADER)
    this.#view = new DataView(buffer)
    this.#bytes = HEADER.length
  }

  /** True when the batch has room for a bar and no bars of its listing from another file. */
  accepts(bar: DayBar, file: number): boolean {
    return this.count < this.capacity && (this.listings.get(bar.listingId)?.file ?? file) === file
  }

  /** Appends a bar. */
  add(bar: DayBar, file: number): void {
    const span = this.listings.get(bar.listingId)
    if (!span) this.listings.set(bar.listingId, { file, first: bar.day, last: bar.day })
    else if (bar.day > span.last) span.last = bar.day
    else if (bar.day < span.first) span.first = bar.day
    const view = this.#view
    let at = this.#bytes
    view.setInt16(at, FIELDS)
    view.setInt32(at + 2, 4)
    view.setInt32(at + 6, bar.listingId)
    view.setInt32(at + 10, 4)
    view.setInt32(at + 14, bar.day - POSTGRES_EPOCH)
    at += 18
    for (const value of [bar.open, bar.high, bar.low, bar.close]) {
      view.setInt32(at, 8)
      view.setFloat64(at + 4, value)
      at += 12
    }
    view.setInt32(at, bar.volume === null ? -1 : 8)
    at += 4
    if (bar.volume !== null) {
      view.setFloat64(at, bar.volume)
      at += 8
    }
    this.#bytes = at
    this.count++
  }

  /** The batch as a complete binary COPY stream. */
  bytes(): Uint8Array {
    new Uint8Array(this.#view.buffer).set(TRAILER, this.#bytes)
    return new Uint8Array(this.#view.buffer, 0, this.#bytes + TRAILER.length)
  }
}
