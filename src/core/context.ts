import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import type { Meter } from './meter.ts'

/** What a resolver knows of the request it serves. The database is a module, not part of this. */
export interface Context {
  /** Who asks. Every operation has one: requests without a live key never reach a resolver. */
  readonly caller: Caller
  /** Collects what the operation costs; settled once, before the response leaves. */
  readonly meter: Meter
  readonly clock: Clock
  readonly requestId: string
  /** Names of the data sets, other than the real world, that rows of the answer come from; the X-Data-Set header. */
  readonly dataSets: Set<string>
}
