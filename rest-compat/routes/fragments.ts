/** Paging facts every list answers. */
export const PAGING = 'count total limit offset all has_more: hasMore notes'

/** The specification's article row. */
export const NEWS_ITEM = `
  cs_job_id: jobId title published source impact_score: impactScore brief_text: briefText brief_lang: briefLang
  news_types: newsTypes dup_count: dupCount direction aspect magnitude tagged role exposure rationale
  url story_id: storyId ticker
  impacts { ticker name direction aspect magnitude tagged role exposure relevance rationale hop path }
  megatrends { node_id: nodeId name }`

/** A listing a query may mean. */
export const MATCH = `
  listing_id: listingId ticker symbol name exchange country type isin market_cap_usd: marketCapUsd similarity match_type: matchType`
