import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { BAD, MOVED, OBJECTS, OPERATORS } from './word-class.pure.ts'

const FLIPPERS: ReadonlySet<EventWordClass> = new Set(['stop', 'end', 'start', 'deny', 'keep'])

/** Classes of a mark as a noun. */
export function nounClassesOf(mark: Mark): EventWordClass[] {
  // A truck is a good, not traffic.
  const isGood = mark.goods.length > 0
  return mark.readings
    .filter((one) => OBJECTS.has(one.class) && !(isGood && one.class === 'flow' && one.isVerb))
    .map((one) => one.class)
}

/** Words before a noun. */
export const BEFORE_NOUN: ReadonlySet<string> = new Set([
  'the',
  'a',
  'an',
  'of',
  'on',
  'in',
  'from',
  'its',
  'their',
  'new',
  'no',
  "'s",
  'this',
  'after',
])
const BEFORE_VERB: ReadonlySet<string> = new Set([
  'to',
  'will',
  'would',
  'may',
  'might',
  'could',
  'can',
  'must',
  'not',
  'they',
])
/** Words after a noun, and after a verb without an object. */
export const AFTER_NOUN: ReadonlySet<string> = new Set([
  'on',
  'of',
  'against',
  'in',
  'at',
  'by',
  'for',
  'over',
  'from',
  'to',
  'is',
  'are',
  'was',
  'has',
  'have',
  'will',
  '&',
])

/** "Grounding blocks canal". */
function isMishap({ readings }: Mark): boolean {
  return readings.some((one) => !one.isVerb && one.class === 'accident')
}

function isBesideGood(previous: Mark | undefined, mark: Mark): boolean {
  return previous?.to === mark.from && (previous.goods.length > 0 || previous.place !== null)
}

/** True where a word that may be verb or noun is a noun: "export ban lifted" against "Jakarta bans exports". */
export function isNounHere(mark: Mark, previous: Mark | undefined, { words, breaks }: TokenisedText): boolean {
  const operator = mark.readings.some((one) => OPERATORS.has(one.class))
  const noun = mark.goods.length > 0 || mark.place !== null || mark.country !== null || nounClassesOf(mark).length > 0
  if (!operator) return noun
  if (!noun) return false
  // "Corn yield".
  if (mark.readings.some((one) => one.class === 'crop' && !one.isVerb) && isBesideGood(previous, mark)) return true
  // "Cocoa crashes to a low".
  if (
    hasClass(mark, 'selfmove') &&
    previous?.to === mark.from &&
    nounClassesOf(previous).length === 0 &&
    /s$/.test(words[mark.to - 1] ?? '')
  )
    return false
  // "Carve-outs from tariffs".
  if (hasClass(mark, 'end') && words[mark.to] === 'from') return false
  // A stoppage is never a verb.
  if (mark.readings.every((one) => !one.isVerb) && mark.readings.some((one) => BAD.has(one.class))) return true
  // "Waivers will not be renewed".
  if (previous === undefined && hasClass(mark, 'permission') && mark.readings.every((one) => !one.isVerb)) return true
  // "Talks collapse", "win back market share".
  const isLast = mark.to >= words.length || breaks[mark.to] === true
  const isBare = previous === undefined || (previous.country !== null && nounClassesOf(previous).length === 0)
  if (hasClass(mark, 'selfmove') && isBare && mark.from > 0 && (isLast || words[mark.to] === '&')) return false
  if (mark.goods.length === 0 && mark.to - mark.from > 1 && mark.readings.every((one) => one.isVerb)) return false
  const before = words[mark.from - 1] ?? ''
  const isPlural = previous !== undefined && /(?:s|ed|ing)$/.test(words[previous.to - 1] ?? '')
  if (BEFORE_VERB.has(before)) return false
  // "Slashes demand", "output cut".
  if (
    previous?.to === mark.from &&
    previous.readings.some(
      (one) => MOVED.has(one.class) || (one.isVerb && FLIPPERS.has(one.class) && isPlural && !isMishap(previous)),
    )
  )
    return true
  if (isLast || BEFORE_NOUN.has(before)) return true
  const form = mark.readings.find((one) => one.isVerb)?.form
  if (form === 'past' || form === 'participle') return false
  return AFTER_NOUN.has(words[mark.to] ?? '')
}
