import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ApiError } from '../errors.ts'
import { CallBudget } from './call-budget.ts'
import { CALL_LIMITS } from './call-limits.ts'

function spin(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const reason = new ApiError('unavailable', 'Enough.')

test('small work never waits', () => {
  const budget = new CallBudget(30)
  budget.bring(3, 'A.list')
  expect(budget.pause()).toBeNull()
  expect([budget.rows, budget.fields]).toEqual([3, 3])
  budget.end()
})

test('long work gives way: what others asked for meanwhile is served before it is done', async () => {
  const budgets = [new CallBudget(30), new CallBudget(30)]
  let turns = 0
  let done = false
  const others = (async () => {
    while (!done) {
      await turn()
      turns++
    }
  })()
  const order: number[] = []
  const work = budgets.map(async (budget, index) => {
    const pieces = Array.from({ length: 20 }, async () => {
      const pause = budget.pause()
      if (pause) await pause
      spin(2)
      order.push(index)
    })
    await Promise.all(pieces)
  })
  await Promise.all(work)
  done = true
  await others
  expect(turns).toBeGreaterThan(5)
  // Neither call waits for the other one to be done with all its work.
  expect(order.indexOf(1)).toBeLessThan(order.lastIndexOf(0))
  for (const budget of budgets) budget.end()
})

test('once stopped, it stops everything: what waits, what runs and what comes', async () => {
  const budget = new CallBudget(30)
  const heard: unknown[] = []
  budget.onStop((why) => heard.push(why))
  const forget = budget.onStop(() => heard.push('never'))
  forget()
  const hanging = budget.race(() => new Promise(() => {}))
  budget.stop(reason)
  budget.stop(new ApiError('internal', 'Too late.'))
  await expect(hanging).rejects.toBe(reason)
  await expect(budget.race(async () => 1)).rejects.toBe(reason)
  await expect(budget.statement(async () => 1)).rejects.toBe(reason)
  expect(() => budget.bring(0, 'A.list')).toThrow(reason)
  expect(() => budget.pause()).toThrow(reason)
  expect(() => budget.write(1)).toThrow(reason)
  budget.onStop((why) => heard.push(why))
  expect(heard).toEqual([reason, reason])
})

test('too many rows, fields or bytes stop it', () => {
  const refused = (spend: (budget: CallBudget) => unknown) => {
    const budget = new CallBudget(30)
    expect(() => spend(budget)).toThrow(/would hold more than/)
    expect(budget.stopped?.code).toBe('invalid_query')
    budget.end()
  }
  refused((budget) => budget.bring(CALL_LIMITS.rows + 1, 'A.list'))
  refused((budget) => {
    budget.fieldsPerRow = new Map([['A.list', 100]])
    return budget.bring(CALL_LIMITS.fields / 100 + 1, 'A.list')
  })
  refused((budget) => budget.write(CALL_LIMITS.bytes + 1))
})

test('when its time is over it is stopped, and what it holds is let go', async () => {
  let ended = 0
  const budget = new CallBudget(0.1)
  budget.onEnd(() => ended++)
  await expect(budget.race(() => new Promise(() => {}))).rejects.toMatchObject({ code: 'timeout' })
  budget.end()
  budget.end()
  expect(ended).toBe(1)
})

test('statements of one call run a few at a time', async () => {
  const budget = new CallBudget(30)
  let running = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 10 }, () =>
      budget.statement(async () => {
        most = Math.max(most, ++running)
        await turn()
        running--
      }),
    ),
  )
  expect(most).toBe(CALL_LIMITS.statements)
  budget.end()
})
