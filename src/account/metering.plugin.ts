import type { ExecutionArgs, ExecutionResult } from 'graphql'
import { GraphQLError, getOperationAST } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { isoSeconds } from '../core/calendar.math.ts'
import type { Caller } from '../core/caller.ts'
import type { Context } from '../core/context.ts'
import { log } from '../core/log.ts'
import { type Call, callOf } from './call.ts'
import { enter, settle } from './entry.ts'

/** Meters what runs through the GraphQL pipeline. */
export function meteringPlugin(): Plugin<Context & { request: Request }> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { contextValue, document, operationName } = args
      const call = callOf(contextValue.request)
      if (!call) throw new Error('An operation was started without a call.')
      const writes = getOperationAST(document, operationName)?.operation === 'mutation'
      setExecuteFn((given: ExecutionArgs) => metered(contextValue, call, writes, () => executeFn(given)))
    },
  }
}

/**
 * Settles what an operation cost, durably, after it ran and before its answer leaves; one that `writes` starts when its call has entered.
 * Answers 402 and no data when the balance does not hold it; charges nothing when the operation brought nothing but errors.
 */
export async function metered(
  { meter, clock }: Context,
  call: Call,
  writes: boolean,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  try {
    if (writes) await enter(call)
  } catch {
    return REFUSED
  }
  const result = await execute()
  // A REST answer is whole or an error; a GraphQL answer may bring part of what was asked, and costs that part.
  const brought = result.data && !(result.errors?.length && call.path !== '/graphql')
  const credits = brought ? meter.credits : 0
  try {
    if (credits === 0) {
      const caller = await enter(call)
      return withCredits(result, 0, balanceOf(caller, caller.used))
    }
    const { caller, granted, used } = await settle(call, { credits, operation: meter.operation, nowMs: clock.now() })
    if (!granted) return { errors: [creditsExhausted(caller, credits, used)] }
    call.charged += credits
    return withCredits(result, credits, balanceOf(caller, used))
  } catch (error) {
    if (call.refusal) return REFUSED
    log.error({ err: error, request_id: call.requestId }, 'a charge could not be settled')
    return { errors: [notSettled()] }
  }
}

/** What a call that was not let in brings; it is answered on the way out. */
const REFUSED: ExecutionResult = { errors: [new GraphQLError('The call was not let in.')] }

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
