import { hash } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { type GraphiqlParts, START } from './graphiql-parts.ts'

/** The library renders one page with all its scripts inside; this takes it apart. */
function takeApart(): GraphiqlParts {
  const html = renderGraphiQL({ title: 'market-impact' })
  const styleEnd = html.indexOf('</style>')
  const style = html.slice(html.indexOf('<style>') + 7, styleEnd)
  // The library's own code spells out tags of scripts, too.
  const script = html.slice(html.indexOf('<script>', styleEnd) + 8, html.lastIndexOf(START))
  const icon = /<link rel="icon" href="([^"]+)"/.exec(html.slice(0, 100_000))?.[1] ?? 'data:,'
  return { script: asset(script.trim(), 'js'), style: asset(style.trim(), 'css'), icon }
}

function asset(text: string, ending: string): GraphiqlParts['script'] {
  const bytes = new TextEncoder().encode(text)
  return { bytes, path: `/assets/graphiql-${hash('sha256', bytes, 'hex').slice(0, 20)}.${ending}` }
}

const parts = takeApart()
parentPort?.postMessage(parts, [parts.script.bytes.buffer, parts.style.bytes.buffer])
