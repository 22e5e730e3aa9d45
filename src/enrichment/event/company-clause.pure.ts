import type { TokenisedText } from '../text/token.pure.ts'
import type { EventWordClass, Good } from '../vocabulary/event-lexicon.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'
import { applyChain } from './operator-chain.pure.ts'
import { splitPhrases } from './phrase.pure.ts'
import { MISHAPS, OPERATORS, OUTCOMES } from './word-class.pure.ts'

/** A stretch of a title between punctuation and connectives, with what is marked in it. */
export interface CompanyClause {
  readonly from: number
  readonly to: number
  readonly marks: readonly Mark[]
  /** Companies named in it. */
  readonly names: readonly Mark[]
}

/** Each reader asks for the clauses of the same marks. */
const clausesOf = new WeakMap<readonly Mark[], readonly CompanyClause[]>()

/** The clauses of a title, those that tell what was before last: "after". */
export function splitCompanyClauses(marks: readonly Mark[], title: TokenisedText): readonly CompanyClause[] {
  const known = clausesOf.get(marks)
  if (known !== undefined) return known
  const clauses = splitPhrases(title).map(({ from, to }) => {
    const inside = marks.filter((mark) => mark.from >= from && mark.to <= to)
    return { from, to, marks: inside, names: companiesIn(inside) }
  })
  const isBackground = ({ from }: CompanyClause) => Number(BACKGROUND.has(title.words[from] ?? ''))
  clauses.sort((a, b) => isBackground(a) - isBackground(b))
  clausesOf.set(marks, clauses)
  return clauses
}

const BACKGROUND: ReadonlySet<string> = new Set(['after', 'since', 'despite', 'following'])

/** The marks of named companies. */
export function companiesIn(marks: readonly Mark[]): Mark[] {
  return marks.filter((mark) => mark.asset?.type === 'stock')
}

/** Tickers of the companies, and of others who own what is named, each once. */
export function tickersOf(names: readonly Mark[]): string[] {
  return [
    ...new Set(
      names.flatMap(({ asset, product }) => (asset === null ? [] : [asset.ticker, ...(product?.owners ?? [])])),
    ),
  ]
}

/** True for tariffs, sanctions, crops and what is brought in: a matter of countries. */
export function isOfTrade({ readings }: Mark): boolean {
  return readings.some((one) => TRADE.has(one.class))
}

const TRADE: ReadonlySet<EventWordClass> = new Set(['tax', 'sanction', 'inflow', 'crop', 'blight', 'weather'])

/** The verb reading of a class at a mark. */
export function isVerb(mark: Mark, wanted: EventWordClass): boolean {
  return mark.readings.some((one) => one.class === wanted && one.isVerb)
}

/** Services and products that are no commodity, named outside the words of the topic itself; where some are told closely, only those. */
export function segmentsIn(marks: readonly Mark[], topic: Mark | null): Good[] {
  const named = marks.filter((mark) => mark !== topic && !mark.readings.some((one) => MISHAPS.has(one.class)))
  const goods = [...new Set(named.flatMap((mark) => mark.goods))].filter((good) => good.commodities.length === 0)
  const close = goods.filter((good) => good.isSegment === true)
  return close.length > 0 ? close : goods
}

/** What the operators of a clause make of a topic that is good (1) or bad (-1) by itself: those before it, else those after it. */
export function signOf(
  topic: Mark,
  base: 1 | -1,
  { marks }: CompanyClause,
  title: TokenisedText,
): { readonly sign: number; readonly isStated: boolean } {
  const operators = marks.filter(
    (mark) =>
      mark !== topic &&
      mark.asset === null &&
      !hasClass(mark, 'accuse') &&
      mark.readings.some((one) => OPERATORS.has(one.class) || OUTCOMES.has(one.class)),
  )
  // The "outage" of an "outage lawsuit" is no operator.
  const isModifier = (mark: Mark) =>
    mark.to === topic.from && mark.readings.every((one) => !one.isVerb && one.class !== 'deny')
  const before = operators.filter((mark) => mark.to <= topic.from && !isModifier(mark) && !isApart(mark, topic, title))
  // "Hit with a fine for favouring".
  if (marks.some((mark) => mark.to <= topic.from && hasClass(mark, 'accuse'))) return { sign: base, isStated: base < 0 }
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

function isOnlyFear({ readings }: Mark): boolean {
  return readings.every((one) => one.class === 'fear' || !(OPERATORS.has(one.class) || OUTCOMES.has(one.class)))
}

/** "Halts laptop sales in patent case": what is done is done to something else. */
function isApart(operator: Mark, topic: Mark, { words }: TokenisedText): boolean {
  // "Sides with Cisco in case".
  if (operator.readings.some((one) => OF_PARTIES.has(one.class) && one.isVerb)) return false
  return words.slice(operator.to + 1, topic.from).some((word) => APART.has(word))
}

const OF_PARTIES: ReadonlySet<EventWordClass> = new Set(['approve', 'win', 'lose'])

const APART: ReadonlySet<string> = new Set(['in', 'over', 'amid', 'from', 'at', 'after', 'with'])

const BE: ReadonlySet<string> = new Set(['is', 'are', 'was', 'were', 'be', 'been', 'being', 'gets', 'get', 'got'])
const AFTER_PASSIVE: ReadonlySet<string> = new Set([
  'by',
  'for',
  'as',
  'from',
  'to',
  'in',
  'over',
  'at',
  'until',
  'pending',
  'after',
])

/** "Is dropped", "picked for": done to what stands before it. */
export function isPassive(mark: Mark, clause: CompanyClause, { words }: TokenisedText): boolean {
  const form = mark.readings.find((one) => one.isVerb)?.form
  if (form !== 'past' && form !== 'participle' && form !== 'same') return false
  if (BE.has(words[mark.from - 1] ?? '')) return true
  // "Stripped of".
  if (form !== 'same' && (words[mark.to - 1] === 'of' || words[mark.to - 1] === 'from') && mark.to - mark.from > 1)
    return true
  const hasObject = clause.names.some(
    (name) => name.from >= mark.to && name.from - mark.to <= 3 && !AFTER_PASSIVE.has(words[mark.to] ?? ''),
  )
  const next = words[mark.to] ?? ''
  return next === 'by' || (form !== 'same' && !hasObject && (AFTER_PASSIVE.has(next) || mark.to >= clause.to))
}

/** True where an operator before a verb denies it. */
export function isDenied(mark: Mark, { marks }: CompanyClause): boolean {
  return marks.some((one) => one.to <= mark.from && mark.from - one.to <= 2 && hasClass(one, 'deny'))
}
