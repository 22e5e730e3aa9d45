import type { GraphQLEnumType } from 'graphql'
import type { JsonSchema } from './types.ts'

/** The named schemas of a document; they grow while answers and parameters are described. */
export type Components = Record<string, JsonSchema>

/** A link to a named schema. */
export function linkTo(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** The name a link to a component ends in. */
export function linkedName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** A link to the closed set of a GraphQL enum, which is put into `components` at its first use. */
export function enumerationLink(components: Components, type: GraphQLEnumType): JsonSchema {
  const values = type.getValues()
  components[type.name] ??= {
    type: 'string',
    description: describedValues(
      type.description ?? '',
      values.map(({ name, description }) => [name, description ?? '']),
    ),
    enum: values.map(({ name }) => name),
  }
  return linkTo(type.name)
}

/** The description of a closed set with a line for each value, as Markdown. */
export function describedValues(description: string, values: readonly (readonly [string, string])[]): string {
  return `${description}\n\n${values.map(([name, meaning]) => `- \`${name}\`: ${meaning}`).join('\n')}`
}

/** The schema, or null; a link is left whole. */
export function nullable(schema: JsonSchema): JsonSchema {
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }] }
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema
}
