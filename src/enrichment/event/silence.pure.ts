import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass } from '../vocabulary/event-lexicon.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { isSpeaker } from './speaker.pure.ts'

/** A person's doings are told first. */
const PERSON_REACH = 5
/** What makes a group of people a quantity: "passengers rise". */
const MOVES: readonly EventWordClass[] = ['more', 'less', 'selfmove']

/**
 * True for a title whose names are only mentioned: a question, a list, an occasion, an everyday story, routine funding, a routine
 * appointment or an outlook that stays.
 */
export function isSilent(marks: readonly Mark[], title: TokenisedText): boolean {
  const has = (wanted: EventWordClass) => marks.some((mark) => hasClass(mark, wanted))
  if (title.text.trimEnd().endsWith('?')) return true
  if (areSpeakers(marks, title)) return true
  // "Start-up raises $40 million".
  if (has('newcomer') && title.words.some((word) => word === 'raises' || word === 'raise')) return true
  if (has('list') || marks.some((mark) => hasClass(mark, 'occasion') && !TOLD.has(title.words[mark.from - 1] ?? '')))
    return true
  const name = marks.findIndex((mark) => mark.asset !== null)
  if (marks.slice(0, Math.max(0, name)).some((mark, at) => isPersonal(mark, marks[at + 1], title))) return true
  // "Seeks to delay bond payment", "defaults on bonds" are no routine.
  const isHeldUp = () =>
    title.words.some((word) => DEFAULTS.test(word)) ||
    marks.some((mark) => mark.readings.some((one) => one.isVerb && (one.class === 'stop' || one.class === 'fail')))
  if (has('finance') && !isHeldUp() && !has('authority') && !has('case')) return true
  return isAppointment(marks, title) || isUpheldOutlook(marks, title) || isListing(marks, title)
}

const DEFAULTS = /^default/
/** "Will beat its goal, CFO tells conference". */
const TOLD: ReadonlySet<string> = new Set(['tells', 'told', 'telling'])

/** "Police find knives in Tesco", but not "passengers rise at Ryanair". */
function isPersonal(mark: Mark, after: Mark | undefined, { words }: TokenisedText): boolean {
  if (mark.from >= PERSON_REACH || !hasClass(mark, 'person')) return false
  const isCounted = after?.from === mark.to && MOVES.some((one) => hasClass(after, one))
  // "Passengers sue Delta" is no everyday story.
  const isSuit = after?.from === mark.to && hasClass(after, 'accuse') && words[mark.from]?.endsWith('s') === true
  return !isCounted && !isSuit && !COUNTS.has(words[mark.to] ?? '')
}

const COUNTS: ReadonlySet<string> = new Set(['numbers', 'number', 'traffic', 'figures', 'demand', 'growth'])

const SHARES: ReadonlySet<string> = new Set(['share', 'shares', 'stock'])
/** Words before the post that somebody gets: "as CEO", "new finance chief". */
const BEFORE_POST: ReadonlySet<string> = new Set(['as', 'new', 'permanent', 'interim', 'next', 'first', 'its'])
const APPOINTMENTS: ReadonlySet<string> = new Set(['appointment', 'appointments', 'nomination'])
/** Tokens between an appointment and the post. */
const POST_REACH = 4

/** "Names Smith as chief executive", "RBS director appointment delayed": who comes, and nothing of what that brings. */
function isAppointment(marks: readonly Mark[], { words, breaks }: TokenisedText): boolean {
  // "Kering hires de Meo, shares jump", "slumps after cutting outlook, names new CEO".
  if (words.some((word) => SHARES.has(word))) return false
  const isPost = (mark: Mark) => hasClass(mark, 'post') || hasClass(mark, 'leader')
  const noun = words.findIndex((word) => APPOINTMENTS.has(word))
  if (noun >= 0 && marks.some((mark) => isPost(mark) && Math.abs(mark.from - noun) <= POST_REACH)) return true
  const start = 1 + (marks.find((mark) => mark.asset !== null)?.from ?? 0)
  return marks.some((verb) => {
    if (!hasClass(verb, 'appoint') || breaks.slice(start, verb.from + 1).includes(true)) return false
    if (marks.some((mark) => hasClass(mark, 'post'))) return true
    const as = words.indexOf('as', verb.to)
    const isFilled = as > verb.to && !marks.some((mark) => mark.from >= verb.to && mark.to <= as && isParty(mark))
    return isFilled || marks.some((mark) => mark.from > verb.from && isPost(mark) && isGiven(mark, verb, words))
  })
}

function isParty({ asset, country, goods, place }: Mark): boolean {
  return asset !== null || country !== null || place !== null || goods.length > 0
}

function isGiven(post: Mark, verb: Mark, words: readonly string[]): boolean {
  return post.from === verb.to || BEFORE_POST.has(words[post.from - 1] ?? '')
}

const UPHELD = /^(?:reiterat|reaffirm|affirm|maintain|uphold|upheld|confirm|keeps?$|sticks?$|retains?$)/
const OUTLOOK_REACH = 5
const NO: ReadonlySet<string> = new Set(['no', 'not', 'cannot', 'never', 'fails', 'refuses', 'declines'])

/** "Reaffirms outlook": nothing changed. */
function isUpheldOutlook(marks: readonly Mark[], { words, breaks }: TokenisedText): boolean {
  const at = words.findIndex((word) => UPHELD.test(word))
  const start = 1 + (marks.find((mark) => mark.asset !== null)?.from ?? 0)
  // "Lands order, keeps outlook".
  if (at < 0 || breaks.slice(start, at + 1).includes(true)) return false
  if (words.slice(Math.max(0, at - 3), at).some((word) => NO.has(word))) return false
  const outlook = marks.find((mark) => mark.from > at && hasClass(mark, 'guidance'))
  return (
    outlook !== undefined &&
    outlook.from - at <= OUTLOOK_REACH &&
    !breaks.slice(at + 1, outlook.from + 1).includes(true)
  )
}

const LISTING_WORDS: ReadonlySet<string> = new Set(
  'listing spinoff spin domicile nasdaq nyse dax mdax ftse s dow nikkei stoxx msci cac ibex'.split(' '),
)
const LISTED =
  /(?:^| )(?:in (?:the )?(?:m?dax|ftse|s & p|nasdaq|dow|nikkei|stoxx|msci|cac|ibex)|listing|spinoff|spin off|domicile|(?:to|from) (?:nasdaq|nyse) (?:from|to))(?: |$)/
const ROUTINE =
  /(?:^| )(?:considers?|weighs?|mulls?|explores?|studies|mov(?:e|es|ing)|stays?|remains?|keeps?|switch(?:es)?|shifts?|completes?|defects?|set for)(?: |$)/
const NO_ROUTINE: readonly EventWordClass[] = ['approve', 'authority', 'stop', 'fail', 'deny']

/** "Considers moving primary listing to New York", "spinoff set for June": where shares are traded, not what they are worth. */
function isListing(marks: readonly Mark[], { words }: TokenisedText): boolean {
  if (!words.some((word) => LISTING_WORDS.has(word))) return false
  const text = words.join(' ')
  return (
    LISTED.test(text) &&
    ROUTINE.test(text) &&
    !words.includes('debut') &&
    !marks.some((mark) => NO_ROUTINE.some((one) => hasClass(mark, one)))
  )
}

/** True where every company named only speaks: "HSBC survey shows services slowing", "oil may fall, says Goldman". */
function areSpeakers(marks: readonly Mark[], title: TokenisedText): boolean {
  const names = marks.flatMap(({ from, to, asset }) =>
    asset?.type === 'stock' ? [{ asset, from, to, next: title.words[to] === "'s" ? to + 1 : to }] : [],
  )
  return names.length > 0 && names.every((name) => isSpeaker(name, name.asset, marks, title))
}
