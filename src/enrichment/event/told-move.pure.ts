import type { Direction } from '../vocabulary/verdict.pure.ts'
import { isMoveTold } from './clause/company-clause.pure.ts'
import type { EventEffect } from './effect/event-effect.pure.ts'
import type { EventTitle } from './title/event-title.pure.ts'
import { isVerb, type Tag } from './title/tag.pure.ts'

/** "Slides on recall": true where an event would lift what the title says falls, and so was read wrongly. */
export function isAgainstTold(
  effects: readonly EventEffect[],
  title: EventTitle,
  directionOf: (assetId: number) => Direction | undefined,
): boolean {
  const { tags } = title
  const isMovedAlone = ({ to }: Tag) =>
    tags.some(
      (one) =>
        one.from === to &&
        isVerb(one, 'selfmove') &&
        (title.breaks[one.to] === true || title.shapes[one.to] === 'number'),
    )
  return tags.some((tag) => {
    const isOf = ({ asset }: EventEffect) =>
      asset === tag.asset || tag.goods.some(({ commodities }) => commodities.includes(asset.ticker))
    const isAgainst = ({ asset, direction }: EventEffect) =>
      directionOf(asset.id) === (direction === 'pos' ? 'neg' : 'pos')
    // "Lithium stocks rise": words that are read of stores.
    if (tag.asset === null && title.isIn(tag.to, 'share')) return false
    return effects.some((one) => isOf(one) && isAgainst(one)) && (isMoveTold(tag, title) || isMovedAlone(tag))
  })
}
