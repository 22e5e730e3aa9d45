import type { Caller } from './caller.ts'
import type { Clock } from './clock.ts'
import type { Meter } from './meter.ts'

/** What a resolver knows of the request it serves. The database is a module, not part of this. */
export interface Context {
  /** Whose key asks. Every operation has one: requests without a key never reach a resolver. */
  readonly accountId: number
  /** Who asks and where the account stands, once the call has been admitted; what shows or changes the account waits for it. */
  readonly entered: () => Promise<Caller>
  /** Collects what the operation costs; settled once, before the response leaves. */
  readonly meter: Meter
  readonly clock: Clock
  readonly requestId: string
  /** Names of the data sets, other than the real world, that rows of the answer come from; the X-Data-Set header. */
  readonly dataSets: Set<string>
}
