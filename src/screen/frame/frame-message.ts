import type { Directory } from './directory.pure.ts'
import type { MatchTable, ScreenTask } from './screen-task.pure.ts'
import type { LoadedSegment, Survey } from './series.store.ts'
import type { SplitsBySlot } from './slot-series.pure.ts'

/** What a worker is started with. */
export interface WorkerStart {
  readonly connectionString: string
  readonly worker: number
  readonly workers: number
  /** Bytes a worker may keep of what it computed. */
  readonly cacheBytesMax: number
}

/** The bars of all listings, as they are shown to workers. */
export interface FrameState {
  readonly directory: Directory
  readonly buffers: readonly (SharedArrayBuffer | null)[]
  readonly splits: SplitsBySlot
}

/** Part of a frame file: what is written to or read from it. */
export interface FilePart {
  readonly path: string
  readonly position: number
  readonly bytes: number
  /** CRC-32 of the bytes. */
  readonly crc: number
}

/** What a worker is asked, and what it answers. */
export interface Tasks {
  survey: { readonly ask: null; readonly answer: Survey }
  load: {
    readonly ask: { readonly listingIds: readonly number[]; readonly barsMax: number }
    readonly answer: readonly LoadedSegment[]
  }
  /** Writes bars that were added to some slots behind the known ones; answers how many of each, -1 where there is no room. */
  added: { readonly ask: Int32Array; readonly answer: Int32Array }
  restore: { readonly ask: FilePart; readonly answer: SharedArrayBuffer }
  save: { readonly ask: { readonly path: string; readonly state: FrameState }; readonly answer: null }
  screen: { readonly ask: ScreenTask; readonly answer: MatchTable }
}
/** What a worker can be asked to do. */
export type TaskName = keyof Tasks

/** A message to a worker: a new state of the frame, or a question. */
export type ToWorker =
  | { readonly state: FrameState }
  | {
      readonly [Name in TaskName]: { readonly id: number; readonly task: Name; readonly ask: Tasks[Name]['ask'] }
    }[TaskName]

/** A message from a worker: an answer, or why there is none. */
export type FromWorker =
  | { readonly id: number; readonly answer: Tasks[TaskName]['answer'] }
  | { readonly id: number; readonly problem: string }
