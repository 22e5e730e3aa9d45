import { setImmediate as nextTurn } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/** Resolves in a turn of the event loop that nobody else was given: work of many calls that became due together is not done in one go. */
export function ownTurn(): Promise<unknown> {
  last = last.then(() => nextTurn())
  return last
}
