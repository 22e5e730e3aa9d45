import { Worker } from 'node:worker_threads'
import { contentPolicy, inlineHashes } from './content-policy.ts'
import type { FixedPage } from './fixed-page.ts'
import { type GraphiqlParts, START } from './graphiql-parts.ts'

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

/** GraphiQL's files and its page with a key filled in or none. */
export interface Graphiql {
  /** By path. */
  readonly assets: ReadonlyMap<string, FixedPage>
  /** It opens with the examples, or with the query of its own address when it was linked to with one. */
  page(key: string | null, linked: boolean): FixedPage
}

let graphiql: Promise<Graphiql> | undefined

/** GraphiQL, taken apart at the first call. */
export function openGraphiql(): Promise<Graphiql> {
  graphiql ??= makeGraphiql().catch((error) => {
    graphiql = undefined
    throw error
  })
  return graphiql
}

async function makeGraphiql(): Promise<Graphiql> {
  const { script, style, icon } = await takeApart()
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' }
  return {
    assets: new Map<string, FixedPage>([
      [script.path, { type: 'text/javascript', body: script.bytes, headers }],
      [style.path, { type: 'text/css', body: style.bytes, headers }],
    ]),
    page: (key, linked) => graphiqlPage({ key, linked, scriptPath: script.path, stylePath: style.path, icon }),
  }
}

/** Done by a thread that ends with it: the library holds 50 MB of text for as long as it is loaded. */
function takeApart(): Promise<GraphiqlParts> {
  return new Promise((settle, fail) => {
    const worker = new Worker(new URL('./graphiql.worker.ts', import.meta.url), { execArgv: [] })
    worker.once('message', settle)
    worker.once('error', fail)
    worker.once('exit', () => fail(new Error('GraphiQL could not be taken apart.')))
    worker.unref()
  })
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
