import { Worker } from 'node:worker_threads'
import { ApiError } from '../../core/errors.ts'
import { log } from '../../core/log.ts'
import type { FrameState, FromWorker, TaskName, Tasks, ToWorker, WorkerStart } from './frame-message.ts'

interface Waiting {
  readonly settle: (answer: never) => void
  readonly fail: (error: Error) => void
}

interface Place {
  /** Null for a moment after one that ended right away. */
  worker: Worker | null
  readonly waiting: Map<number, Waiting>
}

/** The screener failed on its side; the same call may succeed in a moment. */
export function screenerUnavailable(why: string, retryAfterSeconds: number): ApiError {
  return new ApiError('unavailable', why, { retry_after_seconds: retryAfterSeconds })
}

/** Most that a thread allocates before it collects what it needs no more: its numbers are in arrays that live long. */
const YOUNG_MB_MAX = 8
const RESPAWN_MS = 1_000

/** Threads that hold and search the frame. One that ends is replaced; what it was asked fails, and may be asked again. */
export class WorkerPool {
  readonly size: number
  readonly #start: Omit<WorkerStart, 'worker' | 'workers'>
  readonly #places: Place[] = []
  #state: FrameState | null = null
  #lastId = 0
  #closed = false

  constructor(size: number, start: Omit<WorkerStart, 'worker' | 'workers'>) {
    this.size = size
    this.#start = start
    for (let index = 0; index < size; index++) {
      this.#places.push({ worker: null, waiting: new Map() })
      this.#spawn(index)
    }
  }

  /** Shows a state of the frame to all workers; what they are asked from now on is answered from it. */
  show(state: FrameState): void {
    this.#state = state
    for (const { worker } of this.#places) worker?.postMessage({ state } satisfies ToWorker)
  }

  /** Asks one worker. */
  ask<Name extends TaskName>(index: number, task: Name, ask: Tasks[Name]['ask']): Promise<Tasks[Name]['answer']> {
    const place = this.#places[index]
    const worker = place?.worker
    if (!place || !worker || this.#closed) {
      return Promise.reject(screenerUnavailable('The screener begins anew; ask again.', 1))
    }
    const id = ++this.#lastId
    return new Promise((settle, fail) => {
      place.waiting.set(id, { settle, fail })
      worker.postMessage({ id, task, ask })
    })
  }

  /** Asks all workers; each answers for the listings it looks after. */
  askAll<Name extends TaskName>(task: Name, ask: Tasks[Name]['ask']): Promise<Tasks[Name]['answer'][]> {
    return Promise.all(this.#places.map((_, index) => this.ask(index, task, ask)))
  }

  /** Ends one worker, as a fault in it would. */
  async endWorker(index: number): Promise<void> {
    await this.#places[index]?.worker?.terminate()
  }

  /** Ends all workers. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#places.map(({ worker }) => worker?.terminate()))
  }

  #spawn(index: number): void {
    const place = this.#places[index]
    if (!place || this.#closed) return
    const start: WorkerStart = { ...this.#start, worker: index, workers: this.size }
    const worker = new Worker(new URL('./frame.worker.ts', import.meta.url), {
      workerData: start,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB_MAX },
    })
    const begun = performance.now()
    worker.unref()
    worker.on('message', (message: FromWorker) => this.#settle(index, message))
    worker.on('error', (error) => log.error({ err: error }, 'a worker of the screener failed'))
    worker.on('exit', () => this.#replace(index, performance.now() - begun))
    if (this.#state) worker.postMessage({ state: this.#state } satisfies ToWorker)
    place.worker = worker
  }

  #settle(index: number, message: FromWorker): void {
    const waiting = this.#places[index]?.waiting
    const asked = waiting?.get(message.id)
    waiting?.delete(message.id)
    if (!asked) return
    if ('problem' in message) asked.fail(new Error(message.problem))
    else asked.settle(message.answer as never)
  }

  #replace(index: number, livedMs: number): void {
    const place = this.#places[index]
    if (!place || this.#closed) return
    place.worker = null
    const waiting = [...place.waiting.values()]
    place.waiting.clear()
    for (const { fail } of waiting) fail(screenerUnavailable('The screener broke off this request; ask again.', 1))
    // One that ends as soon as it begins must not be begun all the time.
    if (livedMs > RESPAWN_MS) this.#spawn(index)
    else setTimeout(() => this.#spawn(index), RESPAWN_MS).unref()
  }
}
