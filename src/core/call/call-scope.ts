import { AsyncLocalStorage } from 'node:async_hooks'
import type { CallBudget } from './call-budget.ts'

const scope = new AsyncLocalStorage<CallBudget>()

/** Does `work` for a call: statements sent meanwhile belong to it and end with it. */
export function withinCall<Result>(budget: CallBudget, work: () => Result): Result {
  return scope.run(budget, work)
}

/** The call that is being served here; undefined for work that is no single call's. */
export function currentCall(): CallBudget | undefined {
  return scope.getStore()
}

/** Does `work` whose result several calls wait for: none of them takes it along when it ends. */
export function outsideCalls<Result>(work: () => Result): Result {
  return scope.exit(work)
}
