import { type BriefText, briefIn } from './brief-text.ts'
import type { FeedRow } from './feed-row.store.ts'
import type { ImpactRow } from './news.store.ts'

/** A feed row in the language asked for. */
export interface NewsItem {
  readonly row: FeedRow
  readonly brief: BriefText
  /** The impact the row speaks of. */
  readonly impact: ImpactRow | undefined
  readonly score?: number
  /** Position of the row in a connection. */
  readonly cursor?: string
}

/** A stored row in the language asked for, with the impact it is listed for. */
export function newsItemOf(row: FeedRow, language: string): NewsItem {
  return { row, brief: briefIn(row, language), impact: row.impacts.find((impact) => impact.listingId === row.scopeId) }
}
