import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from '../src/core/input/parse.ts'
import { flag, inRest, integer, listOf, number, object } from '../src/core/input/rule.ts'
import { objectKey, text } from '../src/core/input/text-rule.ts'
import { bodyInput, queryInput } from './request-input.ts'

const trade = object('TestRestTradeInput', 'A trade.', {
  listingId: integer('Listing.', { min: 1 }),
  quantity: number('Units traded.', { min: 0, max: 1_000 }),
  tags: listOf(text('Tag.'), 3, 'Tags.').optional(),
})
const rules = z.strictObject({
  portfolioId: objectKey('Portfolio.').optional(),
  newsTypes: inRest(['news_type', 'type'], listOf(text('Type.'), 5, 'Types.')).optional(),
  minImpact: integer('Impact.', { min: 1, max: 5 }).optional(),
  all: flag('Everything.').default(false),
  trades: listOf(trade, 3, 'Trades.').optional(),
  firstTrade: trade.optional(),
})
const query = (text: string, inPath: readonly string[] = []) => queryInput(rules, new URLSearchParams(text), inPath)
const body = (json: string, inPath: readonly string[] = []) => bodyInput(rules, JSON.parse(json), inPath)
const parsed = (values: Record<string, unknown>) => parseInput(rules, values, { face: 'rest' })

describe('a JSON body', () => {
  test('is spelled in snake_case at every depth', () => {
    expect(
      parsed(
        body(`{"min_impact": 2, "first_trade": {"listing_id": 1, "quantity": 1.5},
          "trades": [{"listing_id": 2, "quantity": 2, "tags": ["a"]}, {"listing_id": 3, "quantity": 3}]}`),
      ),
    ).toEqual({
      minImpact: 2,
      all: false,
      firstTrade: { listingId: 1, quantity: 1.5 },
      trades: [
        { listingId: 2, quantity: 2, tags: ['a'] },
        { listingId: 3, quantity: 3 },
      ],
    })
  })

  test('in camelCase is told the right spelling, at every depth', () => {
    for (const json of ['{"minImpact": 2}', '{"trades": [{"listingId": 2}]}', '{"first_trade": {"listingId": 2}}'])
      expect(() => body(json), json).toThrow(/There is no parameter "\w+"; it is spelled "(min_impact|listing_id)"\./)
  })

  test('and a query by the name that GraphQL has for a parameter are told the name that REST has', () => {
    expect(() => body('{"newsTypes": ["a"]}')).toThrow('There is no parameter "newsTypes"; it is spelled "news_type".')
    expect(() => query('newsTypes=a')).toThrow('There is no parameter "newsTypes"; it is spelled "news_type".')
  })

  test('that is no object is refused; what is no object inside it is left to the rules', () => {
    for (const json of ['[]', 'null', '5', '"text"', 'true'])
      expect(() => body(json), json).toThrow('The body must be a JSON object.')
    expect(() => parsed(body('{"trades": [5]}'))).toThrow('"trades[0]" must be an object; 5 was given.')
    expect(() => parsed(body('{"first_trade": "x"}'))).toThrow('"first_trade" must be an object; "x" was given.')
  })

  test('says a parameter once, by any of its names', () => {
    expect(body('{"type": ["a"]}')).toEqual({ newsTypes: ['a'] })
    expect(() => body('{"type": ["a"], "news_type": ["b"]}')).toThrow('"news_type" was given more than once.')
  })

  test('does not say again what the path says', () => {
    expect(() => parsed(body('{"portfolio_id": 2}', ['portfolioId']))).toThrow('There is no parameter "portfolio_id".')
    expect(body('{"portfolio_id": 2}')).toEqual({ portfolioId: 2 })
  })

  test('keeps its types: text is no number', () => {
    expect(() => parsed(body('{"min_impact": "2"}'))).toThrow(
      '"min_impact" must be an integer from 1 to 5; "2" was given.',
    )
    expect(() => parsed(body('{"all": "true"}'))).toThrow('"all" must be true or false; "true" was given.')
  })

  test('with __proto__ is refused and changes no object', () => {
    for (const json of [
      '{"__proto__": {"all": true}}',
      '{"first_trade": {"listing_id": 1, "quantity": 1, "__proto__": {}}}',
    ])
      expect(() => parsed(body(json)), json).toThrow('There is no parameter "__proto__"')
    expect(Object.getPrototypeOf(body('{"__proto__": {"all": true}}'))).toBe(Object.prototype)
  })
})

describe('a query string', () => {
  test('is read by the declared types; lists are separated by commas or repeated', () => {
    expect(query('min_impact=2&all=1&news_type=a,b&format=csv')).toEqual({
      minImpact: 2,
      all: true,
      newsTypes: ['a', 'b'],
    })
    expect(query('type=a&type=b,c')).toEqual({ newsTypes: ['a', 'b', 'c'] })
  })

  test('says a parameter once, by any of its names', () => {
    expect(() => query('type=a&news_type=b')).toThrow('"news_type" was given more than once.')
    expect(() => query('min_impact=1&min_impact=2')).toThrow('"min_impact" was given more than once.')
  })

  test('holds objects as JSON', () => {
    const trades = encodeURIComponent('[{"listing_id": 1, "quantity": 2}]')
    expect(query(`trades=${trades}`)).toEqual({ trades: [{ listingId: 1, quantity: 2 }] })
    expect(() => query('trades=[{')).toThrow('"trades" must be JSON, URL-encoded')
  })

  test.each(['__proto__', 'constructor', 'toString'])('with %s is refused and changes no object', (name) => {
    expect(() => parsed(query(`${name}=1`))).toThrow(`There is no parameter "${name}".`)
    expect(Object.getPrototypeOf(query(`${name}=1`))).toBe(Object.prototype)
  })
})
