import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { language } from './code-rule.ts'
import { nearestCountry } from './country.ts'
import { parseInput, restName } from './parse.ts'
import { flag, inRest, integer, listOf, number, object } from './rule.ts'
import { day, withDayOrder } from './span-rule.ts'
import { identifier, objectKey, optionalText, text } from './text-rule.ts'

const trade = object('TestTradeInput', 'A trade.', {
  listing: text('Ticker.', 40),
  quantity: number('Units traded.', { min: 0, max: 1_000 }),
  tradedOn: day('Day of the trade.').optional(),
  note: text('Note; null removes it.').nullable().optional(),
})
const rules = z.strictObject({
  name: text('Name.', 20),
  trades: listOf(trade, 3, 'Trades.'),
  settings: object('TestSettingsInput', 'Settings.', {
    autoBalance: flag('Whether to balance.').default(false),
    first: trade.optional(),
  }).optional(),
})
const good = { listing: 'AAPL', quantity: 2 }

/** What a refusal says. */
function refusal(
  schema: Parameters<typeof parseInput>[0],
  values: Record<string, unknown>,
  face?: 'rest',
): Record<string, unknown> {
  try {
    parseInput(schema, values, ...(face ? [{ face }] : []))
  } catch (error) {
    if (error instanceof ApiError) return { message: error.message, ...error.extensions }
    throw error
  }
  throw new Error('It was not refused.')
}

describe('objects within the input', () => {
  test('are read by their own rules, with defaults filled in', () => {
    expect(parseInput(rules, { name: 'a', trades: [good], settings: {} })).toEqual({
      name: 'a',
      trades: [good],
      settings: { autoBalance: false },
    })
  })

  test('are named with their place when a value in them is wrong', () => {
    const trades = [good, good, { ...good, quantity: -1 }]
    expect(refusal(rules, { name: 'a', trades })).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: 'trades[2].quantity',
      message: '"trades[2].quantity" must be a number from 0 to 1000; -1 was given. The nearest valid value is 0.',
    })
  })

  test('are spelled as the face of the caller spells them', () => {
    const values = { name: 'a', trades: [good], settings: { first: { ...good, tradedOn: 'soon' } } }
    expect(refusal(rules, values)['param']).toBe('settings.first.tradedOn')
    expect(refusal(rules, values, 'rest')['param']).toBe('settings.first.traded_on')
  })

  test('say which of their fields is missing', () => {
    expect(refusal(rules, { name: 'a', trades: [good, { listing: 'AAPL' }] })).toMatchObject({
      code: 'MISSING_PARAMETER',
      param: 'trades[1].quantity',
    })
    expect(refusal(rules, { name: 'a' })).toMatchObject({ code: 'MISSING_PARAMETER', param: 'trades' })
  })

  test('refuse a field they do not have, and name those they have', () => {
    const values = { name: 'a', trades: [{ ...good, tradedOnn: '2026-01-02' }] }
    expect(refusal(rules, values, 'rest')).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: 'trades[0].tradedOnn',
      message:
        'There is no parameter "tradedOnn" in "trades[0]". Known parameters: listing, quantity, traded_on, note.',
    })
  })

  test.each([1, null])('a name without a rule is refused, also with the value %j', (value) => {
    expect(refusal(rules, { name: 'a', trades: [good], nmae: value })).toMatchObject({ param: 'nmae' })
    expect(refusal(rules, { name: 'a', trades: [{ ...good, noet: value }] })).toMatchObject({ param: 'trades[0].noet' })
  })

  test('take null for a field left out, unless null means something there', () => {
    const parsed = parseInput(rules, { name: 'a', trades: [{ ...good, tradedOn: null, note: null }], settings: null })
    expect(parsed).toEqual({ name: 'a', trades: [{ ...good, note: null }] })
    expect(refusal(rules, { name: 'a', trades: [{ ...good, quantity: null }] })).toMatchObject({
      code: 'MISSING_PARAMETER',
      param: 'trades[0].quantity',
    })
  })

  test.each([null, 'AAPL', 5, [good]])('must be objects: %j is none', (entry) => {
    const { param, message } = refusal(rules, { name: 'a', trades: [good, entry] })
    expect(param).toBe('trades[1]')
    expect(message).toMatch(/^"trades\[1\]" must be an object; /)
  })

  test('are as many as their list allows', () => {
    for (const trades of [[], [good, good, good, good]])
      expect(refusal(rules, { name: 'a', trades })['message']).toContain(
        '"trades" must be 1 to 3 values, each an object',
      )
  })

  test('are all told of at once', () => {
    const { details } = refusal(rules, { name: '', trades: [{ ...good, quantity: 'x' }, { quantity: 1 }] })
    expect(details).toMatchObject([{ param: 'name' }, { param: 'trades[0].quantity' }, { param: 'trades[1].listing' }])
  })

  test('offer a field of the name that is in the path of the call', () => {
    const schema = z.strictObject({
      id: objectKey('In the path.'),
      entry: object('TestEntryInput', 'Entry.', { id: objectKey('Of the entry.') }),
    })
    const call = () => parseInput(schema, { id: 1, entry: { id: 1, idd: 2 } }, { face: 'rest', inPath: ['id'] })
    expect(call).toThrow('Known parameters: id.')
  })
})

describe.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a parameter called %s', (name) => {
  const hostile = (inside: unknown): Record<string, unknown> => JSON.parse(`{"${name}": ${JSON.stringify(inside)}}`)

  test('is unknown like any other', () => {
    for (const value of [1, { name: 'a' }])
      expect(refusal(rules, { name: 'a', trades: [good], ...hostile(value) })['message']).toContain(
        `There is no parameter "${name}".`,
      )
    expect(refusal(rules, { name: 'a', trades: [{ ...good, ...hostile({}) }] })['param']).toBe(`trades[0].${name}`)
  })
})

test('one value where several are taken is told to be no list', () => {
  const schema = z.strictObject({ tickers: listOf(text('Ticker.', 40), 20, 'Tickers.') })
  expect(() => parseInput(schema, { tickers: 'AAPL' })).toThrow(
    '"tickers" must be 1 to 20 values, each text of 1 to 40 characters; "AAPL" was given, which is no list.',
  )
})

test.each([
  ['USA', 'US'],
  ['United Kingdom', 'GB'],
  ['uk', 'GB'],
])('a country written %s is told to be %s', (given, meant) => {
  expect(nearestCountry(given)).toBe(meant)
  expect(nearestCountry('Atlantis')).toBeUndefined()
})

describe('rules', () => {
  const one = (rule: z.ZodType, value: unknown) => parseInput(z.strictObject({ it: rule }), { it: value })['it']

  test('an identifier is a number or text of its form, read as text', () => {
    const rule = identifier('Node.', /^\d{8}$/, 'a node id of 8 digits')
    expect([one(rule, 10_000_000), one(rule, '10000000')]).toEqual(['10000000', '10000000'])
    for (const wrong of [1, 1.5, '1', '', '100000000', true, ['10000000'], {}])
      expect(() => one(rule, wrong), String(wrong)).toThrow('"it" must be a node id of 8 digits')
  })

  test('an object key is any number or text, for the look-up to find or refuse', () => {
    const rule = objectKey('Object.')
    expect([one(rule, 7), one(rule, '__proto__'), one(rule, '')]).toEqual(['7', '__proto__', ''])
    for (const wrong of [1.5, true, [], {}]) expect(() => one(rule, wrong), String(wrong)).toThrow('a number or text')
  })

  test('optional text that is empty was not given', () => {
    const rule = optionalText('Text.', 5)
    expect([one(rule, 'words'), one(rule, ''), one(rule, undefined), one(rule, null)]).toEqual([
      'words',
      undefined,
      undefined,
      undefined,
    ])
    for (const wrong of ['longer', 'a\0b', 5]) expect(() => one(rule, wrong), String(wrong)).toThrow('up to 5 char')
  })

  test('a language is one of ISO 639-1, in any letter case', () => {
    const rule = language('Language.').default('en')
    expect([one(rule, 'JA'), one(rule, 'th'), one(rule, undefined)]).toEqual(['ja', 'th', 'en'])
    for (const wrong of ['xx', 'eng', 'e', '', 'en-US', 'toString', '日本'])
      expect(() => one(rule, wrong), wrong).toThrow('an ISO 639-1 language code')
  })

  test('days are in order where both are given', () => {
    const rule = withDayOrder(z.strictObject({ from: day('First.').optional(), to: day('Last.').optional() }))
    for (const fine of [{}, { from: '2026-01-02' }, { to: '2026-01-02' }, { from: '2026-01-02', to: '2026-01-02' }])
      expect(parseInput(rule, fine)).toEqual(fine)
    expect(refusal(rule, { from: '2026-01-03', to: '2026-01-02' })).toMatchObject({
      code: 'INVALID_PARAMETER',
      param: 'from',
      message: '"from" (2026-01-03) must not be after "to" (2026-01-02).',
      did_you_mean: '2026-01-02',
    })
    expect(refusal(rule, { from: '2026-02-30', to: '2026-01-02' })['message']).toContain('a calendar day')
  })

  test('the first name in REST is the one of messages; without any it is the snake_case one', () => {
    const schema = z.strictObject({
      newsTypes: inRest(['news_type', 'type'], listOf(text('Type.'), 5, 'Types.')),
      query: inRest('q', text('Query.')).optional(),
      minImpact: integer('Impact.', { min: 1, max: 5 }),
    })
    expect(['newsTypes', 'query', 'minImpact'].map((name) => restName(schema, name))).toEqual([
      'news_type',
      'q',
      'min_impact',
    ])
    expect(refusal(schema, { newsTypes: ['a'], minImpact: 9 }, 'rest')['param']).toBe('min_impact')
    expect(refusal(schema, { newsTypes: [], minImpact: 1 }, 'rest')['param']).toBe('news_type')
    expect(refusal(schema, { newsTypes: [], minImpact: 1 })['param']).toBe('newsTypes')
  })

  test('what is wrong with two fields of an object names both as the caller spells them', () => {
    const fields = {
      priceMin: number('Smallest price.', { min: 0, max: 9 }),
      priceMax: number('Largest price.', { min: 0, max: 9 }),
    }
    const range = object('RangeInput', 'Prices.', fields, () => [
      { field: 'priceMin', message: '"{param}" must not be above "{priceMax}".' },
    ])
    const schema = z.strictObject({ range })
    const wrong = { range: { priceMin: 2, priceMax: 1 } }
    expect(refusal(schema, wrong, 'rest')['message']).toBe('"range.price_min" must not be above "price_max".')
    expect(refusal(schema, wrong)['message']).toBe('"range.priceMin" must not be above "priceMax".')
  })
})
