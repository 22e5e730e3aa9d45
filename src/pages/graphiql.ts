import { hash } from 'node:crypto'
import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { contentPolicy, inlineHashes } from './content-policy.ts'
import type { FixedPage } from './fixed-page.ts'

/** The example queries GraphiQL opens with; its run button lets choose among them by name. */
export const exampleQueries = `# What moves Apple, and whom that moves in turn:
# from a listing to its news to every company a story reaches.
query NewsToRipple {
  stock(id: "AAPL") {
    name
    news(limit: 5) {
      total
      items {
        title
        published
        direction
        aspect
        rationale
        impacts { ticker direction hop path rationale }
        megatrends { name }
      }
    }
  }
}

# Which companies a headline moves; nothing is stored.
query ScoreAHeadline {
  enrich(title: "TSMC cuts its capital spending as demand for smartphone chips weakens") {
    impactScore
    newsTypes
    impacts { ticker direction aspect hop path rationale }
  }
}

# The strongest stories of a megatrend, through its members.
query TrendNews {
  news(megatrend: 10000000, minImpact: 3, limit: 5) {
    items { title impactScore ticker direction }
  }
}

# What a name means.
query WhatIsIt {
  stockResolve(query: "maker of the iPhone") {
    matchQuality
    items { ticker name similarity matchType }
  }
}

# What is left of the plan.
query MyAccount {
  account {
    plan
    balance
    quota { used limit resetsAt }
    rateLimit { remaining }
  }
}
`

/** Where GraphiQL's own files are served; each name has the hash of what it holds, so that a browser keeps it for good. */
const FOLDER = '/assets'

const START = 'YogaGraphiQL.renderYogaGraphiQL('

/** The library renders one page with all its scripts inside; this takes it apart once. */
function takeApart() {
  const html = renderGraphiQL({ title: 'market-impact' })
  const styleEnd = html.indexOf('</style>')
  const style = html.slice(html.indexOf('<style>') + 7, styleEnd)
  // The library's own code spells out tags of scripts, too.
  const script = html.slice(html.indexOf('<script>', styleEnd) + 8, html.lastIndexOf(START))
  const icon = /<link rel="icon" href="([^"]+)"/.exec(html.slice(0, 100_000))?.[1] ?? 'data:,'
  return { script: script.trim(), style: style.trim(), icon }
}

/** GraphiQL's files and its page with a key filled in or none. */
export interface Graphiql {
  /** By path. */
  readonly assets: ReadonlyMap<string, FixedPage>
  /** It opens with the examples, or with the query of its own address when it was linked to with one. */
  page(key: string | null, linked: boolean): FixedPage
}

let graphiql: Graphiql | undefined

/** GraphiQL, taken apart at the first call. */
export function openGraphiql(): Graphiql {
  graphiql ??= makeGraphiql()
  return graphiql
}

function makeGraphiql(): Graphiql {
  const { script, style, icon } = takeApart()
  const scriptPath = assetPath(script, 'js')
  const stylePath = assetPath(style, 'css')
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }
  return {
    assets: new Map<string, FixedPage>([
      [scriptPath, { type: 'text/javascript', body: script, headers }],
      [stylePath, { type: 'text/css', body: style, headers }],
    ]),
    page: (key, linked) => graphiqlPage({ key, linked, scriptPath, stylePath, icon }),
  }
}

function assetPath(text: string, ending: string): string {
  return `${FOLDER}/graphiql-${hash('sha256', text, 'hex').slice(0, 20)}.${ending}`
}

/** No other site may read the page, since it may contain a key. */
function graphiqlPage(page: {
  readonly key: string | null
  readonly linked: boolean
  readonly scriptPath: string
  readonly stylePath: string
  readonly icon: string
}): FixedPage {
  const headers = JSON.stringify({ Authorization: `Bearer ${page.key ?? '<API_KEY>'}` }, null, 2)
  // A reload finds the tab it left by its query and headers; told neither, it would open an empty one each time.
  const options = {
    title: 'market-impact',
    headers,
    initialHeaders: headers,
    ...(page.linked ? {} : { query: exampleQueries }),
  }
  // In a script the end of a script must not be spelled out.
  const written = JSON.stringify(options).replaceAll('<', String.raw`\u003c`)
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>market-impact</title>
<link rel="icon" href="${page.icon}">
<link rel="stylesheet" href="${page.stylePath}">
</head>
<body id="body" class="no-focus-outline">
<noscript>You need to enable JavaScript to run this app.</noscript>
<div id="root"></div>
<script src="${page.scriptPath}"></script>
<script>${START}document.querySelector('#root'), ${written});</script>
</body>
</html>
`
  return {
    type: 'text/html',
    body,
    headers: {
      'Cache-Control': 'private, no-cache',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': contentPolicy({
        'script-src': `'self' ${inlineHashes(body, 'script')}`,
        // The editor writes inline styles.
        'style-src': "'self' 'unsafe-inline'",
        'font-src': 'data:',
        'img-src': 'data:',
        'worker-src': 'blob:',
        'connect-src': "'self'",
      }),
    },
  }
}
