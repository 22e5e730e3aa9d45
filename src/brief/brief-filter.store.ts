import type { ArticleFilter } from '../news/story/article-filter.store.ts'

/** Which articles a brief reads: the filters of a news feed, within a span of time. */
export interface BriefFilter extends Pick<ArticleFilter, 'newsTypes' | 'aspect' | 'trend'> {
  readonly start: Date
  /** First moment that is out again. */
  readonly end: Date
  /** Any impact on one of these makes an article match; only their movers are asked for, and those of assets that belong to no scope. */
  readonly affected?: { readonly ids: readonly number[]; readonly assetIds: readonly number[] } | undefined
}

/** The conditions a brief makes on its articles. */
export function articleFilterOf({ affected, ...filter }: BriefFilter): ArticleFilter {
  return { ...filter, affectedIds: affected?.ids }
}
