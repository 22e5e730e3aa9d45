import { ApiError } from '../../core/errors.ts'
import { rowNumber } from '../../core/graphql/builder.ts'
import type { Context } from '../../core/graphql/context.ts'
import { toldText } from '../../core/input/told-text.pure.ts'
import { roundTo } from '../../core/round.pure.ts'
import { newsLoaders } from '../feed/news.loader.ts'
import { type ArticleRow, articleByJobId, type ImpactRow } from '../feed/news.store.ts'
import { isJobId } from '../intake/article-identity.pure.ts'

/** Finds an impact by `listingId:articleId`; null when there is none. */
export async function findImpact(id: string, context: Context): Promise<ImpactRow | null> {
  const [listingId = '', articleId = ''] = id.split(':')
  const { article, impactsOfArticle } = newsLoaders(context)
  // The article is read for its outlet: the answer's headers tell invented news.
  const [impacts] = await Promise.all([impactsOfArticle.load(rowNumber(articleId)), article.load(rowNumber(articleId))])
  return impacts.find((impact) => impact.listingId === rowNumber(listingId)) ?? null
}

/** Single-precision numbers come back with noise behind the fourth digit. */
export function roundShare(value: number): number {
  return roundTo(value, 4)
}

/** The article id of a cursor; throws 400 for what is no cursor. */
export function parseArticleCursor(cursor: string | undefined, param: 'after' | 'before'): number | null {
  if (cursor === undefined) return null
  if (rowNumber(cursor) > 0) return rowNumber(cursor)
  throw new ApiError('invalid_parameter', `"${param}" must be a cursor of this connection.`, { param })
}

/** The article of a public id; throws 404. */
export async function requireArticle(id: string): Promise<ArticleRow> {
  const row = isJobId(id) ? await articleByJobId(id) : undefined
  if (row) return row
  throw new ApiError('not_found', `There is no article "${toldText(id)}".`, {
    param: 'id',
  })
}
