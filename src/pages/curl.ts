import { queryText } from '../../rest-compat/openapi/query-text.ts'
import type { Parameter } from '../../rest-compat/openapi/types.ts'

/** An example call of an operation as a curl command; values are the document's examples. */
export function curlExample(path: string, method: string, parameters: readonly Parameter[], body: unknown): string {
  const written = (value: unknown) => encodeURIComponent(queryText(value)).replaceAll('%2C', ',')
  const examples = parameters.filter((parameter) => parameter.example !== undefined)
  const filled = examples
    .filter((parameter) => parameter.in === 'path')
    .reduce((address, { name, example }) => address.replace(`{${name}}`, written(example)), path)
  const query = examples
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, example }) => `${name}=${written(example)}`)
  const address = query.length > 0 ? `${filled}?${query.join('&')}` : filled
  const sent =
    method === 'GET'
      ? []
      : [
          ...(method === 'POST' ? [] : [`-X ${method}`]),
          ...(body === undefined
            ? []
            : [
                '-H "Content-Type: application/json"',
                `-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
              ]),
        ]
  return ['curl', '-H "Authorization: Bearer $KEY"', ...sent, `"$BASE${address}"`].join(' ')
}
