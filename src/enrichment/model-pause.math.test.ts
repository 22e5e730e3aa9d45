import { expect, test } from 'vitest'
import { FAILURE_WEIGHT, ModelPause } from './model-pause.math.ts'

const { unusable, unreachable, refused } = FAILURE_WEIGHT

test('five failures of reach begin a pause, twenty of content, one refusal', () => {
  for (const [weight, count] of [
    [unreachable, 5],
    [unusable, 20],
    [refused, 1],
  ] as const) {
    const pause = new ModelPause()
    for (let i = 1; i < count; i++) expect(pause.failed(0, weight)).toBeNull()
    expect(pause.failed(0, weight)).toBe(30_000)
    expect(pause.admits(29_999)).toBe(false)
    expect(pause.admits(30_000)).toBe(true)
  }
})

test('a failure after the pause begins a longer one, up to ten minutes; failures during a pause change nothing', () => {
  const pause = new ModelPause()
  const lengths: (number | null)[] = []
  let now = 0
  for (let i = 0; i < 7; i++) {
    const length = pause.failed(now, refused)
    lengths.push(length)
    expect(pause.failed(now + 1, refused)).toBeNull()
    now += length ?? 0
  }
  expect(lengths).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000])
})

test('a success forgives', () => {
  const pause = new ModelPause()
  for (let i = 0; i < 50; i++) {
    expect(pause.failed(0, unreachable)).toBeNull()
    pause.succeeded()
  }
})

test('a wait the model asks for is kept, but for ten minutes at most', () => {
  expect(new ModelPause().failed(0, unreachable, 5_000)).toBe(5_000)
  expect(new ModelPause().failed(0, unreachable, 3_600_000)).toBe(600_000)
})
