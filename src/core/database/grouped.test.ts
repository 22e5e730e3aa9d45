import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { grouped } from './grouped.ts'

/** A settler that answers each item with itself, and remembers its groups. */
function recorder(groupSizeMax?: number) {
  const groups: number[][] = []
  const call = grouped(async (items: readonly number[]) => {
    groups.push([...items])
    return items
  }, groupSizeMax)
  return { groups, call }
}

test('calls of one turn travel together, each gets its own result', async () => {
  const { groups, call } = recorder()
  expect(await Promise.all([call(1), call(2), call(3)])).toEqual([1, 2, 3])
  expect(groups).toEqual([[1, 2, 3]])
})

test('a group waits for turns that bring more, but not for ever', async () => {
  const { groups, call } = recorder()
  const answers = [call(0)]
  for (let item = 1; item < 20; item++) {
    await turn()
    answers.push(call(item))
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 20 }, (_, item) => item))
  expect(groups.length).toBeGreaterThan(1)
  expect(groups.length).toBeLessThan(20)
})

test('a group has its largest size, and what is left goes with the next', async () => {
  const { groups, call } = recorder(2)
  await Promise.all([1, 2, 3, 4, 5].map(call))
  expect(groups).toEqual([[1, 2], [3, 4], [5]])
})

test('a failing group fails all its callers and none of the next', async () => {
  let failing = true
  const call = grouped(async (items: readonly number[]) => {
    if (failing) throw new Error('down')
    return items
  })
  const settled = await Promise.allSettled([call(1), call(2)])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  failing = false
  expect(await call(3)).toBe(3)
})
