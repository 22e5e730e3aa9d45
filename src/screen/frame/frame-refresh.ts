import { copyDirectory, type Directory, isSameRevision, REVISION_BYTES } from './directory.pure.ts'
import type { FrameState } from './frame-message.ts'
import { viewSegment } from './segment.pure.ts'
import type { LoadedSegment, Split, Survey } from './series.store.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Bars all listings may have together: 0.9 to 1.4 GB. */
const BARS_MAX = 40_000_000
/** Fewest bars kept of each listing, however many there are: five years. */
const LISTING_BARS_MIN = 1_280
/** Listings read into one segment. */
const SEGMENT_LISTINGS = 256
/** Share of reserved places that may be unused before their segments are read anew. */
const WASTE_MAX = 0.25

/** What a refresh has to read. */
interface Plan {
  /** Slots whose series is read whole. */
  readonly whole: number[]
  /** Slots to which bars were only added. */
  readonly added: number[]
}

/**
 * Compares the frame that the workers were shown with the database and reads what differs: whole series, or only the bars added behind the known ones. What readers
 * have in hand is never changed: new bars are written behind the known ones, and other series into new segments.
 */
export async function refreshFrame(
  pool: WorkerPool,
  from: FrameState | null,
): Promise<{ readonly state: FrameState; readonly changed: number }> {
  const survey = await pool.ask(0, 'survey', null)
  const slots = slotsOf(from?.directory ?? null, survey.listingIds)
  const directory = copyDirectory(from?.directory ?? null, slots.size)
  for (const [id, slot] of slots) directory.listingIds[slot] = id
  const buffers = [...(from?.buffers ?? [])]
  const splits = new Map(from?.splits ?? [])
  const plan = compare(survey, slots, directory)
  const wasted = wasteful(directory, buffers, plan)
  const barsMax = Math.max(LISTING_BARS_MIN, Math.floor(BARS_MAX / Math.max(1, survey.listingIds.length)))
  const failed = await addBars(pool, directory, plan.added)
  const whole = [...new Set([...plan.whole, ...wasted, ...failed])].sort(
    (a, b) => (directory.listingIds[a] ?? 0) - (directory.listingIds[b] ?? 0),
  )
  await readWhole(pool, whole, barsMax, directory, (segment) => place(segment, slots, directory, buffers, splits))
  dropUnused(directory, buffers)
  return { state: { directory, buffers, splits }, changed: plan.whole.length + plan.added.length }
}

function slotsOf(directory: Directory | null, listingIds: Int32Array): Map<number, number> {
  const slots = new Map<number, number>()
  for (const [slot, id] of directory?.listingIds.entries() ?? []) slots.set(id, slot)
  for (const id of listingIds) if (!slots.has(id)) slots.set(id, slots.size)
  return slots
}

/** Takes the revisions of the database over, and says what has to be read for them. */
function compare(survey: Survey, slots: ReadonlyMap<number, number>, directory: Directory): Plan {
  const plan: Plan = { whole: [], added: [] }
  const present = new Uint8Array(directory.size)
  survey.listingIds.forEach((id, row) => {
    const slot = slots.get(id) ?? 0
    present[slot] = 1
    const [at, from] = [slot * REVISION_BYTES, row * REVISION_BYTES]
    const weekends = survey.weekends[row] ?? 0
    const isKnown = (directory.segment[slot] ?? -1) >= 0 && directory.weekends[slot] === weekends
    if (!isKnown || !isSameRevision(directory.history, at, survey.history, from)) plan.whole.push(slot)
    else if (!isSameRevision(directory.revision, at, survey.revision, from)) plan.added.push(slot)
    directory.weekends[slot] = weekends
    directory.revision.set(survey.revision.subarray(from, from + REVISION_BYTES), at)
    directory.history.set(survey.history.subarray(from, from + REVISION_BYTES), at)
  })
  for (let slot = 0; slot < directory.size; slot++) {
    if (present[slot] || (directory.segment[slot] ?? -1) < 0) continue
    // The series is gone.
    directory.segment[slot] = -1
    directory.length[slot] = 0
    directory.stamp[slot] = (directory.stamp[slot] ?? 0) + 1
  }
  return plan
}

/** Slots in segments that hold mostly places of series that have moved, when there are many such places. */
function wasteful(directory: Directory, buffers: readonly (SharedArrayBuffer | null)[], plan: Plan): number[] {
  const moving = new Set(plan.whole)
  const live = new Float64Array(buffers.length)
  let reserved = 0
  let used = 0
  directory.segment.forEach((segment, slot) => {
    if (segment < 0 || moving.has(slot)) return
    live[segment] = (live[segment] ?? 0) + (directory.capacity[slot] ?? 0)
  })
  const capacities = buffers.map((buffer) => (buffer ? viewSegment(buffer).capacity : 0))
  capacities.forEach((capacity, segment) => {
    if ((live[segment] ?? 0) === 0) return
    reserved += capacity
    used += live[segment] ?? 0
  })
  if (reserved === 0 || used >= reserved * (1 - WASTE_MAX)) return []
  const slots: number[] = []
  directory.segment.forEach((segment, slot) => {
    if (segment >= 0 && !moving.has(slot) && (live[segment] ?? 0) < (capacities[segment] ?? 0) / 2) slots.push(slot)
  })
  return slots
}

/** Has added bars written behind the known ones; returns the slots that have no room for theirs. */
async function addBars(pool: WorkerPool, directory: Directory, slots: readonly number[]): Promise<number[]> {
  const failed: number[] = []
  const chunks = chunksOf(slots, Math.max(SEGMENT_LISTINGS, Math.ceil(slots.length / pool.size)))
  await Promise.all(
    chunks.map(async (chunk, index) => {
      const added = await pool.ask(index % pool.size, 'added', Int32Array.from(chunk))
      chunk.forEach((slot, place) => {
        const bars = added[place] ?? 0
        if (bars < 0) failed.push(slot)
        if (bars <= 0) return
        directory.length[slot] = (directory.length[slot] ?? 0) + bars
        directory.stamp[slot] = (directory.stamp[slot] ?? 0) + 1
      })
    }),
  )
  return failed
}

/** Reads whole series in blocks, each worker one after the other. */
async function readWhole(
  pool: WorkerPool,
  slots: readonly number[],
  barsMax: number,
  directory: Directory,
  done: (segment: LoadedSegment) => void,
): Promise<void> {
  const blocks = chunksOf(slots, SEGMENT_LISTINGS)
  let next = 0
  const work = async (worker: number) => {
    for (let block = blocks[next++]; block; block = blocks[next++]) {
      const listingIds = block.map((slot) => directory.listingIds[slot] ?? 0)
      for (const segment of await pool.ask(worker, 'load', { listingIds, barsMax })) done(segment)
    }
  }
  await Promise.all(Array.from({ length: pool.size }, (_, worker) => work(worker)))
}

function place(
  { buffer, listingIds, offsets, lengths, capacities, decimals, splits: read }: LoadedSegment,
  slots: ReadonlyMap<number, number>,
  directory: Directory,
  buffers: (SharedArrayBuffer | null)[],
  splits: Map<number, readonly Split[]>,
): void {
  const segment = buffers.push(buffer) - 1
  listingIds.forEach((id, index) => {
    const slot = slots.get(id) ?? 0
    directory.segment[slot] = segment
    directory.offset[slot] = offsets[index] ?? 0
    directory.length[slot] = lengths[index] ?? 0
    directory.capacity[slot] = capacities[index] ?? 0
    directory.decimals[slot] = decimals[index] ?? 0
    directory.stamp[slot] = (directory.stamp[slot] ?? 0) + 1
    const ofListing = read[index] ?? []
    if (ofListing.length > 0) splits.set(slot, ofListing)
    else splits.delete(slot)
  })
}

/** Lets go of segments that hold no series any more, and of their numbers at the end. */
function dropUnused(directory: Directory, buffers: (SharedArrayBuffer | null)[]): void {
  const used = new Set(directory.segment)
  buffers.forEach((_, segment) => {
    if (!used.has(segment)) buffers[segment] = null
  })
  while (buffers.length > 0 && buffers.at(-1) === null) buffers.pop()
}

function chunksOf<Value>(values: readonly Value[], length: number): Value[][] {
  const chunks: Value[][] = []
  for (let from = 0; from < values.length; from += length) chunks.push(values.slice(from, from + length))
  return chunks
}
