import type { CallBudget } from '../call/call-budget.ts'
import type { InputSchema } from '../input/rule.ts'
import type { Clock } from '../time/clock.ts'
import type { Caller } from './caller.pure.ts'
import type { Meter } from './meter.ts'

/** What a resolver knows of the request it serves. The database is a module, not part of this. */
export interface Context {
  /** Whose key asks. Every operation has one: requests without a key never reach a resolver. */
  readonly accountId: number
  /** The caller with its usage, once the call is admitted; what shows or changes the account waits for it. */
  readonly admittedCaller: () => Promise<Caller>
  /** Collects what the operation costs; settled once, before the response leaves. */
  readonly meter: Meter
  /** What the call may still use; lists and metered fields ask it on the way. */
  readonly budget: CallBudget
  readonly clock: Clock
  /** Values that REST has checked against the rules of the field it calls. */
  readonly parsedInput?: { readonly schema: InputSchema; readonly values: unknown }
  readonly requestId: string
  /** Names of the data sets, other than the real world, that rows of the answer come from; the X-Data-Set header. */
  readonly dataSets: Set<string>
}
