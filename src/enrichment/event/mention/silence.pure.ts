import { wordList } from '../../text/word-set.pure.ts'
import type { EventTitle, ListedTitle } from '../title/event-title.pure.ts'
import { isVolumeTold } from '../title/figure.pure.ts'
import { companiesIn, hasClass, isOneOf, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { MISHAPS, RULES } from '../title/word-class.pure.ts'
import { isSpeaker } from './speaker.pure.ts'

/** A person's doings are told first. */
const PERSON_REACH = 5
/** What makes news of what a group of people does. */
const OF_MANY = wordList('more less selfmove accuse')
/** What tells of more than an occasion, where no company is named. */
const OF_WORLD = new Set([...RULES, ...MISHAPS, ...wordList('more less stop price demand selfmove ratecut ratehike')])

/** "Is it time to buy? - Reuters". */
const ASKS = /\?["'\u2019\u201d]?\s*(?:[-\u2013\u2014|] [^?]{1,30}|\(\d\)|\.)?\s*$/
/** "Tops Asia's safest bank list", "ranks Accenture a leader". */
const RANKS =
  /\b(?:tops?|topped|leads|overtakes) .*\b(?:rankings?|league)\b|\b(?:tops|topped) .*\blist\b|\branks .*\bleader\b/i
const INSIDER =
  /\b(?:chief|ceo|cfo|coo|director|executive|chairman|chair|president|insider|officer|boss)s? (?:sells?|sold|offloads?|unloads?|disposes of) (?:\S+ ){0,4}(?:shares|stock)\b/i

/**
 * True for a title whose names are only mentioned: a question, a list, an occasion, an everyday story, routine funding, a routine
 * appointment or an outlook that stays.
 */
export function isSilent(title: EventTitle): boolean {
  const { tags, text, words, starts, classes, hasIn } = title
  if (ASKS.test(text) || RANKS.test(text)) return true
  // "BP slashes dividend? Not yet, says boss": the answer names nobody.
  const asked = text.indexOf('? ')
  if (asked > 0 && tags.every((tag) => tag.asset === null || (starts[tag.from] ?? 0) < asked)) return true
  if (areSpeakers(title)) return true
  // "Beijing denies consolidation rumours".
  if (hasIn('rumoured') && (words[0] === 'no' || hasIn('denying') || hasIn('dismissing'))) return true
  // "Carrefour: we are not for sale".
  if (isMishapDenied(title) || hasIn('unsold')) return true
  // "Thieves strip copper from church roof".
  if (hasIn('theft') && companiesIn(tags).length === 0) return true
  // "Qualcomm chip chief sells shares": people sell for many reasons.
  if (INSIDER.test(text)) return true
  // "Coffee crop seen at 56.5 million bags": no more than was thought, nor less.
  if (hasIn('estimated') && isVolumeTold(title) && !isTagged(tags, 'more', 'less', 'selfmove')) return true
  // "Start-up raises $40 million".
  if (classes.has('newcomer') && words.includes('raises')) return true
  // "Sanctioned as Lukashenko marks anniversary" is no occasion.
  const isOfWorld = tags.every(({ asset }) => asset === null) && tags.some((tag) => isOneOf(tag, OF_WORLD))
  // "Cuts outlook, boss tells conference": only where it was said.
  const isWhere = ({ from }: Tag) => hasIn('telling', from - (classes.has('guidance') ? 4 : 1), from)
  if (classes.has('list') || (!isOfWorld && tags.some((tag) => hasClass(tag, 'occasion') && !isWhere(tag)))) return true
  const name = tags.findIndex((tag) => tag.asset !== null)
  if (tags.slice(0, Math.max(0, name)).some((tag, at) => isPersonal(tag, tags[at + 1]))) return true
  // "Seeks to delay bond payment", "defaults on bonds" are no routine.
  const isFunding = !isOfWorld && classes.has('finance') && !classes.has('authority') && !classes.has('case')
  if (isFunding && !hasIn('defaulting') && !tags.some((tag) => isVerb(tag, 'stop', 'fail'))) return true
  return isAppointment(title) || isUpheldOutlook(title) || isListing(title) || isDenial(title)
}

/** "Police find knives in Tesco", but not "passengers rise at Ryanair", "passengers sue Delta". */
function isPersonal(tag: Tag, after: Tag | undefined): boolean {
  return tag.from < PERSON_REACH && hasClass(tag, 'person') && !(after && hasClass(after, ...OF_MANY))
}

/** "Names Smith as chief executive": who comes, and nothing of what that brings. */
function isAppointment({ tags, words, breaks, isIn, hasIn }: EventTitle): boolean {
  // "Kering hires de Meo, shares jump", "slumps after cutting outlook, names new CEO".
  if (hasIn('share')) return false
  const start = firstNameEnd(tags)
  const isPost = (tag: Tag, verb: Tag) =>
    hasClass(tag, 'post', 'leader') && (tag.from === verb.to || isIn(tag.from - 1, 'before_post'))
  // "Chooses Craig to succeed Henry", not "picks AMD chip to replace Nvidia's".
  const isHeir = (verb: Tag) =>
    hasClass(verb, 'choose') && hasIn('succeeding', verb.to) && !tags.some((tag) => tag.from >= verb.to && isParty(tag))
  return tags.some((verb) => {
    if (isHeir(verb)) return true
    if (!hasClass(verb, 'appoint') || breaks.slice(start, verb.from + 1).includes(true)) return false
    const as = words.findIndex((word, i) => i > verb.to && word === 'as' && !isIn(i + 1, 'compared'))
    const isFilled = as > 0 && !tags.some((tag) => tag.from >= verb.to && tag.to <= as && isParty(tag))
    return isFilled || isTagged(tags, 'post') || tags.some((tag) => isPost(tag, verb))
  })
}

function isParty({ asset, country, goods, place }: Tag): boolean {
  return asset !== null || country !== null || place !== null || goods.length > 0
}

/** The token from which a break parts what is told from who is named first. */
function firstNameEnd(tags: readonly Tag[]): number {
  return 1 + (tags.find((tag) => tag.asset !== null)?.from ?? 0)
}

const OUTLOOK_REACH = 5

/** "Reaffirms outlook": nothing changed. */
function isUpheldOutlook({ tags, words, breaks, isIn, hasIn }: EventTitle): boolean {
  const at = words.findIndex((_, i) => isIn(i, 'upholding'))
  // "Lands order, keeps outlook", "cannot confirm outlook".
  if (at < 0 || breaks.slice(firstNameEnd(tags), at + 1).includes(true) || hasIn('not', at - 3, at)) return false
  const outlook = tags.find((tag) => tag.from > at && hasClass(tag, 'guidance'))
  return (
    outlook !== undefined &&
    outlook.from - at <= OUTLOOK_REACH &&
    !breaks.slice(at + 1, outlook.from + 1).includes(true)
  )
}

const DENIED_REPORT =
  /\b(?:den(?:y|ies|ied)|dismiss(?:es|ed)|refut(?:es|ed)|reject(?:s|ed)|disput(?:es|ed)|brush(?:es|ed) off) (?:[\w-]+ ){0,2}(?:reports?|talk|suggestions?)\b/i
/** "Denies it cut output", "denies receiving subpoena"; not "denies wrongdoing". */
const DENIED_DEED =
  /\bden(?:ies|ied|y) (?:(?:it|they) (?:\w+ed|cut|sold|told|made|paid|hid) |having |(?!wrong|bring)\w{2,}ing )/i

/** "Vale rejects report of dam alert": what is told did not happen. */
export function isReportDenied(text: string): boolean {
  return DENIED_REPORT.test(text)
}

/** "Denies it is weighing sale of unit": all stays as it was. */
function isDenial({ tags, text }: EventTitle): boolean {
  if (tags[0]?.asset?.type !== 'stock' || isTagged(tags, 'bid', 'authority')) return false
  return isReportDenied(text) || DENIED_DEED.test(text)
}

/** "Denies spill at Keystone", "rebuts reports of a stoppage", "says Whiting ran normally": nothing happened. A plan that is denied is one less. */
function isMishapDenied({ tags, words, isIn, hasIn }: EventTitle): boolean {
  const at = words.findIndex((_, i) => isIn(i, 'denying'))
  const isStop = (tag: Tag) => isOneOf(tag, MISHAPS) || isIn(tag.from, 'closure') || isIn(tag.from, 'stopped')
  if (at >= 0 && tags.some((tag) => tag.from > at && isStop(tag))) return true
  return hasIn('unharmed') && !isTagged(tags, 'start', 'end', 'terminate')
}

/** "Considers moving primary listing to New York", "spinoff set for June": where shares are traded, not what they are worth. */
function isListing({ tags, hasIn }: EventTitle): boolean {
  return hasIn('listing') && hasIn('routine') && !isTagged(tags, 'approve', 'authority', 'stop', 'fail', 'deny')
}

/** Companies that only show what is told: "Facebook video shows". */
export function findAside(tags: readonly Tag[], { isIn }: ListedTitle): ReadonlySet<number> {
  const names = companiesIn(tags)
  const aside = names.filter(({ to }) => isIn(to, 'shown') && isIn(to + 1, 'showing'))
  return new Set(names.length < 2 ? [] : aside.flatMap(({ asset }) => asset?.id ?? []))
}

/** True where every company named only speaks: "HSBC survey shows services slowing", "oil may fall, says Goldman". */
function areSpeakers(title: EventTitle): boolean {
  const names = title.tags.flatMap(({ from, to, asset }) =>
    asset?.type === 'stock' ? [{ asset, from, to, next: title.words[to] === "'s" ? to + 1 : to }] : [],
  )
  return names.length > 0 && names.every((name) => isSpeaker(name, name.asset, title.tags, title))
}
