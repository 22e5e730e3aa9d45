import { isConnective } from '../../direction/parse/clause.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import type { Tag } from './tag.pure.ts'

/** Tokens between the words of a comparison: "fewer planes than airlines had feared". */
const REACH = 6

/** Tokens `from` (included) to `to` (excluded). */
type Span = Pick<Tag, 'from' | 'to'>

/**
 * The words by which a title says that what it tells is less than was feared or hoped: "less flood damage than feared", "well below worst
 * fears", "half of what was promised". Without them the title tells the event itself, whose effect is the opposite, for it was expected.
 * Empty where nothing is compared.
 */
export function findUnmetExpectation(title: ListedTitle): readonly Span[] {
  const { words, isIn } = title
  const seek = (from: number) => {
    for (let at = from; at < Math.min(from + REACH, words.length) && !isConnective(words[at] ?? ''); at++)
      if (isIn(at, 'expected_more')) return at
    return -1
  }
  for (let at = 0; at < words.length; at++) {
    if (isIn(at, 'falling_short')) {
      const end = seek(at + 1)
      if (end > 0) return [{ from: at, to: end + 1 }]
    }
    if (!isIn(at, 'lesser')) continue
    const than = words.indexOf('than', at + 1)
    if (than < 0 || than - at > REACH) continue
    const end = seek(than + 1)
    if (end > 0)
      return [
        { from: at, to: at + 1 },
        { from: than, to: end + 1 },
      ]
  }
  return []
}
