import pLimit from 'p-limit'
import { ApiError } from '../errors.ts'
import { CALL_LIMITS } from './call-limits.ts'
import { isSliceOver, TurnQueue } from './turns.ts'

/** Fields that an entry of a list brings, by `Type.field` of the list. */
export type FieldsPerRow = ReadonlyMap<string, number>

/** How often a call may look at the clock before it may have to wait: small calls never wait. */
const LOOKS_FREE = 4
/** How often deadlines are looked at. */
const SWEEP_MS = 250
/** After its deadline a call counts as running for so long at most, should nobody say that it ended. */
const FORGOTTEN_MS = 60_000

/**
 * What one call may still use: time, rows, fields, bytes. Work of the call asks it on the way; once the call is stopped, everything it
 * asks for throws the reason, and statements of the call are cancelled.
 */
export class CallBudget {
  /** Set by who runs the document: fields are counted list by list, not one by one. */
  fieldsPerRow: FieldsPerRow | null = null
  fieldsMax: number = CALL_LIMITS.fields
  readonly #deadlineMs: number
  readonly #seconds: number
  readonly #turns = new TurnQueue()
  #onEnd: (() => void) | null = null
  #stopped: ApiError | null = null
  #listeners: Set<(reason: ApiError) => void> | null = null
  #statements: ReturnType<typeof pLimit> | null = null
  #rows = 0
  #fields = 0
  #bytes = 0
  #looks = 0

  constructor(seconds: number) {
    this.#seconds = seconds
    this.#deadlineMs = performance.now() + seconds * 1_000
    running.add(this)
    sweeping ??= setInterval(sweep, SWEEP_MS).unref()
  }

  /** Why the call was stopped; null while it goes on. */
  get stopped(): ApiError | null {
    return this.#stopped
  }

  /** Values of fields it has brought so far. */
  get fields(): number {
    return this.#fields
  }

  /** Entries of lists it has brought so far. */
  get rows(): number {
    return this.#rows
  }

  /** Stops the call; the first reason counts. */
  stop(reason: ApiError): void {
    if (this.#stopped) return
    this.#stopped = reason
    for (const listener of this.#listeners ?? []) listener(reason)
    this.#listeners = null
  }

  /** Calls `listener` when the call is stopped; returns what forgets it. */
  onStop(listener: (reason: ApiError) => void): () => void {
    if (this.#stopped) {
      listener(this.#stopped)
      return () => {}
    }
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
    return () => void this.#listeners?.delete(listener)
  }

  /** Throws the reason once the call is stopped. */
  ensureGoing(): void {
    if (this.#stopped) throw this.#stopped
  }

  /** Does `work` unless the call is stopped; when it is stopped meanwhile, it is not waited for any longer. */
  race<Result>(work: () => Promise<Result>): Promise<Result> {
    return new Promise((settle, fail) => {
      const forget = this.onStop(fail)
      if (this.#stopped) return
      work().then(
        (result) => {
          forget()
          settle(result)
        },
        (error) => {
          forget()
          fail(error)
        },
      )
    })
  }

  /** Null when work may go on at once; else resolves when it is its turn. Throws once the call is stopped. */
  pause(): Promise<void> | null {
    this.ensureGoing()
    if (++this.#looks <= LOOKS_FREE || !isSliceOver()) return null
    return this.#turns.wait().then(() => this.ensureGoing())
  }

  /** Calls `work` when nothing of the call waits for its turn any more: look-ups it asks for on the way share a statement then. */
  readonly afterTurns = (work: () => void): void => {
    const attempt = () => {
      if (this.#turns.isEmpty) work()
      else setImmediate(attempt)
    }
    // As DataLoader does it: after all promises that are settled now.
    Promise.resolve().then(() => process.nextTick(attempt))
  }

  /** Counts the entries of a list that is about to be written out; throws when it is too much. */
  bring(entries: number, coordinate: string): void {
    this.#rows += entries
    this.#fields += entries * (this.fieldsPerRow?.get(coordinate) ?? 1)
    if (this.#rows > CALL_LIMITS.rows || this.#fields > this.fieldsMax) this.stop(tooLarge(`${this.fieldsMax} values`))
    this.ensureGoing()
  }

  /** Counts bytes of the answer; throws when it is too much. */
  write(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes > CALL_LIMITS.bytes) this.stop(tooLarge(`${CALL_LIMITS.bytes / 1e6} MB`))
    this.ensureGoing()
  }

  /** Runs a statement of the call, a few at a time. */
  statement<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#statements ??= pLimit(CALL_LIMITS.statements)
    return this.#statements(() => {
      this.ensureGoing()
      return run()
    })
  }

  /** Calls `listener` once, when the call ends. */
  onEnd(listener: () => void): void {
    this.#onEnd = listener
  }

  /** The call was answered, or nobody is there to be answered. */
  end(): void {
    if (running.delete(this)) this.#onEnd?.()
  }

  /** Stops the call when its time is over. */
  enforce(nowMs: number): void {
    if (nowMs < this.#deadlineMs) return
    this.stop(
      new ApiError('timeout', `The call took longer than ${this.#seconds} s and was stopped. Ask for less at once.`),
    )
    if (nowMs > this.#deadlineMs + FORGOTTEN_MS) this.end()
  }
}

function tooLarge(limit: string): ApiError {
  return new ApiError(
    'invalid_query',
    `The answer would hold more than ${limit}. Ask for fewer rows at once, with limit and offset.`,
  )
}

const running = new Set<CallBudget>()
let sweeping: NodeJS.Timeout | null = null

function sweep(): void {
  const nowMs = performance.now()
  for (const budget of running) budget.enforce(nowMs)
  if (running.size > 0 || !sweeping) return
  clearInterval(sweeping)
  sweeping = null
}
