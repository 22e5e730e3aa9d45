import { wordSet } from '../../text/word-set.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { EventTitle, ListedTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isOneOf, type Tag } from '../title/tag.pure.ts'
import { MISHAPS, RULES } from '../title/word-class.pure.ts'
import { isSpeaker } from './speaker.pure.ts'

/** A person's doings are told first. */
const PERSON_REACH = 5
/** What makes a group of people a quantity: "passengers rise". */
const MOVES: readonly EventWordClass[] = ['more', 'less', 'selfmove']

/**
 * True for a title whose names are only mentioned: a question, a list, an occasion, an everyday story, routine funding, a routine
 * appointment or an outlook that stays.
 */
export function isSilent(title: EventTitle): boolean {
  const { tags } = title
  const has = (wanted: EventWordClass) => tags.some((tag) => hasClass(tag, wanted))
  if (ASKS.test(title.text) || RANKS.test(title.text)) return true
  // "BP slashes dividend? Not yet, says boss": the answer names nobody.
  const asked = title.text.indexOf('? ')
  if (asked > 0 && tags.every((tag) => tag.asset === null || (title.starts[tag.from] ?? 0) < asked)) return true
  if (areSpeakers(tags, title)) return true
  // "Beijing denies consolidation rumours".
  if ((DENIED.test(title.text) || title.words[0] === 'no') && RUMOUR.test(title.text)) return true
  // "Carrefour: we are not for sale".
  if (isMishapDenied(tags, title) || UNSOLD.test(title.text)) return true
  // "Thieves strip copper from church roof".
  if (THEFT.test(title.text) && tags.every(({ asset }) => asset?.type !== 'stock')) return true
  // "Qualcomm chip chief sells shares": people sell for many reasons.
  if (INSIDER.test(title.text)) return true
  // "Coffee crop seen at 56.5 million bags": no more than was thought, nor less.
  if (ESTIMATE.test(title.text) && !tags.some((tag) => hasClass(tag, 'more', 'less', 'selfmove'))) return true
  // "Start-up raises $40 million".
  if (has('newcomer') && title.words.some((word) => word === 'raises' || word === 'raise')) return true
  // "Sanctioned as Lukashenko marks anniversary" is no occasion.
  const isOfWorld = tags.every(({ asset }) => asset === null) && tags.some((tag) => isOneOf(tag, OF_WORLD))
  // "Cuts outlook, boss tells conference": only where it was said.
  const isWhere = ({ from }: Tag) =>
    TOLD.has(title.words[from - 1] ?? '') || (has('guidance') && title.hasIn('telling', Math.max(0, from - 4), from))
  if (has('list') || (!isOfWorld && tags.some((tag) => hasClass(tag, 'occasion') && !isWhere(tag)))) return true
  const name = tags.findIndex((tag) => tag.asset !== null)
  if (tags.slice(0, Math.max(0, name)).some((tag, at) => isPersonal(tag, tags[at + 1], title))) return true
  // "Seeks to delay bond payment", "defaults on bonds" are no routine.
  const isHeldUp = () =>
    title.words.some((word) => DEFAULTS.test(word)) ||
    tags.some((tag) => tag.readings.some((one) => one.isVerb && (one.class === 'stop' || one.class === 'fail')))
  if (!isOfWorld && has('finance') && !isHeldUp() && !has('authority') && !has('case')) return true
  return isAppointment(tags, title) || isUpheldOutlook(tags, title) || isListing(tags, title) || isDenial(tags, title)
}

/** True for "should you buy the stock after its rally?": what its price did is not told, it is why somebody asks. */
export function isAdviceAsked({ text, words }: ListedTitle): boolean {
  return words[0] === 'should' && ASKS.test(text)
}

/** What tells of more than an occasion, where no company is named. */
const OF_WORLD: ReadonlySet<EventWordClass> = new Set([
  ...RULES,
  ...MISHAPS,
  'more',
  'less',
  'stop',
  'price',
  'demand',
  'selfmove',
  'ratecut',
  'ratehike',
])

const DEFAULTS = /^default/
/** "Will beat its goal, CFO tells conference". */
const TOLD: ReadonlySet<string> = new Set(['tells', 'told', 'telling'])

/** "Police find knives in Tesco", but not "passengers rise at Ryanair". */
function isPersonal(tag: Tag, after: Tag | undefined, { words }: EventTitle): boolean {
  if (tag.from >= PERSON_REACH || !hasClass(tag, 'person')) return false
  const isCounted = after?.from === tag.to && MOVES.some((one) => hasClass(after, one))
  // "Passengers sue Delta" is no everyday story.
  const isSuit = after?.from === tag.to && hasClass(after, 'accuse') && words[tag.from]?.endsWith('s') === true
  return !isCounted && !isSuit && !COUNTS.has(words[tag.to] ?? '')
}

const COUNTS: ReadonlySet<string> = new Set(['numbers', 'number', 'traffic', 'figures', 'demand', 'growth'])

const SHARES: ReadonlySet<string> = new Set(['share', 'shares', 'stock'])
/** Words before the post that somebody gets: "as CEO", "new finance chief". */
const BEFORE_POST: ReadonlySet<string> = new Set(['as', 'new', 'permanent', 'interim', 'next', 'first', 'its'])
const APPOINTMENTS: ReadonlySet<string> = new Set(['appointment', 'appointments', 'nomination'])
/** Tokens between an appointment and the post. */
const POST_REACH = 4

/** "Names Smith as chief executive", "RBS director appointment delayed": who comes, and nothing of what that brings. */
function isAppointment(tags: readonly Tag[], { words, breaks }: EventTitle): boolean {
  // "Kering hires de Meo, shares jump", "slumps after cutting outlook, names new CEO".
  if (words.some((word) => SHARES.has(word))) return false
  const isPost = (tag: Tag) => hasClass(tag, 'post') || hasClass(tag, 'leader')
  const noun = words.findIndex((word) => APPOINTMENTS.has(word))
  if (noun >= 0 && tags.some((tag) => isPost(tag) && Math.abs(tag.from - noun) <= POST_REACH)) return true
  const start = 1 + (tags.find((tag) => tag.asset !== null)?.from ?? 0)
  // "Chooses Craig to succeed Henry", not "picks AMD chip to replace Nvidia's".
  const heir = words.findIndex((word, i) => /^(?:succeed|replace)$/.test(word) && words[i - 1] === 'to')
  const isHeir = ({ to, ...verb }: Tag) =>
    heir > to && hasClass({ to, ...verb }, 'choose') && !tags.some((tag) => tag.from >= to && isParty(tag))
  if (tags.some(isHeir)) return true
  return tags.some((verb) => {
    if (!hasClass(verb, 'appoint') || breaks.slice(start, verb.from + 1).includes(true)) return false
    if (tags.some((tag) => hasClass(tag, 'post'))) return true
    const as = words.indexOf('as', verb.to)
    const isFilled =
      as > verb.to &&
      !COMPARED.has(words[as + 1] ?? '') &&
      !tags.some((tag) => tag.from >= verb.to && tag.to <= as && isParty(tag))
    return isFilled || tags.some((tag) => tag.from > verb.from && isPost(tag) && isGiven(tag, verb, words))
  })
}

/** "Adds twice as many jobs", "adds jobs as forecast": no post. */
const COMPARED: ReadonlySet<string> = new Set(['many', 'much', 'forecast', 'expected', 'predicted', 'planned'])

function isParty({ asset, country, goods, place }: Tag): boolean {
  return asset !== null || country !== null || place !== null || goods.length > 0
}

function isGiven(post: Tag, verb: Tag, words: readonly string[]): boolean {
  return post.from === verb.to || BEFORE_POST.has(words[post.from - 1] ?? '')
}

const UPHELD = /^(?:reiterat|reaffirm|affirm|maintain|uphold|upheld|confirm|keeps?$|sticks?$|retains?$)/
const OUTLOOK_REACH = 5
const NO: ReadonlySet<string> = new Set(['no', 'not', 'cannot', 'never', 'fails', 'refuses', 'declines'])

/** "Reaffirms outlook": nothing changed. */
function isUpheldOutlook(tags: readonly Tag[], { words, breaks }: EventTitle): boolean {
  const at = words.findIndex((word) => UPHELD.test(word))
  const start = 1 + (tags.find((tag) => tag.asset !== null)?.from ?? 0)
  // "Lands order, keeps outlook".
  if (at < 0 || breaks.slice(start, at + 1).includes(true)) return false
  if (words.slice(Math.max(0, at - 3), at).some((word) => NO.has(word))) return false
  const outlook = tags.find((tag) => tag.from > at && hasClass(tag, 'guidance'))
  return (
    outlook !== undefined &&
    outlook.from - at <= OUTLOOK_REACH &&
    !breaks.slice(at + 1, outlook.from + 1).includes(true)
  )
}

/** "Vale rejects report of dam alert": what is told did not happen. */
export function isReportDenied(text: string): boolean {
  return DENIED_REPORT.test(text)
}

/** "Denies it is weighing sale of unit": all stays as it was. */
function isDenial(tags: readonly Tag[], { text, words }: EventTitle): boolean {
  const isOfDeal = tags.some((tag) => hasClass(tag, 'bid') || hasClass(tag, 'authority'))
  const isDeedDenied = DENIED_DEED.test(text) && DENIES.test(words[tags[0]?.to ?? 0] ?? '')
  if ((isReportDenied(text) || isDeedDenied) && tags[0]?.asset?.type === 'stock' && !isOfDeal) return true
  if (!DENIED.test(text)) return false
  const names = companiesIn(tags)
  const [name] = names
  if (name === undefined || names.length > 1 || !DENIES.test(words[name.to] ?? '')) return false
  return (
    tags.some((tag) => tag.from > name.to && hasClass(tag, 'bid')) && !tags.some((tag) => hasClass(tag, 'authority'))
  )
}

/** "Denies spill at Keystone", "rebuts reports of a stoppage", "says Whiting ran normally": nothing happened. A plan that is denied is one less. */
function isMishapDenied(tags: readonly Tag[], { words, text, isIn }: EventTitle): boolean {
  const at = words.findIndex((word) => DENYING.test(word))
  const isBehind = ({ from }: Tag) => from > at
  const isStop = (tag: Tag) => isOneOf(tag, MISHAPS) || isIn(tag.from, 'closure') || STOPPED.test(words[tag.from] ?? '')
  if (at >= 0 && tags.some((tag) => isBehind(tag) && isStop(tag))) return true
  return UNHARMED.test(text) && !tags.some((tag) => hasClass(tag, 'start', 'end', 'terminate'))
}

const THEFT = /\b(?:thie(?:f|ves)|burglars?|(?:copper|metal|cable) thefts?)\b/i
const INSIDER =
  /\b(?:chief|ceo|cfo|coo|director|executive|chairman|chair|president|insider|officer|boss)s? (?:sells?|sold|offloads?|unloads?|disposes of) (?:\S+ ){0,4}(?:shares|stock)\b/i
const DENYING = /^(?:den(?:y|ies|ied|ying)|refut|rebut)/
const STOPPED = /^(?:stopped|halted|shut|suspended|closed|banned|blocked)$/
const ESTIMATE =
  /\b(?:seen|estimated|pegged) at \d[\d.,]* (?:million|mln|billion) (?:bags|tons|tonnes|bushels|boxes)\b/i
/** All goes on. */
const UNHARMED =
  /\b(?:as (?:usual|normal)|(?:ran|run|runs|running|working|operating) normally|unaffected|uninterrupted|reports? no damage|no damage (?:is |was )?(?:reported|seen|found)|(?:output|production|operations|flows) (?:normal|continues?))\b/i
const DENIED = /\b(?:den(?:y|ies|ied)|dismiss|refute|quash)/i
const DENIED_REPORT =
  /\b(?:den(?:y|ies|ied)|dismiss(?:es|ed)|refut(?:es|ed)|reject(?:s|ed)|disput(?:es|ed)|brush(?:es|ed) off) (?:[\w-]+ ){0,2}(?:reports?|talk|suggestions?)\b/i
/** "Denies it cut output", "denies receiving subpoena"; not "denies wrongdoing". */
const DENIED_DEED =
  /\bden(?:ies|ied|y) (?:(?:it|they) (?:\w+ed|cut|sold|told|made|paid|hid) |having |(?!wrong|bring)\w{2,}ing )/i
const UNSOLD = /\b(?:not|isn['\u2019]t|never) (?:up )?for sale\b/i
const RUMOUR = /\b(?:rumou?rs?|speculation|chatter)\b/i
/** "Tops Asia's safest bank list", "ranks Accenture a leader". */
const RANKS =
  /\b(?:tops?|topped|leads|overtakes) .*\b(?:rankings?|league)\b|\b(?:tops|topped) .*\blist\b|\branks .*\bleader\b/i
/** "Is it time to buy? - Reuters". */
const ASKS = /\?["'\u2019\u201d]?\s*(?:[-\u2013\u2014|] [^?]{1,30}|\(\d\)|\.)?\s*$/
const DENIES = /^(?:den(?:y|ies|ied)|dismiss(?:es|ed)|refutes?|quashes)$/

const LISTING_WORDS = wordSet(
  'listing spinoff spin domicile nasdaq nyse dax mdax ftse s dow nikkei stoxx msci cac ibex',
)
const LISTED =
  /(?:^| )(?:in (?:the )?(?:m?dax|ftse|s & p|nasdaq|dow|nikkei|stoxx|msci|cac|ibex)|listing|spinoff|spin off|domicile|(?:to|from) (?:nasdaq|nyse) (?:from|to))(?: |$)/
const ROUTINE =
  /(?:^| )(?:considers?|weighs?|mulls?|explores?|studies|mov(?:e|es|ing)|stays?|remains?|keeps?|switch(?:es)?|shifts?|completes?|defects?|set for)(?: |$)/
const NO_ROUTINE: readonly EventWordClass[] = ['approve', 'authority', 'stop', 'fail', 'deny']

/** "Considers moving primary listing to New York", "spinoff set for June": where shares are traded, not what they are worth. */
function isListing(tags: readonly Tag[], { words }: EventTitle): boolean {
  if (!words.some((word) => LISTING_WORDS.has(word))) return false
  const text = words.join(' ')
  return (
    LISTED.test(text) &&
    ROUTINE.test(text) &&
    !words.includes('debut') &&
    !tags.some((tag) => NO_ROUTINE.some((one) => hasClass(tag, one)))
  )
}

/** Companies that only show or host what is told: "Facebook video shows", "tells Barclays conference". */
export function findAside(tags: readonly Tag[], { isIn }: ListedTitle): ReadonlySet<number> {
  const names = companiesIn(tags)
  const isAside = ({ to }: Tag) => isIn(to, 'hosted') || (isIn(to, 'shown') && isIn(to + 1, 'showing'))
  const aside = names.filter(isAside)
  return new Set(names.length < 2 || aside.length === names.length ? [] : aside.flatMap(({ asset }) => asset?.id ?? []))
}

/** True where every company named only speaks: "HSBC survey shows services slowing", "oil may fall, says Goldman". */
function areSpeakers(tags: readonly Tag[], title: EventTitle): boolean {
  const names = tags.flatMap(({ from, to, asset }) =>
    asset?.type === 'stock' ? [{ asset, from, to, next: title.words[to] === "'s" ? to + 1 : to }] : [],
  )
  return names.length > 0 && names.every((name) => isSpeaker(name, name.asset, tags, title))
}
