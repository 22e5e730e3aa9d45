import type { ListedTitle } from './event-title.pure.ts'
import { isVerb, type Tag } from './tag.pure.ts'

/** True for the words of a price cut that is only talked of, and denied: "hits brakes on Switch 2 price cut talk". */
export function isDeniedTalk(
  { from, to }: Pick<Tag, 'from' | 'to'>,
  tags: readonly Tag[],
  { isIn }: ListedTitle,
): boolean {
  return (
    isIn(to, 'rumour') && tags.some((tag) => tag.to <= from && tag.asset === null && isVerb(tag, 'stop', 'end', 'deny'))
  )
}
