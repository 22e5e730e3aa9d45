import { GraphQLObjectType, GraphQLSchema, GraphQLString, graphql } from 'graphql'
import { describe, expect, test } from 'vitest'
import { Decimal } from '../../decimal.ts'
import { DecimalScalar } from './decimal-scalar.ts'

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'Query',
    fields: {
      text: {
        type: GraphQLString,
        args: { of: { type: DecimalScalar } },
        resolve: (_, { of }: { of: Decimal }) => of.toFixed(),
      },
      number: {
        type: DecimalScalar,
        args: { of: { type: DecimalScalar } },
        resolve: (_, { of }: { of: Decimal }) => of,
      },
      wrong: { type: DecimalScalar, resolve: () => 'text' },
    },
  }),
})

const ask = (source: string, variableValues: Record<string, unknown> = {}) =>
  graphql({ schema, source, variableValues })
const VARIABLE = 'query ($of: Decimal) { text(of: $of) number(of: $of) }'

describe('the Decimal scalar', () => {
  test('takes literals as they are written, and text', async () => {
    for (const [literal, text] of [
      ['0.1', '0.1'],
      ['123456789012345678.12345678', '123456789012345678.12345678'],
      ['"123456789012345678.12345678"', '123456789012345678.12345678'],
      ['-5', '-5'],
      ['1e2', '100'],
    ])
      expect((await ask(`{ text(of: ${literal}) }`)).data, literal).toEqual({ text })
  })

  test('takes variables as numbers and as text', async () => {
    expect((await ask(VARIABLE, { of: 19.99 })).data).toEqual({ text: '19.99', number: 19.99 })
    expect((await ask(VARIABLE, { of: '123456789012345678.12345678' })).data?.['text']).toBe(
      '123456789012345678.12345678',
    )
  })

  test('answers JSON numbers', async () => {
    expect(JSON.stringify((await ask('{ number(of: "0.00000001") }')).data)).toBe('{"number":1e-8}')
    expect(JSON.stringify((await ask('{ number(of: "-0.0") }')).data)).toBe('{"number":0}')
    expect(DecimalScalar.serialize(new Decimal('12.50'))).toBe(12.5)
    expect(DecimalScalar.serialize(3)).toBe(3)
  })

  test('refuses what is no decimal within bounds, and says why', async () => {
    for (const literal of ['true', 'null_', '[1]', '{a: 1}', '"x"', '""', '1e18', '0.000000001', '"0x1"']) {
      const { errors } = await ask(`{ text(of: ${literal}) }`)
      expect(errors?.[0]?.message, literal).toContain('A Decimal must')
    }
    for (const of of [true, [1], {}, 'x', 1e18, 1e-9, JSON.parse('9007199254740993')]) {
      const { errors } = await ask(VARIABLE, { of })
      expect(errors?.[0]?.message, String(of)).toContain('A Decimal must')
    }
  })

  test('fails a field that brings no number', async () => {
    expect((await ask('{ wrong }')).errors?.[0]?.message).toContain('no number')
  })
})
