import type { EventTitle } from './event-title.pure.ts'
import type { Tag } from './tag.pure.ts'

/** "Clinical hold on Intellia gene-editing study": a firm that is not known, and not its trade. */
export function isOfUnlistedFirm({ from }: Tag, { tags, shapes, casing, breaks }: EventTitle): boolean {
  const at = from - 1
  return (
    casing === 'sentence' &&
    at > 0 &&
    breaks[from] !== true &&
    shapes[at] === 'capital' &&
    tags.every((tag) => tag.from > at || tag.to <= at)
  )
}
