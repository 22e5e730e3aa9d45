import type { ArticleText } from '../vocabulary/verdict.pure.ts'

const MIN_LENGTH = 40
const MAX_LENGTH = 280

// Labels of wires before a headline and names of outlets after it.
const WIRE_LABEL =
  /^(?:(?:UPDATE|REFILE|RPT|BRIEF|EXCLUSIVE|CORRECTED|WRAPUP|TRLPC)(?:[- ]?\d+)?\s*[-:]\s*|(?:REFILE-)?UPDATE \d+-)/
const OUTLET_NAME = /\s+(?:[-\u2013\u2014|])\s+[\p{Lu}][\p{L}.'& ]{1,30}$/u

/** Strips the wire label before a headline and the outlet name after it. */
export function stripLabels(title: string): string {
  const bare = title.replace(/\s+/g, ' ').trim().replace(WIRE_LABEL, '').replace(OUTLET_NAME, '').trim()
  return bare.length > 8 ? bare : title.trim()
}

/** Takes an article and gives one sentence: the first of the body where its length fits, else the headline. */
export function writeBrief(article: ArticleText): string {
  const body = article.text?.slice(0, 1000).replace(/\s+/g, ' ').trim() ?? ''
  const first = /^.*?[.!?](?=\s+[\p{Lu}\d"\u201c]|$)/u.exec(withoutDateline(body))?.[0] ?? ''
  if (first.length >= MIN_LENGTH && first.length <= MAX_LENGTH) return first
  const title = stripLabels(article.title)
  return /[.!?\u2026]$/.test(title) ? title : `${title}.`
}

/** "LONDON, March 3 (Reuters) - Shares rose" begins at "Shares". */
function withoutDateline(body: string): string {
  return body.replace(/^[\p{Lu} ,./]{3,40}(?:[A-Z][a-z]+ \d{1,2} )?(?:\([^)]{2,20}\) )?[-\u2013\u2014] /u, '')
}
