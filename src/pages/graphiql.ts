import { renderGraphiQL } from '@graphql-yoga/render-graphiql'
import { contentPolicy, inlineHashes } from './content-policy.ts'
import type { FixedPage } from './fixed-page.ts'

/** What GraphiQL opens with: from news to ripple first, then others to try; the run button lets choose among them by name. */
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
  stockResolve(q: "maker of the iPhone") {
    matchQuality
    matches { ticker name similarity matchType }
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

/**
 * GraphiQL with a key filled in; no other site may read it, since the key stands in it. It opens with the examples, or with the query
 * of its own address when it was linked to with one.
 */
export function graphiqlPage(key: string | null, linked: boolean): FixedPage {
  const headers = JSON.stringify({ Authorization: `Bearer ${key ?? '<API_KEY>'}` }, null, 2)
  // A reload finds the tab it left by its query and headers; told neither, it would open an empty one each time.
  const options = {
    title: 'market-impact',
    headers,
    initialHeaders: headers,
    ...(linked ? {} : { query: exampleQueries }),
  }
  const body = renderGraphiQL(options)
  return {
    type: 'text/html',
    body,
    headers: {
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Content-Security-Policy': contentPolicy({
        'script-src': inlineHashes(body, 'script'),
        // The editor writes styles as it goes.
        'style-src': "'unsafe-inline'",
        'font-src': 'data:',
        'img-src': 'data:',
        'worker-src': 'blob:',
        'connect-src': "'self'",
      }),
    },
  }
}
