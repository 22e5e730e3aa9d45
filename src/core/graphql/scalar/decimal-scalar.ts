import { GraphQLError, GraphQLScalarType, Kind } from 'graphql'
import { Decimal, DecimalError, parseDecimal } from '../../decimal.ts'

/** The scalar of money and quantities: exact on its way in and in arithmetic, a JSON number on its way out. */
export const DecimalScalar = new GraphQLScalarType<Decimal, number>({
  name: 'Decimal',
  description:
    'An exact decimal number of at most 18 digits before and 8 behind the point. Given as a number, or as text where more than 15 digits matter; answered as a number.',
  parseValue: (value) => accepted(value),
  parseLiteral: (node) => {
    if (node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING)
      return accepted(node.value, node.kind === Kind.STRING ? `"${node.value}"` : node.value)
    throw new GraphQLError('A Decimal must be a number, or text that spells one.', { nodes: node })
  },
  serialize: (value) => {
    const number = Decimal.isDecimal(value) ? value.toNumber() : value
    if (typeof number === 'number' && Number.isFinite(number)) return number
    throw new GraphQLError('A Decimal field brought something that is no number.')
  },
})

function accepted(value: unknown, shown: string = JSON.stringify(value)): Decimal {
  try {
    return parseDecimal(value)
  } catch (error) {
    if (error instanceof DecimalError)
      throw new GraphQLError(`A Decimal ${error.message}; ${shown.slice(0, 60)} was given.`)
    throw error
  }
}
