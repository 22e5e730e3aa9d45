import type { ArticleText } from './knowledge.math.ts'

const SHORTEST = 40
const LONGEST = 280

// What wires put before a headline and outlets behind it.
const LEAD =
  /^(?:(?:UPDATE|REFILE|RPT|BRIEF|EXCLUSIVE|CORRECTED|WRAPUP|TRLPC)(?:[- ]?\d+)?\s*[-:]\s*|(?:REFILE-)?UPDATE \d+-)/
const OUTLET = /\s+(?:[-\u2013\u2014|])\s+[\p{Lu}][\p{L}.'& ]{1,30}$/u

/** A headline without wire label and outlet name. */
export function bareTitle(title: string): string {
  const bare = title.replace(/\s+/g, ' ').trim().replace(LEAD, '').replace(OUTLET, '').trim()
  return bare.length > 8 ? bare : title.trim()
}

/** One sentence: the first of the body where it is a fair length, else the headline. */
export function briefOf(article: ArticleText): string {
  const body = article.text?.slice(0, 1000).replace(/\s+/g, ' ').trim() ?? ''
  const first = /^.*?[.!?](?=\s+[\p{Lu}\d"\u201c]|$)/u.exec(withoutDateline(body))?.[0] ?? ''
  if (first.length >= SHORTEST && first.length <= LONGEST) return first
  const title = bareTitle(article.title)
  return /[.!?\u2026]$/.test(title) ? title : `${title}.`
}

/** "LONDON, March 3 (Reuters) - Shares rose" begins at "Shares". */
function withoutDateline(body: string): string {
  return body.replace(/^[\p{Lu} ,./]{3,40}(?:[A-Z][a-z]+ \d{1,2} )?(?:\([^)]{2,20}\) )?[-\u2013\u2014] /u, '')
}
