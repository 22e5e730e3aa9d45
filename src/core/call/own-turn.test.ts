import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ownTurn } from './own-turn.ts'

test('each of many that become due together has a turn of its own, first come first served', async () => {
  let turn = 0
  let counting = true
  const count = async () => {
    while (counting) {
      await nextTurn()
      turn++
    }
  }
  const counted = count()
  const given: { readonly place: number; readonly turn: number }[] = []
  await Promise.all(
    Array.from({ length: 8 }, async (_, place) => {
      await ownTurn()
      given.push({ place, turn })
    }),
  )
  counting = false
  await counted
  expect(given.map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  expect(new Set(given.map((one) => one.turn)).size).toBe(8)
})
