import type { EventTitle } from './event-title.pure.ts'
import { hasClass, isOneOf, type Tag } from './tag.pure.ts'
import { BAD, OBJECTS, RULES } from './word-class.pure.ts'

/** Words of a title that says one thing, and words between its verb and what is done. */
const WORDS_MAX = 10
const REACH = 2

/** "EU extends sanctions on Russian gas": who does what, with one verb and right behind it what it is done to. */
export function isPlainStatement({ tags, phrases, words }: EventTitle): boolean {
  const [verb, ...others] = tags.filter(
    ({ readings, goods }) =>
      goods.length === 0 &&
      readings.some((one) => one.isVerb) &&
      !readings.some((one) => !one.isVerb && OBJECTS.has(one.class)),
  )
  if (verb === undefined || others.length > 0 || phrases.length > 1 || words.length > WORDS_MAX) return false
  // "Export ban delayed", "ban expires".
  const isPassive = verb.readings.some(
    ({ form }) => form === 'past' || form === 'participle' || (form === 's' && hasClass(verb, 'terminate')),
  )
  if (isPassive && tags.some((tag) => tag.to === verb.from && isOneOf(tag, RULES))) return true
  // "Strike spreads to mine", "to be spared duties".
  const isActive = verb.readings.some(({ form }) => form === 's' || form === 'base' || form === 'same')
  if (!isActive || words[verb.from] === 'be' || tags.some((tag) => tag.to <= verb.from && isOneOf(tag, BAD)))
    return false
  const isDone = (tag: Tag) => tag.from >= verb.to && tag.from - verb.to <= REACH && isOneOf(tag, OBJECTS)
  return tags.some(isDone)
}
