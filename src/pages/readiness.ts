import { admit } from '../account/admission/admission.store.ts'
import { billingPeriodAt } from '../account/metering/billing-period.pure.ts'

/** How long the database may take to answer. */
const ANSWER_MS_MAX = 1_000
/** Digest of no key. */
const NOBODY = Buffer.alloc(32)

let draining = false

/** Makes the service report that it is not ready, because it shuts down. */
export function startDraining(): void {
  draining = true
}

/** Why the service can't take requests; empty when it can. Asks the database the way a call does: in the group that admits callers. */
export async function notReadyBecause(): Promise<string[]> {
  if (draining) return ['shutting down']
  const nowMs = Date.now()
  const admission = { digest: NOBODY, counted: false, nowMs, period: billingPeriodAt(nowMs, 'day') }
  const answer = admit(admission).then(
    () => true,
    () => false,
  )
  // Where this process itself was busy for so long, an answer may have come in that was not yet read.
  const late = new Promise<boolean>((settle) => setTimeout(() => setImmediate(settle, false), ANSWER_MS_MAX).unref())
  return (await Promise.race([answer, late])) ? [] : ['the database does not answer']
}
