import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { processorMs } from '../../../test/setup/effort.ts'
import { resolveSignal } from '../technical/resolve-signal.ts'
import { findSignals, type ReadySignal } from './find-signal.ts'

/** Phrases written by somebody who had not seen the rules; the rules were then mended on one half and never on the other. */
const PHRASES = z
  .array(
    z.object({
      half: z.enum(['learnt', 'frozen']),
      phrase: z.string(),
      pattern: z.string(),
      a: z.string(),
      b: z.string(),
      timeframe: z.string(),
    }),
  )
  .parse(
    parse(readFileSync(new URL('../../../test/fixtures/signal-phrases.csv', import.meta.url), 'utf8'), {
      columns: true,
    }),
  )

const first = (phrase: string): ReadySignal | undefined => findSignals(phrase, 3).candidates[0]?.signal

function isMeant({ phrase, pattern, a, b, timeframe }: (typeof PHRASES)[number]): boolean {
  const signal = first(phrase)
  const same = (found: string | undefined, wanted: string) =>
    wanted === '' || found === wanted || Number(found) === Number(wanted)
  const days = Number(timeframe || 1)
  return signal?.pattern === pattern && same(signal.a, a) && same(signal.b, b) && (signal.timeframe ?? 1) === days
}

describe('phrases of traders', () => {
  test.each([
    ['frozen', 0.9],
    ['learnt', 0.95],
  ] as const)('the first candidate is what the %s half means, pattern, operands and timeframe', (half, share) => {
    const phrases = PHRASES.filter((one) => one.half === half)
    const missed = phrases.filter((one) => !isMeant(one)).map(({ phrase }) => phrase)
    expect(phrases.length).toBeGreaterThan(100)
    expect(1 - missed.length / phrases.length, missed.join('; ')).toBeGreaterThanOrEqual(share)
  })

  test.each([
    ['golden cross', { pattern: 'crossover_up', a: 'sma50', b: 'sma200' }],
    ['death cross on weekly', { pattern: 'crossover_dn', a: 'sma50', b: 'sma200', timeframe: 2 }],
    ['RSI oversold', { pattern: 'oversold', a: 'rsi14', b: '30' }],
    ['price back above the 200 day', { pattern: 'crossover_up', a: 'close', b: 'sma200' }],
    ['MACD bullish crossover', { pattern: 'crossover_up', a: 'macd', b: 'macd_signal' }],
    ['close above the 21 EMA for 5 days', { pattern: 'held_above', a: 'close', b: 'ema20', forBars: 5 }],
    ['up 10% in the last month', { pattern: 'net_change_up', b: '0.1', windowBars: 21 }],
  ])('%s', (phrase, signal) => {
    expect(first(phrase)).toEqual(signal)
  })

  test('candidates are ready: no screen refuses one, best first', () => {
    for (const { phrase } of PHRASES) {
      const { candidates } = findSignals(phrase, 25)
      for (const { signal } of candidates) expect(resolveSignal(signal).signal, phrase).not.toBeNull()
      const scores = candidates.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    }
  })

  test('a phrase of other things finds nothing to be sure of', () => {
    for (const phrase of ['weather in Paris', 'zzzz', '日本語'])
      expect(findSignals(phrase, 8).matchQuality, phrase).not.toBe('strong')
    expect(findSignals('golden cross', 8).matchQuality).toBe('strong')
  })

  test('no phrase takes long to read', async () => {
    const takenMs = await processorMs(() => {
      for (const phrase of ['a'.repeat(200), '20 day '.repeat(28), 'cross back up '.repeat(14), ' - '.repeat(66)])
        findSignals(phrase, 25)
    })
    expect(takenMs).toBeLessThan(5_000)
  })
})
