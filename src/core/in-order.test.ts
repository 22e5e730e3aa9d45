import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

test('results come in the order of the items, and no more are under way than allowed', async () => {
  let open = 0
  let most = 0
  const work = async (ms: number) => {
    most = Math.max(most, ++open)
    await sleep(ms)
    open--
    return ms
  }
  expect(await Array.fromAsync(inOrder([30, 1, 20, 2, 10, 3, 1], 3, work))).toEqual([30, 1, 20, 2, 10, 3, 1])
  expect(most).toBe(3)
})

test('a failure is thrown when its turn comes', async () => {
  const seen: number[] = []
  const run = async () => {
    for await (const n of inOrder([1, 2, 3], 3, async (n) => (n === 2 ? Promise.reject(new Error('two')) : n)))
      seen.push(n)
  }
  await expect(run()).rejects.toThrow('two')
  expect(seen).toEqual([1])
})
