import { expect, test } from 'vitest'
import { Slots } from './model-slots.math.ts'

const never = new AbortController().signal

test('those who wait are let in in the order they came', async () => {
  const slots = new Slots(1)
  await slots.take(never)
  const order: number[] = []
  const waiting = [1, 2, 3].map((n) =>
    slots.take(never).then(() => {
      order.push(n)
      slots.release()
    }),
  )
  slots.release()
  await Promise.all(waiting)
  expect(order).toEqual([1, 2, 3])
})

test('who gives up waiting takes no room', async () => {
  const slots = new Slots(1)
  await slots.take(never)
  const impatient = new AbortController()
  const first = slots.take(impatient.signal)
  const second = slots.take(never)
  impatient.abort()
  expect(await first).toBe(false)
  slots.release()
  expect(await second).toBe(true)
  slots.release()
  expect(await slots.take(never)).toBe(true)
  expect(await slots.take(AbortSignal.abort())).toBe(false)
})
