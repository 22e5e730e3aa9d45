import type { Good } from '../vocabulary/event-lexicon.pure.ts'
import type { EventClause, ListedTitle } from './event-title.pure.ts'
import { hasClass, isOneOf, isTraded, isVerb, type Mark } from './mark.pure.ts'
import { applyChain } from './operator-chain.pure.ts'
import { MISHAPS, OPERATORS, OUTCOMES } from './word-class.pure.ts'

/** Tickers of the companies, and of others who own what is named, each once. */
export function tickersOf(names: readonly Mark[]): string[] {
  return [
    ...new Set(
      names.flatMap(({ asset, product }) => (asset === null ? [] : [asset.ticker, ...(product?.owners ?? [])])),
    ),
  ]
}

/** True for tariffs, sanctions, crops and what is brought in: a matter of countries. */
export function isOfTrade(mark: Mark): boolean {
  return hasClass(mark, 'tax', 'sanction', 'inflow', 'crop', 'blight', 'weather')
}

/** Services and products that are no commodity, named outside the words of the topic itself; where some are told closely, only those. */
export function segmentsIn(marks: readonly Mark[], topic: Mark | null): Good[] {
  const named = marks.filter((mark) => mark !== topic && !isOneOf(mark, MISHAPS))
  const goods = [...new Set(named.flatMap((mark) => mark.goods))].filter((good) => !isTraded(good))
  const close = goods.filter((good) => good.isSegment === true)
  return close.length > 0 ? close : goods
}

/** What the operators of a clause make of a topic that is good (1) or bad (-1) by itself: those before it, else those after it. */
export function signOf(
  topic: Mark,
  base: 1 | -1,
  { marks, title }: EventClause,
): { readonly sign: number; readonly isStated: boolean } {
  // "Hit with a fine for favouring".
  if (marks.some((mark) => mark.to <= topic.from && hasClass(mark, 'accuse'))) return { sign: base, isStated: base < 0 }
  const operators = marks.filter(
    (mark) => mark !== topic && mark.asset === null && !hasClass(mark, 'accuse') && isOneOf(mark, DECIDING),
  )
  // The "outage" of an "outage lawsuit" is no operator.
  const isModifier = (mark: Mark) =>
    mark.to === topic.from && mark.readings.every((one) => !one.isVerb && one.class !== 'deny')
  const before = operators.filter((mark) => mark.to <= topic.from && !isModifier(mark) && !isApart(mark, topic, title))
  const isVerbTopic = topic.readings.every((one) => one.isVerb)
  const after = isVerbTopic ? [] : operators.filter((mark) => mark.from >= topic.to)
  const chosen = before.some((mark) => !isOnlyFear(mark)) ? before : [...before, ...after]
  const [first] = chosen
  const last = chosen.at(-1)
  if (first === undefined || last === undefined) return { sign: base, isStated: false }
  const classes = new Set(topic.readings.map((one) => one.class))
  const chain = { kind: 'chain', operators: chosen, from: first.from, to: last.to } as const
  const group = { marks: [topic], from: topic.from, to: topic.to, classes }
  return { sign: applyChain(chain, group, base, title, base), isStated: true }
}

const DECIDING = OPERATORS.union(OUTCOMES)

function isOnlyFear({ readings }: Mark): boolean {
  return readings.every((one) => one.class === 'fear' || !DECIDING.has(one.class))
}

/** "Halts laptop sales in patent case": what is done is done to something else. */
function isApart(operator: Mark, topic: Mark, { hasIn }: ListedTitle): boolean {
  // "Sides with Cisco in case".
  return !isVerb(operator, 'approve', 'win', 'lose') && hasIn('apart', operator.to + 1, topic.from)
}

/** "Is dropped", "picked for": done to what stands before it. */
export function isPassive({ readings, from, to }: Mark, clause: EventClause): boolean {
  const { words, isIn } = clause.title
  const form = readings.find((one) => one.isVerb)?.form
  if (form !== 'past' && form !== 'participle' && form !== 'same') return false
  if (isIn(from - 1, 'be') || words[to] === 'by') return true
  if (form === 'same') return false
  // "Stripped of".
  if ((words[to - 1] === 'of' || words[to - 1] === 'from') && to - from > 1) return true
  if (isIn(to, 'after_passive')) return true
  return to >= clause.to && !clause.names.some((name) => name.from >= to && name.from - to <= 3)
}

/** True where an operator before a verb denies it. */
export function isDenied(verb: Mark, { marks }: EventClause): boolean {
  return marks.some((one) => one.to <= verb.from && verb.from - one.to <= 2 && hasClass(one, 'deny'))
}
