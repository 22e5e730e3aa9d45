/** The specification's article row. */
export const NEWS_ITEM = `
  cs_job_id: articleId title published source impact_score: impactScore brief_text: briefText brief_lang: briefLanguage
  brief_source: briefSource
  news_types: newsTypes dup_count: duplicateCount direction aspect magnitude tagged role exposure rationale
  url story_id: storyId ticker
  impacts { ticker name direction aspect magnitude tagged role exposure relevance confidence rationale hop path
    steps { from to relation sign weight } }
  megatrends { node_id: nodeId name }`

/** A candidate listing for a query. */
export const MATCH = `
  listing_id: listingId issuer_id: issuerId ticker symbol name exchange: exchangeCode country type isin
  market_cap_usd: marketCapUsd similarity match_type: matchType`
