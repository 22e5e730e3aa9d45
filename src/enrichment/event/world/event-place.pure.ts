import type { Place } from '../../vocabulary/place.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import { isNoun, type Tag } from '../title/tag.pure.ts'

/** The place that a change of supply is told of: in the deciding group, else in its clause, else in the title. */
export function findPlace({ group, isMove, sign, from, to }: SupplyChange, tags: readonly Tag[]): Place | null {
  const inClause = tags.filter((tag) => tag.from >= from && tag.to <= to)
  // "Tin surges after Alphamin evacuates mine": the price is told, not the mine.
  const all = [...group.tags, ...inClause, ...(isMove ? [] : tags)]
  const near = all.find(({ place }) => place !== null)?.place ?? null
  if (sign > 0 || near?.kind !== 'plant' || near.makes.length > 0) return near
  // "Blaze at Oswego mill stops F-150 assembly in Dearborn": the mill, whose metal is missing.
  const source = tags.find((tag) => tag.place !== null && tag.place.makes.length > 0 && isAfterMishap(tag, tags))
  return source?.place ?? near
}

/** "Blaze at Oswego mill". */
function isAfterMishap({ from }: Tag, tags: readonly Tag[]): boolean {
  return tags.some((tag) => tag.to <= from && from - tag.to <= 1 && isNoun(tag, 'accident'))
}
