import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { addTo, type Bitset, eachMember, emptyBitset } from '../../core/bitset.pure.ts'
import type { Notifications } from '../../core/database/notifications.ts'
import { makeFolder } from '../../core/file/file-access.ts'
import { log } from '../../core/log.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { type ChainStep, reachOf, TAIL_BARS } from './chain.pure.ts'
import { ChainMatches } from './chain-matches.ts'
import type { FrameState } from './frame-message.ts'
import { refreshFrame } from './frame-refresh.ts'
import { restoreFrame, saveFrame } from './frame-restore.ts'
import type { FrameSignal } from './screen-task.pure.ts'
import { type Segment, viewSegment } from './segment.pure.ts'
import { type CloseThen, closeOn, dayOfBar, type Moment } from './slot-series.pure.ts'
import { screenerUnavailable, WorkerPool } from './worker-pool.ts'

/** A chain and where it is looked for. */
export interface ChainQuestion extends Moment {
  readonly timeframe: ScreenTimeframe
  /** Each different signal once; steps name them by index. */
  readonly signals: readonly FrameSignal[]
  readonly steps: readonly ChainStep[]
  /** Bitset over slots; see `setOf`. */
  readonly candidates: Uint32Array
}

/** A listing as the frame knows it. */
interface Listed {
  readonly id: number
}

/** Where the frame lives and what it may take. */
export interface FrameOptions {
  readonly connectionString: string
  /** Folder of the file that a restart begins from; null = none is kept. */
  readonly folder: string | null
  /** Number of threads. */
  readonly workers?: number
}

/** Bytes of computed signals all workers keep together. */
const CACHE_BYTES_MAX = 96 * 1024 * 1024
const REFRESH_PAUSE_MS = 300
const RETRY_PAUSE_MS = 5_000
/** Quiet time before a changed frame is written to its file again. */
const SAVE_PAUSE_MS = 60_000

/** Bars of all listings in shared memory with threads that search them; follows the database. */
export class Frame {
  readonly #pool: WorkerPool
  readonly #path: string | null
  #state: FrameState | null = null
  #slots = new Map<number, number>()
  /** Slots of lists of listings; they stay what they are until listings are added. */
  #slotsOf = new WeakMap<readonly Listed[], Int32Array>()
  #segments: readonly (Segment | null)[] = []
  #statementChanges = 0
  #busy: Promise<void> = Promise.resolve()
  #pending = false
  #closed = false
  #saving: NodeJS.Timeout | undefined
  /** Series read from the database since the file was written. */
  #unsaved = 0

  constructor({ connectionString, folder, workers = availableParallelism() }: FrameOptions) {
    const cacheBytesMax = Math.floor(CACHE_BYTES_MAX / workers)
    this.#pool = new WorkerPool(workers, { connectionString, cacheBytesMax })
    this.#path = folder && join(folder, 'screen-frame')
  }

  /** Begins to build the frame in the background and to follow changes; resolves when it first answers. */
  async open(notifications: Notifications | null): Promise<void> {
    notifications?.on('market_changed', () => this.#schedule(REFRESH_PAUSE_MS))
    notifications?.on('reference_changed', () => this.#schedule(REFRESH_PAUSE_MS))
    notifications?.on('financials_changed', () => {
      this.#statementChanges++
    })
    const begun = performance.now()
    const restored = this.#path === null ? null : await restoreFrame(this.#pool, this.#path)
    if (this.#closed) return
    await this.#refresh(restored)
    log.debug(
      { seconds: (performance.now() - begun) / 1_000, listings: this.size, restored: restored !== null },
      'the screener is ready',
    )
  }

  /** Writes the frame to its file now, where it has one. */
  async saved(): Promise<void> {
    clearTimeout(this.#saving)
    if (this.#path === null || !this.#state) return
    await saveFrame(this.#pool, this.#path, this.#state)
    this.#unsaved = 0
  }

  /** Ends the threads; what is asked later fails. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#saving)
    await this.#pool.close()
  }

  /** True once screens are answered. */
  get ready(): boolean {
    return this.#state !== null
  }

  /** Number of slots; a bitset over them has a 32-bit word for every 32. */
  get size(): number {
    return this.#state?.directory.size ?? 0
  }

  /** How often any statements were stored while the frame was open: what was read of them before is outdated. */
  get statementChanges(): number {
    return this.#statementChanges
  }

  /** The last close of a listing on or before a day; null when the frame has none. Throws `unavailable` while the frame is built. */
  closeOn(listingId: number, day: number): CloseThen | null {
    const { directory, splits } = this.#ensureReady()
    const slot = this.#slots.get(listingId)
    return slot === undefined ? null : closeOn({ directory, splits, segments: this.#segments }, slot, day)
  }

  /** Bytes of shared memory that bars take. */
  get bytes(): number {
    return this.#state?.buffers.reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), 0) ?? 0
  }

  /** The slot of each listing; -1 where the frame has no bars of it. Throws `unavailable` while the frame is built. */
  slotsOf(listings: readonly Listed[]): Int32Array {
    this.#ensureReady()
    const known = this.#slotsOf.get(listings)
    if (known) return known
    const slots = Int32Array.from(listings, ({ id }) => this.#slots.get(id) ?? -1)
    this.#slotsOf.set(listings, slots)
    return slots
  }

  /** The slots of these listings, or of those whose indexes are in `among`; listings without bars have none. */
  setOf(listings: readonly Listed[], among?: Bitset): Bitset {
    const set = emptyBitset(this.size)
    const slots = this.slotsOf(listings)
    const add = (index: number) => {
      const slot = slots[index] ?? -1
      if (slot >= 0) addTo(set, slot)
    }
    if (among) eachMember(among, add)
    else for (let index = 0; index < slots.length; index++) add(index)
    return set
  }

  /** Finds the candidates on which a chain fired. Throws `unavailable` while the frame is built. */
  async evaluateChain(question: ChainQuestion): Promise<ChainMatches> {
    const { directory, splits } = this.#ensureReady()
    const segments = this.#segments
    const reach = reachOf(question.steps)
    if (reach > TAIL_BARS) throw new RangeError(`A chain reaches ${reach} bars back; ${TAIL_BARS} are kept.`)
    const tables = await this.#pool.askAll('screen', question)
    // Days are read in the bars that the workers looked at, whatever was added meanwhile.
    return new ChainMatches(directory.listingIds, tables, question.steps.length, (slot, barsAgo) =>
      dayOfBar({ directory, splits, segments }, slot, question.timeframe, question, barsAgo),
    )
  }

  #ensureReady(): FrameState {
    if (this.#state) return this.#state
    throw screenerUnavailable('The screener reads the bars of all listings; it is ready in a moment.', 5)
  }

  /** Brings the frame up to date; one refresh at a time. */
  async #refresh(from: FrameState | null): Promise<void> {
    const turn = this.#busy.then(async () => {
      if (from) this.#pool.show(from)
      const { state, changed } = await refreshFrame(this.#pool, from ?? this.#state)
      if (this.#closed) return
      this.#pool.show(state)
      this.#state = state
      this.#segments = state.buffers.map((buffer) => buffer && viewSegment(buffer))
      if (this.#slots.size < this.size) {
        for (const [slot, id] of state.directory.listingIds.entries()) this.#slots.set(id, slot)
        this.#slotsOf = new WeakMap()
      }
      this.#unsaved += changed
      if (this.#unsaved > 0) this.#scheduleSave(changed === state.directory.size ? 0 : SAVE_PAUSE_MS)
    })
    this.#busy = turn.catch(() => {})
    return turn
  }

  #schedule(pauseMs: number): void {
    if (this.#pending || this.#closed) return
    this.#pending = true
    setTimeout(() => {
      this.#pending = false
      if (this.#closed) return
      this.#refresh(null).catch((error: unknown) => {
        log.error({ err: error }, 'the screener could not be brought up to date')
        this.#schedule(RETRY_PAUSE_MS)
      })
    }, pauseMs).unref()
  }

  #scheduleSave(pauseMs: number): void {
    clearTimeout(this.#saving)
    this.#saving = setTimeout(() => {
      this.saved().catch((error: unknown) => {
        if (!this.#closed) log.warn({ err: error }, 'the frame of the screener could not be written to DATA_DIR')
      })
    }, pauseMs).unref()
  }
}

let current: Frame | null = null

/** The frame; throws before `openFrame`. */
export function frame(): Frame {
  if (!current) throw screenerUnavailable('The screener has not begun yet.', 5)
  return current
}

/** Why screens are not answered yet; null when they are. */
export function frameProblem(): string | null {
  return current && !current.ready ? 'the screener reads the bars of all listings' : null
}

/** Begins to build the frame in the background; a failure is tried again. Returns the frame, which answers `unavailable` until it is built. */
export async function openFrame(options: FrameOptions, notifications: Notifications | null): Promise<Frame> {
  if (options.folder !== null) await makeFolder(options.folder)
  const opened = new Frame(options)
  current = opened
  const begin = async () => {
    try {
      await opened.open(notifications)
    } catch (error) {
      log.error({ err: error }, 'the screener could not be built')
    }
  }
  void begin()
  return opened
}
