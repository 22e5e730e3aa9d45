import { expect, test } from 'vitest'
import { defaultForBars, NEAR_52W, OFF_HIGH, OVERBOUGHT, OVERSOLD } from './detection/detect.pure.ts'
import { computeLine } from './line/lines.pure.ts'
import { OPERAND_KEYS } from './line-key.pure.ts'
import { OPERANDS, splitList } from './operand.source.ts'
import { PATTERNS } from './pattern.source.ts'
import { PATTERN_KEYS, type PatternKey } from './pattern-key.pure.ts'
import { patternRow, resolveSignal } from './resolve-signal.ts'

test('every operand and every pattern has one row, in order', () => {
  expect(OPERANDS.map(({ key }) => key)).toEqual(OPERAND_KEYS)
  expect(PATTERNS.map(({ key }) => key)).toEqual(PATTERN_KEYS)
})

test('no name stands for two operands', () => {
  const names = OPERANDS.flatMap(({ key, aliases }) => [key, ...aliases])
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toBe(name.toLowerCase())
})

test.each(OPERANDS)('$key has its first value after $barsNeeded daily bars', ({ key, barsNeeded }) => {
  const close = Float64Array.from({ length: 300 }, (_, day) => 100 + (day % 7) + day / 50)
  const bars = {
    length: 300,
    open: close,
    high: close.map((x) => x + 1),
    low: close.map((x) => x - 1),
    close,
    volume: close,
  }
  expect(computeLine(key, 1, bars).findIndex((value) => !Number.isNaN(value))).toBe(barsNeeded - 1)
})

test.each(OPERANDS)('$key stays on its scale', ({ key, unit }) => {
  if (unit === 'price') return
  const close = Float64Array.from({ length: 400 }, (_, day) => 100 + 30 * Math.sin(day) + ((day * 7919) % 23))
  const bars = {
    length: 400,
    open: close,
    high: close.map((x) => x + 1),
    low: close.map((x) => x - 1),
    close,
    volume: close,
  }
  const values = computeLine(key, 1, bars).filter((value) => !Number.isNaN(value))
  const most = { '0-100': 100, '0-1': 1, fraction: 100 }[unit]
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...values)).toBeLessThanOrEqual(most)
})

test.each(PATTERNS)(
  '$key: the table has the defaults that detection uses',
  ({ key, kind, forBars, windowBars, rule }) => {
    expect(forBars).toBe(defaultForBars(key))
    expect(kind).toBe(forBars === null ? 'event' : 'state')
    expect(windowBars).toBe(20)
    expect(rule).toMatch(/\.$/)
  },
)

test('the table has the levels that detection uses', () => {
  const levels = (key: PatternKey) =>
    Object.fromEntries(
      splitList(patternRow(key).bDefault).map((part) => {
        const [operand = '', level] = part.split('=')
        return [operand, Number(level)]
      }),
    )
  expect(levels('overbought')).toEqual(OVERBOUGHT)
  expect(levels('oversold')).toEqual(OVERSOLD)
  const number = (key: PatternKey) => Number(patternRow(key).bDefault)
  expect([number('near_52w_high'), number('near_52w_low'), number('off_high')]).toEqual([NEAR_52W, NEAR_52W, OFF_HIGH])
})

test.each(PATTERNS)('$key resolves with operands of the kinds it names', ({ key, a, b, aDefault, bDefault }) => {
  const sample = (kinds: readonly string[], any: string) => {
    if (kinds.includes('any')) return any
    const levels: Record<string, string> = { level: '50', range: '40-60', fraction: '0.2' }
    return levels[kinds[0] ?? ''] ?? OPERANDS.find(({ family }) => family === kinds[0])?.key
  }
  const resolved = resolveSignal({ pattern: key, a: sample(a, 'close'), b: sample(b, 'ema20') })
  expect(resolved.signal).not.toBeNull()
  // What has no default is asked for.
  const needed = [
    ...(a.length > 0 && aDefault === null ? ['a'] : []),
    ...(b.length > 0 && bDefault === '' ? ['b'] : []),
  ]
  const bare = resolveSignal({ pattern: key })
  expect(bare.signal === null ? bare.problems.map(({ field }) => field) : []).toEqual(needed)
})
