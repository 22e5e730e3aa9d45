import type { Listing } from '../../catalog/catalog.store.ts'
import type { Context } from '../../core/graphql/context.ts'
import type { Concept } from '../concept/concept.source.ts'
import { companyFigures } from './figures.ts'

/** The latest figure of a company as an answer shows it, to six digits; null where unknown. Marks the answer when the demo is in it. */
export async function showFigure(
  { id }: Listing,
  { position, combine }: Concept,
  { dataSets }: Pick<Context, 'dataSets'>,
): Promise<number | null> {
  const table = await companyFigures()
  const figure = table.figure(id, position)
  if (figure === null) return null
  const mark = table.markOf(id, combine === 'priced')
  if (mark) dataSets.add(mark)
  return Number(figure.toPrecision(6))
}
