import { buildSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { country } from '../../src/core/input/code-rule.ts'
import { enumeration } from '../../src/core/input/enumeration.pure.ts'
import { choice, decimal, integer, listOf, object } from '../../src/core/input/rule.ts'
import { day } from '../../src/core/input/span-rule.ts'
import { identifier, objectKey, text } from '../../src/core/input/text-rule.ts'
import type { Components } from './component.ts'
import { ruleSchemas } from './rule.ts'

const side = enumeration('Side', 'Side of a trade.', { buy: 'Bought.', sell: 'Sold.' })
const schema = buildSchema(`
  "Side of a trade." enum Side { "Bought." buy "Sold." sell }
  "A trade to add." input TradeInput { side: Side! }
  type Query { side: Side }
`)
const trade = object('TradeInput', 'Trade.', {
  side: choice('Side.', side),
  tradedOn: day('Day of the trade.').optional(),
  fee: integer('Fee.', { min: 0, max: 10 }).default(3),
})

/** The schemas of one rule, and the components it made. */
function described(rule: z.ZodType, name = 'value') {
  const components: Components = {}
  const [only] = ruleSchemas(schema, components)(z.strictObject({ [name]: rule }))
  return { schema: only?.schema, description: only?.description, components }
}

describe('a rule as JSON Schema', () => {
  test('a closed set links to one component that says what each value means', () => {
    const { schema: link, components } = described(listOf(choice('Side.', side), 5, 'Sides.'))
    expect(link).toEqual({ type: 'array', minItems: 1, maxItems: 5, items: { $ref: '#/components/schemas/Side' } })
    expect(components['Side']).toEqual({
      type: 'string',
      description: 'Side of a trade.\n\n- `buy`: Bought.\n- `sell`: Sold.',
      enum: ['buy', 'sell'],
    })
  })

  test('a closed set that GraphQL cannot spell is a component named by its parameter', () => {
    const { schema: link, components } = described(choice('Window.', ['7d', '30d']).default('7d'), 'window')
    expect(link).toEqual({ $ref: '#/components/schemas/Window', default: '7d' })
    expect(components['Window']?.enum).toEqual(['7d', '30d'])
  })

  test('an object of a body is a component in snake_case, alone and in lists', () => {
    const { components, schema: list } = described(listOf(trade, 100, 'Trades.'))
    expect(list).toMatchObject({ type: 'array', items: { $ref: '#/components/schemas/TradeInput' } })
    expect(components['TradeInput']).toEqual({
      type: 'object',
      description: 'A trade to add.',
      properties: {
        side: { $ref: '#/components/schemas/Side', description: 'Side.' },
        traded_on: { type: 'string', format: 'date', description: 'Day of the trade.' },
        fee: { type: 'integer', minimum: 0, maximum: 10, format: 'int32', description: 'Fee. 3 by default.' },
      },
      required: ['side'],
      additionalProperties: false,
    })
    expect(described(trade.nullable()).schema).toEqual({
      anyOf: [{ $ref: '#/components/schemas/TradeInput' }, { type: 'null' }],
    })
  })

  test('an id is a number or text', () => {
    expect(described(objectKey('Listing.')).schema).toEqual({ anyOf: [{ type: 'string' }, { type: 'integer' }] })
    expect(described(identifier('Node.', /^\d{8}$/, 'a node id')).schema).toEqual({
      anyOf: [{ type: 'string', pattern: '^\\d{8}$' }, { type: 'integer' }],
    })
  })

  test('an exact decimal is a number, or text that keeps its digits', () => {
    const { schema: amount, description } = described(decimal('Price.', { above: 0 }))
    expect(amount?.anyOf?.map(({ type }) => type)).toEqual(['number', 'string'])
    expect(description).toBe('Price. A number above 0 with at most 18 digits before and 8 behind the point.')
  })

  test('what the schema cannot say stands in the description, and nothing twice', () => {
    expect(described(country('Country.'))).toMatchObject({
      schema: { type: 'string', pattern: '^[A-Za-z]{2}$' },
      description: 'Country.',
    })
    expect(described(text('Words.', 20)).schema).toEqual({ type: 'string', minLength: 1, maxLength: 20 })
  })
})
