/** Signature, flags and extension length of COPY's binary format (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** Days between PostgreSQL's epoch, 2000-01-01, and 1970-01-01. */
const POSTGRES_EPOCH = 10_957
/** Object ids of the types of array entries (pg_type). */
const TYPE_IDS = { boolean: 16, real: 700, date: 1082 } as const

/** Rows in PostgreSQL's binary COPY format, written value by value in the order of the columns. */
export class BinaryRows {
  #buffer = Buffer.allocUnsafe(65_536)
  #length = HEADER.copy(this.#buffer)

  /** Begins a row of so many values. */
  row(values: number): void {
    this.#length = this.#room(2).writeInt16BE(values, this.#length)
  }

  smallint(value: number): void {
    this.#write(2)
    this.#length = this.#room(2).writeInt16BE(value, this.#length)
  }

  integer(value: number): void {
    this.#write(4)
    this.#write(value)
  }

  real(value: number): void {
    this.#write(4)
    this.#length = this.#room(4).writeFloatBE(value, this.#length)
  }

  /** A day, in days since 1970-01-01. */
  date(day: number): void {
    this.#write(4)
    this.#write(day - POSTGRES_EPOCH)
  }

  bytes(value: Uint8Array): void {
    this.#write(value.length)
    this.#room(value.length).set(value, this.#length)
    this.#length += value.length
  }

  /** An array of real numbers, NaN included. */
  reals(values: ArrayLike<number>): void {
    const buffer = this.#array('real', values.length, 4)
    for (let index = 0; index < values.length; index++) {
      this.#length = buffer.writeInt32BE(4, this.#length)
      this.#length = buffer.writeFloatBE(values[index] ?? Number.NaN, this.#length)
    }
  }

  /** An array of days, in days since 1970-01-01. */
  dates(days: ArrayLike<number>): void {
    const buffer = this.#array('date', days.length, 4)
    for (let index = 0; index < days.length; index++) {
      this.#length = buffer.writeInt32BE(4, this.#length)
      this.#length = buffer.writeInt32BE((days[index] ?? 0) - POSTGRES_EPOCH, this.#length)
    }
  }

  /** An array of flags, 1 for true. */
  booleans(flags: ArrayLike<number>): void {
    const buffer = this.#array('boolean', flags.length, 1)
    for (let index = 0; index < flags.length; index++) {
      this.#length = buffer.writeInt32BE(1, this.#length)
      this.#length = buffer.writeUInt8(flags[index] === 1 ? 1 : 0, this.#length)
    }
  }

  /** Everything written, as a complete stream; nothing can be added after that. */
  end(): Uint8Array {
    this.#length = this.#room(2).writeInt16BE(-1, this.#length)
    return this.#buffer.subarray(0, this.#length)
  }

  #write(value: number): void {
    this.#length = this.#room(4).writeInt32BE(value, this.#length)
  }

  /** Writes the head of an array (PostgreSQL sources, array_send) and makes room for its entries. */
  #array(type: keyof typeof TYPE_IDS, length: number, entryBytes: number): Buffer {
    const bytes = length * (4 + entryBytes)
    this.#room(28 + bytes)
    this.#write((length === 0 ? 12 : 20) + bytes)
    this.#write(length === 0 ? 0 : 1)
    this.#write(0)
    this.#write(TYPE_IDS[type])
    if (length > 0) {
      this.#write(length)
      this.#write(1)
    }
    return this.#buffer
  }

  /** The buffer with room for so many bytes more. */
  #room(bytes: number): Buffer {
    if (this.#length + bytes > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.#buffer.length, this.#length + bytes))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#buffer = larger
    }
    return this.#buffer
  }
}

/** Reads arrays of four-byte entries without nulls as `array_send` gives them, one behind the other. */
export class ArrayReader {
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The next array, of real numbers. */
  reals(): Float32Array {
    const values = new Float32Array(this.#head())
    for (let index = 0; index < values.length; index++, this.#at += 8)
      values[index] = this.#view.getFloat32(this.#at + 4)
    return values
  }

  /** The next array, of days; in days since 1970-01-01. */
  dates(): Int32Array {
    const days = new Int32Array(this.#head())
    for (let index = 0; index < days.length; index++, this.#at += 8)
      days[index] = this.#view.getInt32(this.#at + 4) + POSTGRES_EPOCH
    return days
  }

  /** Steps over the head of an array; returns its length. */
  #head(): number {
    const dimensions = this.#view.getInt32(this.#at)
    if (dimensions === 0) {
      this.#at += 12
      return 0
    }
    const length = this.#view.getInt32(this.#at + 12)
    this.#at += 20
    return length
  }
}
