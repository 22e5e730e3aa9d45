import type { ExecutionArgs, ExecutionResult } from 'graphql'
import { GraphQLError, getOperationAST } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { withinCall } from '../../core/call/call-scope.ts'
import { type ApiError, ERRORS } from '../../core/errors.ts'
import type { Caller } from '../../core/graphql/caller.pure.ts'
import type { Context } from '../../core/graphql/context.ts'
import { weightOf } from '../../core/graphql/limit/document-limits.ts'
import { log } from '../../core/log.ts'
import { isoSeconds } from '../../core/time/calendar.pure.ts'
import { ensureAdmitted, settle } from '../admission/admission.ts'
import { type Call, callOf } from '../admission/call.ts'
import { costOf } from './cost.ts'

/** Meters every GraphQL operation. */
export function meteringPlugin(): Plugin<Context & { request: Request }> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { contextValue, document, operationName } = args
      const call = callOf(contextValue.request)
      if (!call) throw new Error('An operation was executed outside of a call.')
      const operation = getOperationAST(document, operationName)
      // Which operation is meant is for the execution to find out.
      if (!operation) return
      const work = {
        writes: operation.operation === 'mutation',
        leastCredits: leastCredits(weightOf(args).certainCosts),
      }
      setExecuteFn((given: ExecutionArgs) => metered(contextValue, call, work, () => executeFn(given)))
    },
  }
}

/** Credits of an operation that serves each of these fields once, and brings a row at most. */
export function leastCredits(costs: readonly string[]): number {
  return costs.reduce((sum, cost) => sum + costOf(cost, 1), 0)
}

/** What is known of an operation before it runs. */
interface Work {
  readonly writes: boolean
  /** Credits it costs at least; null where it may turn out to be free whatever it reads. */
  readonly leastCredits: number | null
  /** Whether what it brought is free after all. */
  readonly isFree?: (result: ExecutionResult) => boolean | Promise<boolean>
}

/**
 * Settles what an operation cost, durably, after it ran and before its answer is sent; one that `writes` starts only when its call is
 * admitted. Answers 402 and no data when the balance does not hold it, before it runs where that is known before, and else as soon as it
 * is; charges nothing when the operation produced only errors.
 */
export async function metered(
  context: Context,
  call: Call,
  work: Work,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  const { meter, clock } = context
  try {
    if (work.writes) await ensureAdmitted(call)
    const broke = await cannotPay(context, call, work.leastCredits)
    if (broke) return { errors: [broke] }
  } catch {
    return REFUSED
  }
  const result = await bounded(call, work, execute)
  // A REST answer is whole or an error; a GraphQL answer may bring part of what was asked, and costs that part.
  const brought = result.data && !(result.errors?.length && call.path !== '/graphql')
  try {
    if (meter.isExceeded) {
      const caller = await ensureAdmitted(call)
      return { errors: [creditsExhausted(caller, meter.credits, caller.used)] }
    }
    const credits = brought && !(await work.isFree?.(result)) ? meter.credits : 0
    if (credits === 0) {
      const caller = await ensureAdmitted(call)
      return withCredits(result, 0, balanceOf(caller, caller.used))
    }
    const { caller, granted, used } = await settle(call, { credits, operation: meter.operation, nowMs: clock.now() })
    if (!granted) return { errors: [creditsExhausted(caller, credits, used)] }
    call.charged += credits
    return withCredits(result, credits, balanceOf(caller, used))
  } catch (error) {
    if (call.refusal) return REFUSED
    // Who left, or ran out of time, while it was settled: nothing was charged, and nothing is wrong.
    const { stopped } = call.budget
    if (stopped && error === stopped) return { errors: [stoppedError(stopped)] }
    log.error({ err: error, request_id: call.requestId }, 'a charge could not be settled')
    return { errors: [notSettled()] }
  }
}

/** Runs an operation within the budget of its call; a change that has begun is carried out to its end. */
async function bounded(
  { budget }: Call,
  { writes }: Work,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  if (writes) return execute()
  try {
    return await budget.race(() => withinCall(budget, async () => execute()))
  } catch (error) {
    if (budget.stopped && error === budget.stopped) return { errors: [stoppedError(budget.stopped)] }
    throw error
  }
}

/** The refusal of a call whose least costs the balance does not hold; null when it may run. Notes what it may cost at most. */
async function cannotPay({ meter }: Context, call: Call, least: number | null): Promise<GraphQLError | null> {
  if (least === null || !call.caller || call.caller.creditLimit === null) return null
  // What is known from a call a moment ago may be out of date, on the wrong side: then it is asked for.
  const known = balanceIn(call)
  const caller = least > known ? await ensureAdmitted(call) : call.caller
  const left = least > known ? (balanceOf(caller, caller.used) ?? Number.POSITIVE_INFINITY) : known
  meter.allow(left, (reason) => call.budget.stop(reason))
  return least > left ? creditsExhausted(caller, least, caller.used) : null
}

/** Credits left by what is known of the caller; all of them where that is from another period. */
function balanceIn({ caller, admission }: Call): number {
  if (!caller || caller.creditLimit === null) return Number.POSITIVE_INFINITY
  const used = admission?.period.startMs === caller.period.startMs ? caller.used : 0
  return Math.max(0, caller.creditLimit - used)
}

/** The result of a refused call; its refusal replaces it before the answer is sent. */
const REFUSED: ExecutionResult = { errors: [new GraphQLError('The call was refused.')] }

function withCredits(result: ExecutionResult, charged: number, balance: number | null): ExecutionResult {
  return { ...result, extensions: { ...result.extensions, credits: { charged, balance } } }
}

/** Credits left in the period; null = unlimited. */
export function balanceOf(caller: Caller, used: number): number | null {
  return caller.creditLimit === null ? null : Math.max(0, caller.creditLimit - used)
}

/** A stopped call as the answer of a whole request. */
function stoppedError(reason: ApiError): GraphQLError {
  const { status } = ERRORS[reason.code]
  return new GraphQLError(reason.message, { extensions: { ...reason.extensions, http: { status, spec: false } } })
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
