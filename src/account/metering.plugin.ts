import type { ExecutionArgs, ExecutionResult } from 'graphql'
import { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { isoSeconds } from '../core/calendar.math.ts'
import type { Caller } from '../core/caller.ts'
import type { Context } from '../core/context.ts'
import { log } from '../core/log.ts'
import { type Call, callOf } from './call.ts'
import { settleCharge } from './charge.store.ts'

/** Meters what runs through the GraphQL pipeline. */
export function meteringPlugin(): Plugin<Context & { request: Request }> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { contextValue } = args
      setExecuteFn((given: ExecutionArgs) =>
        metered(contextValue, callOf(contextValue.request), () => executeFn(given)),
      )
    },
  }
}

/**
 * Settles what an operation cost, durably, after it ran and before its answer leaves. Answers 402 and no data when the balance does
 * not hold it; charges nothing when the operation brought nothing but errors.
 */
export async function metered(
  { caller, meter, requestId, clock }: Context,
  call: Call | undefined,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const result = await execute()
  // A REST answer is whole or an error; a GraphQL answer may bring part of what was asked, and costs that part.
  const brought = result.data && !(result.errors?.length && call?.path !== '/graphql')
  const credits = brought ? meter.credits : 0
  if (credits === 0) return withCredits(result, 0, balanceOf(caller, caller.used))
  const charge = { caller, credits, requestId, operation: meter.operation, nowMs: clock.now() }
  const settled = await settleCharge(charge).catch((error) => {
    log.error({ err: error, request_id: requestId }, 'a charge could not be settled')
    return null
  })
  if (!settled) return { errors: [notSettled()] }
  const { granted, used } = settled
  if (!granted) return { errors: [creditsExhausted(caller, credits, used)] }
  if (call) call.charged += credits
  return withCredits(result, credits, balanceOf(caller, used))
}

function withCredits(result: ExecutionResult, charged: number, balance: number | null): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, credits: { charged, balance } } }
}

/** Credits left in the period; null = unlimited. */
export function balanceOf(caller: Caller, used: number): number | null {
  return caller.creditLimit === null ? null : Math.max(0, caller.creditLimit - used)
}

function notSettled(): GraphQLError {
  return new GraphQLError('The service cannot settle credits right now. Try again shortly.', {
    extensions: { code: 'UNAVAILABLE', status: 503, http: { status: 503 }, retry_after_seconds: 1 },
  })
}

function creditsExhausted(caller: Caller, needed: number, used: number): GraphQLError {
  const balance = balanceOf(caller, used) ?? 0
  const resets_at = isoSeconds(new Date(caller.period.endMs))
  return new GraphQLError(`This call costs ${needed} credits and ${balance} are left until ${resets_at}.`, {
    extensions: { code: 'CREDITS_EXHAUSTED', status: 402, http: { status: 402 }, needed, balance, resets_at },
  })
}
