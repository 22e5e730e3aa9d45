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
  const conditions = new Map(
    senses.map((sense) => [sense, { isBefore: isAnyOf(sense.before), isAfter: isAnyOf(sense.after) }]),
  )
  const sensesAt = compilePatterns(senses.map((value) => ({ patterns: value.words, value })))
  const ofAny = senses.filter(({ words }) => words.length === 0)
  const beforeAny = new Set(ofAny.flatMap(({ before }) => before))
  return (title, from, to) => {
    const own = sensesAt(title.words, from)
    // Most words have one sense: this is asked for every tag.
    if (own === undefined && !beforeAny.has(title.words[from - 1] ?? '')) return NONE
    return [...(own ?? []), ...ofAny].filter((sense) => {
      const { isBefore, isAfter } = conditions.get(sense) ?? {}
      if (sense.before.length > 0 && isBefore?.(title, from - 1) !== true) return false
      if (sense.after.length === 0) return true
      for (let at = to; at < to + sense.reach; at++) if (isAfter?.(title, at) === true) return true
      return false
    })
  }
}

function isAnyOf(patterns: readonly string[]): (title: TokenisedText, at: number) => boolean {
  const patternsAt = compilePatterns([{ patterns, value: true }])
  const isOfNumber = patterns.includes(NUMBER)
  return ({ words, shapes }, at) => patternsAt(words, at) !== undefined || (isOfNumber && shapes[at] === 'number')
}
