import { linkedName } from '../../rest-compat/openapi/component.ts'
import type { JsonSchema, OpenApiDocument, Parameter } from '../../rest-compat/openapi/types.ts'
import { escaped } from './html.ts'

/** Parameters of an operation as a table. */
export function parameterTable(document: OpenApiDocument, parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const words = [place === 'path' ? 'in the path' : '', required ? 'required' : '']
    return row(name, description, [...words, constraints(document, schema)])
  })
  return `<table>${rows.join('')}</table>`
}

/** Table of an object's fields, with nested objects below their field; empty when there are none. */
export function fields(document: OpenApiDocument, schema: JsonSchema): string {
  const object = resolved(document, schema)
  const modes = object.oneOf ?? []
  if (modes.length > 0) return modes.map((one) => fields(document, one)).join('<p class="soft">or</p>')
  const inner = object.items ? resolved(document, object.items) : object
  const properties = Object.entries(inner.properties ?? {})
  if (properties.length === 0) return ''
  const rows = properties.map(([name, property]) => {
    const optional = (inner.required ?? []).includes(name) ? '' : 'optional'
    return row(name, property.description, [constraints(document, property), optional], fields(document, property))
  })
  return `<table>${rows.join('')}</table>`
}

/** Every closed set of the document with its values, each under an anchor of its name. */
export function closedSets(document: OpenApiDocument): string {
  return Object.entries(document.components.schemas)
    .filter(([, { enum: values }]) => values)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, { description = '', enum: values = [] }]) => {
      const alone = values.map((value) => `- \`${value}\``).join('\n')
      const words = description.includes('\n- ') ? description : `${description}\n\n${alone}`
      return `<section id="${name}"><h3>${name}</h3>${prose(words)}</section>`
    })
    .join('\n')
}

/** Paragraphs and lists of values, with code in backquotes. */
export function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => {
      const written = escaped(paragraph).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
      if (!written.startsWith('- ')) return `<p>${written}</p>`
      return `<ul>${written
        .split('\n')
        .map((line) => `<li>${line.slice(2)}</li>`)
        .join('')}</ul>`
    })
    .join('\n')
}

/** `words` are HTML. */
function row(name: string, description: string | undefined, words: readonly string[], inside = ''): string {
  const said = description ? `<p>${escaped(description)}</p>` : ''
  return `<tr><td><code>${escaped(name)}</code></td><td>${said}<p class="soft">${words.filter(Boolean).join(', ')}</p>${inside}</td></tr>`
}

/** The schema with links followed and null left out. */
function resolved(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const [inner] = (schema.anyOf ?? []).filter((one) => !isNull(one))
  if (inner) return resolved(document, inner)
  if (schema.$ref === undefined) return schema
  return document.components.schemas[linkedName(schema.$ref)] ?? {}
}

const isNull = ({ type }: JsonSchema) => type === 'null'

/** What a value may be, in a few words of HTML: `integer, 1 to 1000; 50 by default`. */
function constraints(document: OpenApiDocument, schema: JsonSchema): string {
  const { default: fallback } = schema
  const words = described(document, schema)
  return fallback === undefined ? words : `${words}; ${escaped(JSON.stringify(fallback))} by default`
}

function described(document: OpenApiDocument, schema: JsonSchema): string {
  const { anyOf, items, minItems, maxItems, $ref } = schema
  if (anyOf)
    return anyOf
      .map((one) => (isNull(one) ? 'null' : described(document, one)))
      .filter((words, index, all) => all.indexOf(words) === index)
      .join(' or ')
  if ($ref !== undefined) {
    const name = linkedName($ref)
    const values = document.components.schemas[name]?.enum
    return values ? `<a href="#${name}">${name}</a>: ${values.map(String).map(escaped).join(' | ')}` : 'object'
  }
  if (items) {
    const item = described(document, items)
    const one = item === 'object' ? 'objects' : item
    return `${maxItems === undefined ? 'list of' : `${minItems ?? 0} to ${maxItems} of:`} ${one}${isNullable(schema) ? ' or null' : ''}`
  }
  return `${escaped(plain(schema))}${isNullable(schema) ? ' or null' : ''}`
}

const isNullable = ({ type }: JsonSchema) => Array.isArray(type) && type.includes('null')

/** Upper bounds from here on are left out. */
const BOUND_MAX = 2_147_483_647

/** Patterns whose meaning has a name. */
const NAMED_PATTERNS: Readonly<Record<string, string>> = {
  '^[A-Za-z]{2}$': 'country code of two letters',
  '^[A-Z]{2}$': 'country code of two letters',
  '^[A-Z]{3}$': 'currency code of three letters',
  '^(\\d{2}){1,4}$': 'code of 2, 4, 6 or 8 digits',
}

const NAMED_FORMATS: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'date and time (UTC)',
  uri: 'URL',
}

function plain({ type, enum: values, minimum, maximum, maxLength, format, pattern }: JsonSchema): string {
  if (values) return values.join(' | ')
  const name = (Array.isArray(type) ? type[0] : type) ?? 'any JSON'
  if (minimum !== undefined && maximum !== undefined)
    return maximum >= BOUND_MAX ? `${name} from ${minimum}` : `${name}, ${minimum} to ${maximum}`
  if (format && NAMED_FORMATS[format]) return NAMED_FORMATS[format]
  if (maxLength !== undefined) return `${name} of up to ${maxLength} characters`
  if (pattern === undefined) return name
  return NAMED_PATTERNS[pattern] ?? `${name} like ${pattern}`
}
