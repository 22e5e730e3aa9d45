/** Length of the signature, flags and extension length of COPY's binary format (PostgreSQL manual, COPY, "Binary Format"). */
const HEADER_BYTES = 19
/** Days between PostgreSQL's epoch, 2000-01-01, and 1970-01-01. */
const POSTGRES_EPOCH = 10_957

/** Position and length of a field of a row; a length below 0 = NULL. */
export interface Field {
  readonly at: number
  readonly length: number
}

/** A field that a row does not have. */
export const NOWHERE: Field = { at: 0, length: -1 }

/** Yields the fields of each row of a complete binary COPY. */
export function* rowsOfCopy(bytes: Buffer): Generator<readonly Field[]> {
  let at = HEADER_BYTES + (bytes.length >= HEADER_BYTES ? bytes.readInt32BE(HEADER_BYTES - 4) : 0)
  for (;;) {
    const count = bytes.readInt16BE(at)
    at += 2
    if (count < 0) return
    const fields: Field[] = []
    for (let field = 0; field < count; field++) {
      const length = bytes.readInt32BE(at)
      at += 4
      fields.push({ at, length })
      if (length > 0) at += length
    }
    yield fields
  }
}

/** Bytes of a date as PostgreSQL sends it. */
export const DATE_BYTES = 4
/** Bytes of a float8 as PostgreSQL sends it. */
export const FLOAT_BYTES = 8

/** Reads the dates from byte `at` on that fill `into`, as days since 1970-01-01; infinity stays far beyond every real date. */
export function readDays(bytes: Buffer, at: number, into: Int32Array): void {
  for (let index = 0; index < into.length; index++)
    into[index] = Math.min(bytes.readInt32BE(at + index * DATE_BYTES), 2 ** 30) + POSTGRES_EPOCH
}

/** Reads the float8 values from byte `at` on that fill `into`; PostgreSQL sends the most significant byte first, processors of today have it last. */
export function readFloats(bytes: Buffer, at: number, into: Float64Array): void {
  const target = Buffer.from(into.buffer, into.byteOffset, into.byteLength)
  bytes.copy(target, 0, at, at + target.length)
  target.swap64()
}
