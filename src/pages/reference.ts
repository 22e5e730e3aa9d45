import { linkedName } from '../../rest-compat/openapi/component.ts'
import { codesOf } from '../../rest-compat/openapi/errors.ts'
import type {
  Answer,
  Credits,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
} from '../../rest-compat/openapi/types.ts'
import { ERRORS, type ErrorCode, errorAnchor, errorCodeOf } from '../core/errors.ts'
import { curlExample } from './curl.ts'
import type { FixedPage } from './fixed-page.ts'
import { escaped, htmlPage } from './html.ts'
import { closedSets, fields, parameterTable, prose } from './reference-schema.ts'

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
:target{background:var(--code)}
td table{margin:.3rem 0 .3rem .6rem;width:calc(100% - .6rem)}
summary{cursor:pointer;color:var(--link)}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0}main{padding:1rem}td:first-child{width:auto;white-space:normal}}`

/** The REST reference as a page, made from its OpenAPI document. */
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
    `<nav><p><a href="/">${escaped(title)}</a> ${escaped(version)}</p>${index.join('')}<p><a href="#errors">Errors</a></p><p><a href="#values">Closed sets of values</a></p><p><a href="/openapi.json">openapi.json</a></p></nav>
<main><h1>REST reference</h1><p>${escaped(summary)}</p>${prose(description)}
<p>In the examples <code>$BASE</code> is the address of this page without its path, <code>$KEY</code> a key.</p>
${sections.join('\n')}
<h2 id="errors">Errors</h2>${errorEntries()}
<h2 id="values">Closed sets of values</h2>${closedSets(document)}</main>`,
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
    answer: '$ref' in answer ? document.components.responses[linkedName(answer.$ref)] : answer,
  }))
  const success = answers.find(({ status }) => status.startsWith('2'))
  const answered = success?.answer?.content?.['application/json']
  const columns = operation['x-csv-columns']
  return `<section id="${operation.operationId}">
<h3><span class="method">${method}</span> <code>${escaped(path)}</code></h3>
<p>${escaped(operation.summary)} <span class="soft">${cost(operation['x-credits'])}</span></p>
${parameters.length > 0 ? parameterTable(document, parameters) : ''}
${body ? `<h4>Body</h4>${fields(document, body.schema) || `<p>${escaped(body.schema.description ?? '')}</p>`}` : ''}
<pre><code>${escaped(curlExample(path, method, parameters, body?.example))}</code></pre>
${answered ? `<details><summary>Answer</summary>${fields(document, answered.schema)}</details>${samples(answered)}` : ''}
${columns ? `<details><summary>CSV</summary><p>With <code>format=csv</code> the rows are text/csv with these columns:</p><pre><code>${escaped(columns.join(','))}</code></pre></details>` : ''}
<details><summary>Errors</summary>${errorTable(answers.filter(({ status }) => status >= '4'))}</details>
</section>`
}

function cost({ credits, per }: Credits): string {
  return credits === 0 ? 'Free.' : `Costs ${credits} ${credits === 1 ? 'credit' : 'credits'} per ${per}.`
}

/** Real answers on the demo data, their lists cut short. */
function samples({ example, examples }: MediaType): string {
  const values = examples ? Object.values(examples).map(({ value }) => value) : [example]
  return values
    .filter((value) => value !== undefined)
    .map(
      (value) =>
        `<details><summary>Sample answer</summary><p class="soft">On the demo data; lists are cut short.</p><pre><code>${escaped(JSON.stringify(value, null, 2))}</code></pre></details>`,
    )
    .join('\n')
}

function errorTable(answers: readonly { status: string; answer: Answer | undefined }[]): string {
  const rows = answers.map(({ status, answer }) => {
    const named = codesOf(answer?.content?.['application/json']?.schema).map(
      (code) => `<a href="#${errorAnchor(code)}"><code>${code}</code></a>`,
    )
    return `<tr><td>${status}</td><td>${named.join(' ')}</td><td>${escaped(answer?.description ?? '')}</td></tr>`
  })
  return `<table><tr><th>Status</th><th>Codes</th><th></th></tr>${rows.join('')}</table>`
}

const RETRY: Readonly<Record<(typeof ERRORS)[ErrorCode]['retry'], string>> = {
  no: 'The same call fails again.',
  later: 'The same call may succeed later.',
  after_change: 'Change what was wrong, then call again.',
}

/** Every code with its meaning, under the anchor that problem documents name as their type. */
function errorEntries(): string {
  const codes = Object.keys(ERRORS)
    .map(errorCodeOf)
    .filter((code) => code !== null)
  const entries = codes.map((code) => {
    const { status, means, retry } = ERRORS[code]
    return `<section id="${errorAnchor(code)}"><h3><code>${code}</code></h3><p>Status ${status}. ${escaped(means)} ${RETRY[retry]}</p></section>`
  })
  return entries.join('\n')
}
