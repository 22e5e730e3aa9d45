import type {
  Answer,
  Credits,
  JsonSchema,
  OpenApiDocument,
  Operation,
  Parameter,
} from '../../rest-compat/openapi-types.ts'
import { curlExample } from './curl.ts'
import type { FixedPage } from './fixed-page.ts'
import { escaped, htmlPage } from './html.ts'

const STYLE = `body{display:grid;grid-template-columns:17rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:.875rem}
nav ul{list-style:none;margin:.2rem 0 1rem;padding:0}nav li a{display:flex;margin:.25rem 0;overflow-wrap:anywhere}
nav b,h2{text-transform:capitalize}
main{max-width:58rem;padding:1.5rem 2rem 6rem}
section{border-top:1px solid var(--line);padding:1rem 0}
h3 code{font-size:1rem;background:none;padding:0}
.method{font:600 .75rem/1 ui-monospace,Menlo,Consolas,monospace;color:var(--accent);flex:none;display:inline-block;min-width:2.6rem;margin-right:.4rem;line-height:1.7}
.soft{color:var(--soft);font-size:.875rem}
table{border-collapse:collapse;width:100%;font-size:.875rem;margin:.5rem 0}
th{text-align:left;font-weight:600;color:var(--soft)}
th,td{vertical-align:top;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line)}
td:first-child{width:9rem;white-space:nowrap}td p{margin:0}
td table{margin:.3rem 0 .3rem .6rem;width:calc(100% - .6rem)}
summary{cursor:pointer;color:var(--link)}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}td:first-child{width:auto;white-space:normal}}`

/** The reference of the REST face as a page, read off its OpenAPI document. */
export function referencePage(document: OpenApiDocument): FixedPage {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const groups = document.tags.map(({ name }) => ({
    name,
    members: operations.filter(({ operation }) => operation.tags.includes(name)),
  }))
  const index = groups.map(
    ({ name, members }) =>
      `<b>${escaped(name)}</b><ul>${members
        .map(
          ({ path, method, operation }) =>
            `<li><a href="#${operation.operationId}"><span class="method">${method}</span><span>${escaped(path.replace('/v1', ''))}</span></a></li>`,
        )
        .join('')}</ul>`,
  )
  const sections = groups.map(
    ({ name, members }) => `<h2>${escaped(name)}</h2>${members.map((member) => section(document, member)).join('')}`,
  )
  const { title, version, summary, description } = document.info
  return htmlPage(
    `${title}: REST reference`,
    STYLE,
    `<nav><p><a href="/">${escaped(title)}</a> ${escaped(version)}</p>${index.join('')}<p><a href="/openapi.json">openapi.json</a></p></nav>
<main><h1>REST reference</h1><p>${escaped(summary)}</p>${prose(description)}
<p>In the examples <code>$BASE</code> is the address of this page without its path, <code>$KEY</code> a key.</p>
${sections.join('\n')}</main>`,
  )
}

interface Member {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

function section(document: OpenApiDocument, { path, method, operation }: Member): string {
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => !('$ref' in one))
  const body = operation.requestBody?.content['application/json']
  const answers = Object.entries(operation.responses).map(([status, answer]) => ({
    status,
    answer: '$ref' in answer ? document.components.responses[nameOf(answer.$ref)] : answer,
  }))
  const success = answers.find(({ status }) => status.startsWith('2'))
  const schema = success?.answer?.content?.['application/json']?.schema
  return `<section id="${operation.operationId}">
<h3><span class="method">${method}</span> <code>${escaped(path)}</code></h3>
<p>${escaped(operation.summary)} <span class="soft">${cost(operation['x-credits'])}</span></p>
${parameters.length > 0 ? parameterTable(parameters) : ''}
${body ? `<h4>Body</h4>${fields(document, body.schema) || `<p>${escaped(body.schema.description ?? '')}</p>`}` : ''}
<pre><code>${escaped(curlExample(path, method, parameters, body?.example))}</code></pre>
${schema ? `<details><summary>Answer</summary>${fields(document, schema)}</details>` : ''}
<details><summary>Errors</summary>${errorTable(answers.filter(({ status }) => status >= '4'))}</details>
</section>`
}

function cost({ credits, per }: Credits): string {
  return credits === 0 ? 'Free.' : `Costs ${credits} ${credits === 1 ? 'credit' : 'credits'} per ${per}.`
}

function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const words = [place === 'path' ? 'in the path' : '', required ? 'required' : '', constraints(schema)]
    return row(name, description, words)
  })
  return `<table>${rows.join('')}</table>`
}

function row(name: string, description: string | undefined, words: readonly string[], inside = ''): string {
  const said = description ? `<p>${escaped(description)}</p>` : ''
  return `<tr><td><code>${escaped(name)}</code></td><td>${said}<p class="soft">${escaped(words.filter(Boolean).join(', '))}</p>${inside}</td></tr>`
}

function errorTable(answers: readonly { status: string; answer: Answer | undefined }[]): string {
  const rows = answers.map(({ status, answer }) => {
    const codes = answer?.content?.['application/json']?.schema.allOf?.[1]?.properties?.['error']?.enum ?? []
    const named = codes.map((code) => `<code>${escaped(String(code))}</code>`).join(' ')
    return `<tr><td>${status}</td><td>${named}</td><td>${escaped(answer?.description ?? '')}</td></tr>`
  })
  return `<table><tr><th>Status</th><th>Codes</th><th></th></tr>${rows.join('')}</table>`
}

/** The fields of an object, those of objects inside it below their own; empty when there are none. */
function fields(document: OpenApiDocument, schema: JsonSchema): string {
  const object = resolved(document, schema)
  const inner = object.items ? resolved(document, object.items) : object
  const properties = Object.entries(inner.properties ?? {})
  if (properties.length === 0) return ''
  const optional = (name: string) => !(inner.required ?? []).includes(name)
  const rows = properties.map(([name, property]) => {
    const type = constraints(resolved(document, property)) + (isNullable(property) ? ' or null' : '')
    return row(name, property.description, [type, optional(name) ? 'optional' : ''], fields(document, property))
  })
  return `<table>${rows.join('')}</table>`
}

/** The schema behind links and beside null. */
function resolved(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const [inner] = schema.anyOf ?? []
  if (inner) return resolved(document, inner)
  if (schema.$ref === undefined) return schema
  return document.components.schemas[nameOf(schema.$ref)] ?? {}
}

function isNullable(schema: JsonSchema): boolean {
  return Array.isArray(schema.type) ? schema.type.includes('null') : (schema.anyOf?.length ?? 0) > 1
}

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** What a value may be, in a few words: `1 to 1000, default 50`. */
function constraints(schema: JsonSchema): string {
  const { items, minItems, maxItems, default: fallback } = schema
  const words = items && maxItems !== undefined ? `${minItems ?? 0} to ${maxItems} of: ${plain(items)}` : plain(schema)
  return fallback === undefined ? words : `${words}; ${JSON.stringify(fallback)} by default`
}

/** Bounds no caller will meet are not worth a word. */
const BOUND_MAX = 2_147_483_647

function plain({ type, enum: values, minimum, maximum, maxLength, format, pattern, items }: JsonSchema): string {
  if (values) return values.join(' | ')
  const name = (Array.isArray(type) ? type[0] : type) ?? 'any JSON'
  if (items) return `list of ${items.$ref === undefined ? plain(items) : 'objects'}`
  if (minimum !== undefined && maximum !== undefined)
    return maximum >= BOUND_MAX ? `${name} from ${minimum}` : `${name}, ${minimum} to ${maximum}`
  if (format) return format
  if (maxLength !== undefined) return `${name} of up to ${maxLength} characters`
  return pattern === undefined ? name : `${name} like ${pattern}`
}

function prose(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('\n')
}
