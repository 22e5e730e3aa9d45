/** Where the bars of each listing are. Columns by slot; a slot belongs to one listing for as long as the process lives. */
export interface Directory {
  readonly size: number
  readonly listingIds: Int32Array
  /** Number of the segment that holds the bars; -1 = the listing has none. */
  readonly segment: Int32Array
  /** First place in the segment. */
  readonly offset: Int32Array
  readonly length: Int32Array
  /** Places reserved, so that new bars are added without moving the others. */
  readonly capacity: Int32Array
  /** Of prices where they are in a compact segment. */
  readonly decimals: Uint8Array
  /** Incremented whenever the bars of the listing change. */
  readonly stamp: Uint32Array
  /** 1 where trading goes on at weekends. */
  readonly weekends: Uint8Array
  /** Revision of the stored series that the bars were read from: 16 bytes a slot. */
  readonly revision: Uint8Array
  /** Its history (the revision after the last change that was more than added bars): 16 bytes a slot. */
  readonly history: Uint8Array
}

/** Length of a revision in bytes. */
export const REVISION_BYTES = 16

/** A copy of a directory with room for `size` slots; those beyond are empty. */
export function copyDirectory(from: Directory | null, size: number): Directory {
  const length = Math.max(size, from?.size ?? 0)
  const ints = (column: Int32Array | undefined, fill = 0) => {
    const copy = new Int32Array(length).fill(fill)
    if (column) copy.set(column)
    return copy
  }
  const bytes = (column: Uint8Array | undefined, each: number) => {
    const copy = new Uint8Array(length * each)
    if (column) copy.set(column)
    return copy
  }
  const stamp = new Uint32Array(length)
  if (from) stamp.set(from.stamp)
  return {
    size: length,
    listingIds: ints(from?.listingIds),
    segment: ints(from?.segment, -1),
    offset: ints(from?.offset),
    length: ints(from?.length),
    capacity: ints(from?.capacity),
    decimals: bytes(from?.decimals, 1),
    stamp,
    weekends: bytes(from?.weekends, 1),
    revision: bytes(from?.revision, REVISION_BYTES),
    history: bytes(from?.history, REVISION_BYTES),
  }
}

/** Names of the columns in the order in which a file has them. */
export const DIRECTORY_COLUMNS = [
  'listingIds',
  'segment',
  'offset',
  'length',
  'capacity',
  'decimals',
  'stamp',
  'weekends',
  'revision',
  'history',
] as const

/** True when two revisions are the same. */
export function isSameRevision(a: Uint8Array, atA: number, b: Uint8Array, atB: number): boolean {
  for (let index = 0; index < REVISION_BYTES; index++) if (a[atA + index] !== b[atB + index]) return false
  return true
}
