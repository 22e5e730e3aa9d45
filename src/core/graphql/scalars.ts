import { GraphQLScalarType } from 'graphql'
import {
  CountryCodeResolver,
  CurrencyResolver,
  DateResolver,
  DateTimeResolver,
  JSONResolver,
  URLResolver,
} from 'graphql-scalars'
import { isoSeconds } from '../time/calendar.pure.ts'

/** A scalar of text: what comes in is checked by its library, what goes out is ours and goes out as it is. */
function textScalar(name: string, description: string, library: GraphQLScalarType): GraphQLScalarType<string, string> {
  const checked = (value: unknown): string => {
    library.parseValue(value)
    return String(value)
  }
  return new GraphQLScalarType<string, string>({
    name,
    description,
    ...(library.specifiedByURL ? { specifiedByURL: library.specifiedByURL } : {}),
    serialize: String,
    parseValue: checked,
    parseLiteral: (node, variables) => {
      library.parseLiteral(node, variables)
      return 'value' in node ? String(node.value) : ''
    },
  })
}

/** The scalars of the schema beyond GraphQL's own, by name. */
export const SCALARS = {
  DateTime: new GraphQLScalarType<Date, string>({
    ...DateTimeResolver.toConfig(),
    description: 'A moment in UTC, whole seconds: 2026-11-21T08:30:00Z.',
    serialize: (value) => (value instanceof Date ? isoSeconds(value) : String(value)),
  }),
  Date: textScalar('Date', 'A calendar day, YYYY-MM-DD.', DateResolver),
  CountryCode: textScalar('CountryCode', 'A country, ISO 3166-1 alpha-2.', CountryCodeResolver),
  Currency: textScalar(
    'Currency',
    'A currency, ISO 4217; beside it GBX (pence), ILA (agorot) and CNH (offshore yuan), in which markets quote prices.',
    CurrencyResolver,
  ),
  URL: textScalar('URL', 'An absolute URL.', URLResolver),
  FigureMap: new GraphQLScalarType<Readonly<Record<string, number | null>>>({
    name: 'FigureMap',
    description: 'Numbers by key, null where unknown: {"revenue": 383285000000, "goodwill": null}.',
  }),
  JSON: new GraphQLScalarType({ ...JSONResolver.toConfig(), description: 'Any JSON value.' }),
} as const
