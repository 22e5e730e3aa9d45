import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { Tag } from './tag.pure.ts'

/** Reads a good as the narrower kind that is named as well: the "insurers" of "Medicare pays less than insurers hoped" are health insurers. */
export function narrowGoods(tags: readonly Tag[]): readonly Tag[] {
  const named = [...new Set(tags.flatMap(({ goods }) => goods))]
  if (named.length < 2) return tags
  const narrowerOf = ({ words: [name = ''] }: Good) => named.filter(({ words: [one = ''] }) => one.endsWith(` ${name}`))
  if (named.every((good) => narrowerOf(good).length === 0)) return tags
  const narrow = (good: Good) => (narrowerOf(good).length > 0 ? narrowerOf(good) : [good])
  return tags.map((tag) => ({ ...tag, goods: [...new Set(tag.goods.flatMap(narrow))] }))
}
