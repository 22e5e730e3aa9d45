import type { TokenisedText } from '../../text/token.pure.ts'
import type { WordSense } from '../../vocabulary/event-lexicon.pure.ts'
import { compilePatterns } from './word-pattern.pure.ts'

const NONE: readonly WordSense[] = []
/** In a list: a number. */
const NUMBER = '#'

/** Prepares the senses; the returned function gives those of the words at tokens `from` (included) to `to` (excluded) of a title. */
export function compileSenses(
  senses: readonly WordSense[],
): (title: TokenisedText, from: number, to: number) => readonly WordSense[] {
  const rows = senses.map((sense) => ({ sense, isBefore: isAnyOf(sense.before), isAfter: isAnyOf(sense.after) }))
  const rowsAt = compilePatterns(rows.map((value) => ({ patterns: value.sense.words, value })))
  const ofAny = rows.filter(({ sense }) => sense.words.length === 0)
  const beforeAny = new Set(ofAny.flatMap(({ sense }) => sense.before))
  return (title, from, to) => {
    const own = rowsAt(title.words, from)
    // Most words have one sense: this is asked for every tag.
    if (own === undefined && !beforeAny.has(title.words[from - 1] ?? '')) return NONE
    return [...(own ?? []), ...ofAny].flatMap(({ sense, isBefore, isAfter }) => {
      if (sense.before.length > 0 && !isBefore(title, from - 1)) return NONE
      if (sense.after.length === 0) return [sense]
      for (let at = to; at < to + sense.reach; at++) if (isAfter(title, at)) return [sense]
      return NONE
    })
  }
}

function isAnyOf(patterns: readonly string[]): (title: TokenisedText, at: number) => boolean {
  const patternsAt = compilePatterns([{ patterns, value: true }])
  const isOfNumber = patterns.includes(NUMBER)
  return ({ words, shapes }, at) => patternsAt(words, at) !== undefined || (isOfNumber && shapes[at] === 'number')
}
