/** What GraphiQL opens with: one query from news to ripple, others to try. */
export const exampleQueries = `# What moves Apple, and whom that moves in turn: from listing to news to every company a story reaches.
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
    impacts { ticker direction aspect hop rationale }
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
  stockResolve(q: "maker of the iPhone") { matchQuality matches { ticker name similarity matchType } }
}

# What is left of the plan.
query MyAccount {
  account { plan balance quota { used limit resetsAt } rateLimit { remaining } }
}
`
