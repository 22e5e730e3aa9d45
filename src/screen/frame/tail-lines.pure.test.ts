import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LINE_KEYS, readLines } from '../technical/line/lines.pure.ts'
import { readTails } from './tail-lines.pure.ts'

const walk = fc
  .record({ length: fc.integer({ min: 1, max: 1_500 }), seed: fc.nat(), lowest: fc.constantFrom(-20, 1) })
  .map(({ length, seed, lowest }) => {
    let state = seed
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const close = Float64Array.from({ length }, (_, index) => (index % 97 === 50 ? lowest : 20 + random() * 20))
    return {
      length,
      close,
      open: close,
      high: close.map((price) => price + random()),
      low: close.map((price) => price - random()),
      volume: close.map(() => (random() < 0.02 ? Number.NaN : Math.round(random() * 1e6))),
    }
  })

test.each(LINE_KEYS)('the tail of %s is that of the line over all bars, to the bit', (key) => {
  fc.assert(
    fc.property(
      walk,
      fc.constantFrom(1 as const, 2 as const, 3 as const),
      fc.constantFrom(1, 96, 336),
      (bars, timeframe, tail) => {
        const whole = readLines(bars, timeframe)(key)
        const { lines } = readTails(
          (first) => ({
            length: bars.length - first,
            open: bars.open.subarray(first),
            high: bars.high.subarray(first),
            low: bars.low.subarray(first),
            close: bars.close.subarray(first),
            volume: bars.volume.subarray(first),
          }),
          bars.length,
          timeframe,
          tail,
        )
        expect(lines(key)).toEqual(whole.subarray(Math.max(0, bars.length - tail)))
      },
    ),
    { numRuns: 25 },
  )
})
