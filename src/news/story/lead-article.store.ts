import { ascending, descending, orderBy, type RowOrder, standsBefore } from '../../core/database/row-order.ts'
import { type Sql, sql } from '../../core/database/sql.ts'

/**
 * The rule that picks a story's lead article, the one shown for all of it: highest impact score, the earliest of equals.
 * `row` names a row of `article`, or one of `impact` with the expression for its article's id.
 */
function leadOrder(row: Sql, articleId = sql`${row}.id`): RowOrder {
  return [descending(sql`${row}.impact_score`), ascending(sql`${row}.published`), ascending(articleId)]
}

/** ORDER BY list that puts a story's lead article first. */
export function leadFirst(row: Sql, articleId?: Sql): Sql {
  return orderBy(leadOrder(row, articleId))
}

/** Condition that `article` goes before `other` as the lead of their story. */
export function leadsOver(article: Sql, other: Sql): Sql {
  return standsBefore(
    leadOrder(article),
    leadOrder(other).map((term) => term.by),
  )
}

/** Condition that the story of `article` has a better lead among the articles that `matches` accepts. */
export function hasBetterLead(article: Sql, matches: (sibling: Sql) => Sql): Sql {
  const sibling = sql`o`
  return sql`EXISTS (SELECT 1 FROM article o WHERE o.story_id = ${article}.story_id AND ${leadsOver(sibling, article)} AND ${matches(sibling)})`
}
