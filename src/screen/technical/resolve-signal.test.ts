import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OPERANDS } from './operand.source.ts'
import { operandText, resolveOperand } from './resolve-operand.ts'
import { resolveSignal, type Signal, type SignalText } from './resolve-signal.ts'

const operandOf = (text: string) => resolveOperand(text).operand

describe('operands', () => {
  test.each(OPERANDS)('$key by its key and aliases, in any letter case', ({ key, aliases }) => {
    for (const name of [key, ...aliases])
      for (const written of [name, name.toUpperCase(), ` ${name} `])
        expect(resolveOperand(written)).toEqual({ operand: key, note: null })
  })

  // The operands and aliases of the contract, which the table has to hold.
  test.each([
    ['ma200', 'sma200'],
    ['price', 'close'],
    ['%k', 'stoch_k'],
    ['stoch', 'stoch_k'],
    ['d', 'stoch_d'],
    ['dmi14_adx', 'adx'],
    ['+di', 'plus_di'],
    ['-di', 'minus_di'],
    ['signal', 'macd_signal'],
    ['bb20_mid', 'bb_mid'],
    ['tenkan_sen', 'ichi_tenkan'],
    ['base_line', 'ichi_kijun'],
    ['leading_span_a', 'ichi_senkou_a'],
    ['span_b', 'ichi_senkou_b'],
    ['vol', 'realized_vol_pct_1yr'],
    ['rvol_30d', 'realized_vol_30d'],
    ['RSI(14)', 'rsi14'],
    ['EMA 50', 'ema50'],
    ['200-day MA', 'sma200'],
  ])('%s is %s', (text, key) => expect(operandOf(text)).toBe(key))

  test.each([
    ['70', 70],
    ['-0.5', -0.5],
    ['1e3', 1000],
    ['.25', 0.25],
  ])('%s is a level', (text, level) => expect(operandOf(text)).toBe(level))

  test.each([
    ['30-70', 30, 70],
    ['30 - 70', 30, 70],
    ['-5--1.5', -5, -1.5],
    ['40 to 60', 40, 60],
    ['0.2–0.4', 0.2, 0.4],
  ])('%s is a range', (text, low, high) => expect(operandOf(text)).toEqual({ low, high }))

  test('a range that ends below its beginning is turned round in the answer', () => {
    expect(resolveOperand('70-30')).toMatchObject({ operand: null, nearest: ['30-70'] })
  })

  // |ln(21/20)| < |ln(21/50)|; 31 < sqrt(20 x 50) = 31.6 < 32; 141 < sqrt(100 x 200) = 141.4 < 142.
  test.each([
    ['ema21', 'ema20'],
    ['ema1', 'ema5'],
    ['ema7', 'ema5'],
    ['ema8', 'ema10'],
    ['ema31', 'ema20'],
    ['ema32', 'ema50'],
    ['sma141', 'sma100'],
    ['ma142', 'sma200'],
    ['sma5', 'sma10'],
    ['ema1000', 'ema200'],
    ['hma55', 'ema50'],
    ['WMA 20', 'ema20'],
    ['tema9', 'ema10'],
    ['vwma(100)', 'ema100'],
  ])('%s is not kept: the nearest line is %s, and a note says so', (text, key) => {
    const resolved = resolveOperand(text)
    expect(resolved.operand).toBe(key)
    expect('note' in resolved && resolved.note).toContain(key)
  })

  test.each(['', 'ema', 'ema0', 'ema-', 'rsi7', '200 day', 'NaN', 'Infinity', '1e999', '__proto__', 'x'.repeat(1e6)])(
    '%.20s is none',
    (text) => expect(operandOf(text)).toBeNull(),
  )

  test('any text gives an operand that reads back as itself, or a reason', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), (text) => {
        const resolved = resolveOperand(text)
        if (resolved.operand === null) expect(resolved.message).not.toBe('')
        else expect(operandOf(operandText(resolved.operand))).toEqual(resolved.operand)
      }),
    )
  })
})

describe('signals', () => {
  const signalOf = (text: SignalText): Signal | null => resolveSignal(text).signal
  const problemsOf = (text: SignalText) => {
    const resolved = resolveSignal(text)
    return resolved.signal === null
      ? resolved.problems.map(({ field, code, nearest }) => ({ field, code, nearest }))
      : []
  }
  const notesOf = (text: SignalText) => {
    const resolved = resolveSignal(text)
    return resolved.signal === null ? [] : resolved.notes
  }

  test('defaults are filled in', () => {
    expect(signalOf({ pattern: 'overbought', a: 'rsi' })).toEqual({
      pattern: 'overbought',
      kind: 'state',
      a: 'rsi14',
      b: 70,
      forBars: 1,
      windowBars: 20,
    })
    expect(signalOf({ pattern: 'OVERSOLD', a: '%k' })).toMatchObject({ b: 20 })
    expect(signalOf({ pattern: 'held_above', a: 'price', b: 'ma50' })).toMatchObject({
      a: 'close',
      b: 'sma50',
      forBars: 3,
    })
    expect(signalOf({ pattern: 'near_ma', b: 'ema200' })).toMatchObject({ a: 'close' })
    expect(signalOf({ pattern: 'hidden_divergence_bull' })).toMatchObject({ a: 'rsi14', forBars: null })
    expect(signalOf({ pattern: 'off_high' })).toMatchObject({ a: null, b: 0.1 })
    expect(signalOf({ pattern: 'net_change_dn', b: '0.1', windowBars: 60 })).toMatchObject({ b: 0.1, windowBars: 60 })
  })

  test('a range that is none is told what one looks like, not the nearest line', () => {
    for (const b of ['40,60', 'abc']) {
      const resolved = resolveSignal({ pattern: 'in_range', a: 'rsi14', b })
      expect(resolved).toMatchObject({
        problems: [
          {
            field: 'b',
            code: 'invalid_parameter',
            message: `in_range needs a range such as 30-70 as operand b; ${b} is not one.`,
            nearest: [],
          },
        ],
      })
    }
    expect(problemsOf({ pattern: 'in_range', a: 'rsi14', b: '70-30' })).toMatchObject([{ nearest: ['30-70'] }])
  })

  test('an unknown pattern has a near one', () => {
    expect(problemsOf({ pattern: 'crosover_up' })).toEqual([
      { field: 'pattern', code: 'unknown_pattern', nearest: ['crossover_up'] },
    ])
  })

  test('an unknown operand has a near one', () => {
    expect(problemsOf({ pattern: 'rising', a: 'rsii' })).toEqual([
      { field: 'a', code: 'unknown_operand', nearest: ['rsi14'] },
    ])
  })

  test('an oscillator is needed', () => {
    const [problem] = problemsOf({ pattern: 'overbought', a: 'ema50' })
    expect(problem).toMatchObject({ field: 'a', code: 'invalid_parameter' })
    expect(problem?.nearest).toEqual(expect.arrayContaining(['rsi14', 'stoch_k', 'adx']))
    expect(problemsOf({ pattern: 'divergence_bull', a: 'close' })).toHaveLength(1)
    expect(problemsOf({ pattern: 'in_range', a: 'sma20', b: '30-70' })).toHaveLength(1)
    expect(problemsOf({ pattern: 'near_ma', a: 'rsi', b: 'ema50' })).toMatchObject([{ field: 'a', nearest: ['close'] }])
  })

  test('what is missing is named, all of it at once', () => {
    expect(problemsOf({ pattern: 'crossover_up' }).map(({ field, code }) => [field, code])).toEqual([
      ['a', 'missing_parameter'],
      ['b', 'missing_parameter'],
    ])
    expect(problemsOf({ pattern: 'overbought', a: 'adx' })).toMatchObject([{ field: 'b', code: 'missing_parameter' }])
    expect(problemsOf({ pattern: 'overbought', a: ' ' })).toMatchObject([{ field: 'a', code: 'missing_parameter' }])
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s is no number of bars', (bars) => {
    expect(problemsOf({ pattern: 'held_above', a: 'close', b: 'ema20', forBars: bars })).toMatchObject([
      { field: 'forBars' },
    ])
    expect(problemsOf({ pattern: 'squeeze_fired', windowBars: bars })).toMatchObject([{ field: 'windowBars' }])
  })

  test('operands that cannot differ are refused', () => {
    expect(problemsOf({ pattern: 'above', a: '1', b: '2' })).toMatchObject([{ code: 'invalid_parameter' }])
    expect(problemsOf({ pattern: 'crossover_up', a: 'ema21', b: 'ema20' })).toMatchObject([{ field: 'b' }])
    expect(problemsOf({ pattern: 'overbought', a: 'rsi', b: '170' })).toMatchObject([{ field: 'b', nearest: ['100'] }])
    expect(problemsOf({ pattern: 'off_high', b: '-0.1' })).toMatchObject([{ field: 'b' }])
    expect(problemsOf({ pattern: 'off_high', b: '150' })).toMatchObject([{ field: 'b' }])
    expect(problemsOf({ pattern: 'in_range', a: 'rsi', b: '50' })).toMatchObject([{ field: 'b' }])
  })

  test('percentages become fractions, with a note; a rise can be more than the price', () => {
    expect(signalOf({ pattern: 'off_high', b: '25' })).toMatchObject({ b: 0.25 })
    expect(notesOf({ pattern: 'off_high', b: '25' })).toEqual([expect.stringContaining('0.25')])
    expect(signalOf({ pattern: 'net_change_up', b: '1.5' })).toMatchObject({ b: 1.5 })
  })

  test('what a pattern does not use is noted', () => {
    expect(notesOf({ pattern: 'vol_spike', a: 'close', forBars: 2 })).toHaveLength(2)
    expect(notesOf({ pattern: 'crossover_up', a: 'ema21', b: 'hma200' })).toHaveLength(2)
  })
})
