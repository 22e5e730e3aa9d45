import type { ExecutionArgs, ExecutionResult } from 'graphql'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { isoSeconds } from '../core/calendar.math.ts'
import type { Caller } from '../core/caller.ts'
import type { Context } from '../core/context.ts'
import { callOf } from './call.ts'
import { settleCharge } from './charge.store.ts'

/**
 * Settles what an operation cost, durably, after it ran and before its answer leaves. Answers 402 and no data when the balance does
 * not hold it; charges nothing when the operation brought nothing but errors.
 */
export function meteringPlugin(): Plugin<Context & { request: Request }> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { caller, meter, requestId, clock, request } = args.contextValue
      setExecuteFn(async (given: ExecutionArgs) => {
        const result: ExecutionResult = await executeFn(given)
        const credits = result.data ? meter.credits : 0
        if (credits === 0) return withCredits(result, 0, balanceOf(caller, caller.used))
        const { granted, used } = await settleCharge({
          caller,
          credits,
          requestId,
          operation: meter.operation,
          nowMs: clock.now(),
        })
        if (!granted) return { errors: [creditsExhausted(caller, credits, used)] }
        const call = callOf(request)
        if (call) call.charged += credits
        return withCredits(result, credits, balanceOf(caller, used))
      })
    },
  }
}

function withCredits(result: ExecutionResult, charged: number, balance: number | null): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, credits: { charged, balance } } }
}

/** Credits left in the period; null = unlimited. */
export function balanceOf(caller: Caller, used: number): number | null {
  return caller.creditLimit === null ? null : Math.max(0, caller.creditLimit - used)
}

function creditsExhausted(caller: Caller, needed: number, used: number): GraphQLError {
  const balance = balanceOf(caller, used) ?? 0
  const resets_at = isoSeconds(new Date(caller.period.endMs))
  return new GraphQLError(`This call costs ${needed} credits and ${balance} are left until ${resets_at}.`, {
    extensions: { code: 'CREDITS_EXHAUSTED', status: 402, http: { status: 402 }, needed, balance, resets_at },
  })
}
