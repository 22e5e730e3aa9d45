import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CallBudget } from '../call/call-budget.ts'
import { SLICE_MS } from '../call/turns.ts'
import { jsonText } from './json-text.ts'

const written = async (value: unknown) => {
  const budget = new CallBudget(30)
  try {
    return await jsonText(value, budget)
  } finally {
    budget.end()
  }
}

test('is what JSON.stringify writes, whatever the value and however large', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 1, max: 3_000 }), async (value, times) => {
      const large = { list: Array(times).fill(value), one: value, none: undefined, day: new Date(0), [`"${times}`]: [] }
      expect(await written(large)).toBe(JSON.stringify(large))
    }),
    { numRuns: 30 },
  )
  for (const value of [null, 1, 'a', [], {}, { a: undefined }, [undefined, [undefined]], Array(5_000).fill(undefined)])
    expect(await written(value)).toBe(JSON.stringify(value))
  const big = Array(3_000).fill({ a: 1, b: [2] })
  const uneven = [1, big, [], { big }, 2]
  expect(await written(uneven)).toBe(JSON.stringify(uneven))
})

test('lets others go on while it is written, and ends with its call', async () => {
  // Every look at the clock finds a slice over, however fast the machine is.
  let nowMs = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    nowMs += SLICE_MS + 1
    return nowMs
  })
  onTestFinished(() => clock.mockRestore())
  const large = Array.from({ length: 300_000 }, (_, index) => ({ index, text: 'some text' }))
  let turns = 0
  let done = false
  const others = (async () => {
    while (!done) {
      await turn()
      turns++
    }
  })()
  await written(large)
  done = true
  await others
  expect(turns).toBeGreaterThan(200)
  await expect(written(Array(40).fill('x'.repeat(1_000_000)))).rejects.toThrow(/more than 32 MB/)
})
