import { log } from '../../core/log.ts'
import { type UnansweredCharge, voidCharge } from './unanswered-charge.store.ts'

const RETRY_MS = 1_000

/** Charges yet to be voided, by request id. */
const waiting = new Map<string, UnansweredCharge>()
let underWay: Promise<void> | null = null

/** Voids charges of calls that were answered 503, as soon as the database answers; must not be waited for. */
export function voidUnanswered(charges: readonly UnansweredCharge[]): void {
  for (const charge of charges) waiting.set(charge.requestId, charge)
  if (charges.length > 0) void voidWaiting()
}

/** Tries once to void what is left; called again later while some is. */
export function voidWaiting(): Promise<void> {
  underWay ??= attempt().finally(() => {
    underWay = null
    if (waiting.size > 0) setTimeout(voidWaiting, RETRY_MS).unref()
  })
  return underWay
}

async function attempt(): Promise<void> {
  for (const [requestId, charge] of waiting) {
    try {
      await voidCharge(charge)
      waiting.delete(requestId)
      log.info({ request_id: requestId }, 'the charge of an unanswered call was voided')
    } catch (error) {
      log.warn({ err: error, waiting: waiting.size }, 'charges of unanswered calls cannot be voided yet')
      return
    }
  }
}
