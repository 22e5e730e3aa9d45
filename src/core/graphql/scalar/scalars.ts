import { GraphQLError, GraphQLScalarType, print } from 'graphql'
import {
  CountryCodeResolver,
  CurrencyResolver,
  DateResolver,
  DateTimeResolver,
  JSONResolver,
  URLResolver,
} from 'graphql-scalars'
import { nearestCountry } from '../../input/country.ts'
import { toldText } from '../../input/told-text.pure.ts'
import { isoSeconds } from '../../time/calendar.pure.ts'

/** What a scalar of text takes, in words, and what a wrong text most likely means. */
interface Taken {
  readonly range: string
  readonly meant?: (text: string) => string | undefined
}

/** A scalar of text: what comes in is checked by its library, what goes out is ours and goes out as it is. */
function textScalar(
  name: string,
  description: string,
  library: GraphQLScalarType,
  { range, meant }: Taken,
): GraphQLScalarType<string, string> {
  const check = (work: () => unknown, given: string): void => {
    try {
      work()
    } catch {
      const close = meant?.(given.replaceAll('"', ''))
      const offer = close === undefined ? '' : ` Did you mean "${close}"?`
      throw new GraphQLError(`A ${name} is ${range}; ${toldText(given, 60)} was given.${offer}`)
    }
  }
  const checked = (value: unknown): string => {
    check(() => library.parseValue(value), JSON.stringify(value) ?? '')
    return String(value)
  }
  return new GraphQLScalarType<string, string>({
    name,
    description,
    ...(library.specifiedByURL ? { specifiedByURL: library.specifiedByURL } : {}),
    serialize: String,
    parseValue: checked,
    parseLiteral: (node, variables) => {
      check(() => library.parseLiteral(node, variables), print(node))
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
  Date: textScalar('Date', 'A calendar day, YYYY-MM-DD.', DateResolver, {
    range: 'a calendar day as text, "YYYY-MM-DD"',
  }),
  CountryCode: textScalar('CountryCode', 'A country, ISO 3166-1 alpha-2.', CountryCodeResolver, {
    range: 'an ISO 3166 code of two letters as text, such as "US"',
    meant: nearestCountry,
  }),
  Currency: textScalar(
    'Currency',
    'A currency, ISO 4217; beside it GBX (pence), ILA (agorot) and CNH (offshore yuan), in which markets quote prices.',
    CurrencyResolver,
    { range: 'an ISO 4217 code of three letters as text, such as "USD"' },
  ),
  URL: textScalar('URL', 'An absolute URL.', URLResolver, { range: 'an absolute URL as text' }),
  FigureMap: new GraphQLScalarType<Readonly<Record<string, number | null>>>({
    name: 'FigureMap',
    description: 'Numbers by key, null where unknown: {"revenue": 383285000000, "goodwill": null}.',
  }),
  JSON: new GraphQLScalarType({ ...JSONResolver.toConfig(), description: 'Any JSON value.' }),
} as const
