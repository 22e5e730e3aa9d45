import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventClause, EventTitle, ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isNeverVerb, isOneOf, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { CHANGES, MISHAPS, OUTCOMES } from '../title/word-class.pure.ts'
import { applyVerbs } from './verb-effect.pure.ts'

/** Tickers of the companies, and of others who own what is named, each once. */
export function tickersOf(names: readonly Tag[]): string[] {
  const owners = names.flatMap(({ asset, product }) => [...(asset ? [asset.ticker] : []), ...(product?.owners ?? [])])
  return [...new Set(owners)]
}

/** True for tariffs, sanctions, crops and what is brought in: a matter of countries. */
export function isOfTrade(tag: Tag): boolean {
  return hasClass(tag, 'tax', 'sanction', 'inflow', 'crop', 'blight', 'weather')
}

/** Services and products that are no commodity, named outside the words of the topic itself; where some are told closely, only those. */
export function segmentsIn(tags: readonly Tag[], topic?: Tag): Good[] {
  const named = tags.filter((tag) => tag !== topic && !isOneOf(tag, MISHAPS))
  const goods = [...new Set(named.flatMap((tag) => tag.goods))].filter((good) => !isTraded(good))
  const close = goods.filter((good) => good.isSegment === true)
  return close.length > 0 ? close : goods
}

/** The first phrase with a tag of a kind, and what its verbs make of that. */
export function findTopic(
  { phrases }: EventTitle,
  isTopic: (tag: Tag) => boolean,
  base: 1 | -1,
):
  | { readonly topic: Tag; readonly clause: EventClause; readonly sign: 1 | -1; readonly isStated: boolean }
  | undefined {
  for (const clause of phrases) {
    const topic = clause.tags.find(isTopic)
    if (topic !== undefined) return { topic, clause, ...signOf(topic, base, clause) }
  }
  return undefined
}

/** What the verbs of a clause make of a topic that is good (1) or bad (-1) by itself: those before it, else those after it. */
export function signOf(
  topic: Tag,
  base: 1 | -1,
  { tags, names, title }: EventClause,
): { readonly sign: 1 | -1; readonly isStated: boolean } {
  // "Hit with a fine for favouring"; not "bans approvals of".
  const isBan = (tag: Tag) => base > 0 && tag.to <= topic.from && isVerb(tag, 'stop')
  const isCharge = (tag: Tag) => hasClass(tag, 'accuse') && !isBan(tag)
  if (tags.some((tag) => tag.to <= topic.from && isCharge(tag))) return { sign: base, isStated: base < 0 }
  const verbs = tags.filter((tag) => tag !== topic && tag.asset === null && !isCharge(tag) && isOneOf(tag, DECIDING))
  // The "outage" of an "outage lawsuit" is no verb.
  const isModifier = (tag: Tag) => tag.to === topic.from && isNeverVerb(tag) && !hasClass(tag, 'deny')
  // "Siemens falls on weak outlook": what its shares do.
  const isOfShares = (tag: Tag) => isVerb(tag, 'selfmove') && ON.test(title.words[tag.to] ?? '')
  const before = verbs.filter(
    (tag) => tag.to <= topic.from && !isModifier(tag) && !isApart(tag, topic, title) && !isOfShares(tag),
  )
  const isVerbTopic = topic.readings.every((one) => one.isVerb)
  // "Rejection sinks Biogen", not "probe clears Boeing".
  const isDoneToName = (tag: Tag) =>
    base < 0 && !hasClass(tag, 'approve', 'win') && names.some(({ from }) => from === tag.to)
  const after = verbs.filter((tag) => !isVerbTopic && tag.from >= topic.to && !isDoneToName(tag))
  const chosen = before.some((tag) => !isOnlyFear(tag)) ? before : [...before, ...after]
  const [first] = chosen
  const last = chosen.at(-1)
  if (first === undefined || last === undefined) return { sign: base, isStated: false }
  const classes = new Set(topic.readings.map((one) => one.class))
  const verbGroup = { kind: 'verbs', verbs: chosen, from: first.from, to: last.to } as const
  const group = { tags: [topic], from: topic.from, to: topic.to, classes }
  return { sign: applyVerbs(verbGroup, group, base, title, base) < 0 ? -1 : 1, isStated: true }
}

const ON = /^(?:on|over|amid)$/

/** "Siemens falls on", "Nike shares hit low after": the title tells what is paid for it, and why. */
export function isMoveTold(
  { to }: Tag,
  { tags, words, isIn }: ListedTitle & { readonly tags: readonly Tag[] },
): boolean {
  if (isIn(to, 'share')) return words.some((word) => WHY.test(word))
  const verb = tags.find((tag) => tag.from === to && isVerb(tag, 'selfmove'))
  return verb !== undefined && WHY.test(words[verb.to] ?? '')
}

const WHY = /^(?:on|over|amid|after|as)$/
const DECIDING = CHANGES.union(OUTCOMES)

function isOnlyFear({ readings }: Tag): boolean {
  return readings.every((one) => one.class === 'fear' || !DECIDING.has(one.class))
}

/** "Halts laptop sales in patent case": what is done is done to something else. */
function isApart(verb: Tag, topic: Tag, { words, hasIn }: ListedTitle): boolean {
  // "Sides with Cisco in case"; "bars GE from shipping" does it to that.
  const to = words[topic.from - 1] === 'from' ? topic.from - 1 : topic.from
  return !isVerb(verb, 'approve', 'win', 'lose', 'beat') && hasIn('apart', verb.to + 1, to)
}

/** "Is dropped", "picked for": done to what stands before it. */
export function isPassive({ readings, from, to }: Tag, { title: { words, isIn }, to: end }: EventClause): boolean {
  const form = readings.find((one) => one.isVerb)?.form
  if (form !== 'past' && form !== 'participle' && form !== 'same') return false
  if (isIn(from - 1, 'be') || words[to] === 'by') return true
  // "Stripped of", "shut out of".
  if ((words[to - 1] === 'of' || words[to - 1] === 'from') && (form !== 'same' || to - from > 2)) return true
  if (form === 'same') return false
  return isIn(to, 'after_passive') || to >= end
}

/** True where an verb before a verb denies it. */
export function isDenied(verb: Tag, { tags }: Pick<EventClause, 'tags'>): boolean {
  return tags.some((one) => one.to <= verb.from && verb.from - one.to <= 2 && hasClass(one, 'deny'))
}
