import type { TokenisedText } from '../text/token.pure.ts'
import type { EventCountry } from '../vocabulary/event-lexicon.pure.ts'
import type { Availability } from './availability.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'

/** Who decides, and whose goods are meant. */
export interface Parties {
  readonly actor: EventCountry | null
  readonly target: EventCountry | null
}

const NOBODY: Parties = { actor: null, target: null }

/** Tokens between a preposition and the country it stands before: "on all imported Japanese cars". */
const REACH = 3
const ON_WHOM: ReadonlySet<string> = new Set(['on', 'against', 'from', 'to', 'of', 'for', 'into', 'in', 'off', 'over'])
/** Words before those whom a tariff or sanction hits. */
const BURDENED: ReadonlySet<string> = new Set(['on', 'against', 'from', 'for', 'of', 'off'])
/** Of whom an adjective says that they impose, not that they suffer: "Chinese duties" against "China tariffs". */
const ADJECTIVE = /(?:ese|ish|[ic]an|ean|[rs]ian|man|french|dutch|swiss|greek|thai)$/
/** "Levy in India", "duties at US border". */
const WHERE: ReadonlySet<string> = new Set(['in', 'at', 'into'])
const AHEAD: ReadonlySet<string> = new Set(['to', 'will', 'may', 'could', 'would'])
/** The first named is rather who decides. */
const FIRST = 0.2
const EXCEPT: ReadonlySet<string> = new Set(['but', 'except', 'outside', 'after', 'before'])
const IMPOSERS: ReadonlySet<string> = new Set(['US', 'EU', 'GB'])

/** Finds who decides and whose goods are meant by an event. */
export function findParties(marks: readonly Mark[], found: Availability, title: TokenisedText): Parties {
  const { group } = found
  const burden = group.marks.find(
    (mark) => hasClass(mark, 'tax') || hasClass(mark, 'sanction') || hasClass(mark, 'accord'),
  )
  const countries = marks.filter((mark) => mark.country !== null)
  return burden === undefined
    ? findDecider(countries, marks, found, title)
    : findBurdened(burden, countries, marks, title)
}

/** A government or the first country, and the country after "on", "from" or beside the good. */
function findDecider(
  countries: readonly Mark[],
  marks: readonly Mark[],
  { group, from }: Availability,
  { words }: TokenisedText,
): Parties {
  // "Russia refuses cuts": its own output.
  const alone = group.marks.length === 1 ? group.marks[0]?.country : undefined
  if (alone != null && group.classes.has('output')) return { actor: alone, target: null }
  const isMeant = ({ from }: Mark) => ON_WHOM.has(words[from - 1] ?? '')
  // "Brazil finds disease; China suspends imports": who does it in the clause that says so.
  const own = countries.filter((mark) => mark.from >= from && mark.to <= group.from && !isMeant(mark))
  const [first] =
    own.length > 0 && group.classes.has('inflow')
      ? own
      : countries.toSorted((a, b) => Number(isMeant(a)) - Number(isMeant(b)))
  const isSubject = first !== undefined && (first.isGovernment || marks[0] === first || own.includes(first))
  const producers = countries.find((mark) => mark.country?.code === 'OPEC')
  const decider =
    producers !== undefined ? producers : isSubject ? first : (countries.find((mark) => mark.isGovernment) ?? first)
  const others = countries.filter((mark) => mark.country !== decider?.country)
  const target = producers === undefined ? (others.find(isMeant) ?? others[0]) : undefined
  return { actor: decider?.country ?? null, target: target?.country ?? null }
}

/** Of a tariff or sanction: who imposes it, and who bears it. */
function findBurdened(burden: Mark, countries: readonly Mark[], marks: readonly Mark[], title: TokenisedText): Parties {
  const { words } = title
  const before = (mark: Mark) => findPreposition(mark, marks, title)
  const nameOf = ({ from, to }: Mark) => words.slice(from, to).join(' ')
  const goods = new Set(marks.flatMap((mark) => mark.goods.flatMap((good) => good.commodities)))
  /** 2 and more: imposes; -2 and less: bears. */
  const weigh = (mark: Mark): number => {
    const { country } = mark
    if (country === null) return 0
    const preposition = before(mark)
    // "For all but China".
    if (EXCEPT.has(preposition)) return Number.NaN
    const isImposer = IMPOSERS.has(country.code) ? 0.6 : 0
    const isVerbBetween = marks.some(
      (one) =>
        one.from >= mark.to &&
        one.to <= burden.from &&
        one.readings.length > 0 &&
        one.readings.every((reading) => reading.isVerb),
    )
    const isOwnVerb = marks.some(
      (one) => one.from === mark.to && one.to <= burden.from && one.readings.some((reading) => reading.form === 's'),
    )
    const isAhead = isOwnVerb || words.slice(mark.to, burden.from).some((word) => AHEAD.has(word))
    const isBeside = mark.to <= burden.from && burden.from - mark.to <= 2 && !isVerbBetween && !isAhead
    const isOfGood = marks.some((one) => one.from >= mark.to && one.to <= burden.from && one.goods.length > 0)
    // "On the EU's 26 billion euro retaliation list".
    const isOwner = words[mark.to] === "'s" && burden.from >= mark.to && burden.from - mark.to <= 6 && !isVerbBetween
    if (isOwner && hasClass(burden, 'tax') && words.some((word) => word.startsWith('retaliat'))) return 3
    // "US drops Canadian lumber duties".
    if (isBeside && isOfGood && isImposer === 0 && countries.length > 1) return -3
    // "Trump backs away from EU tariffs".
    const isUnderUs = country.code !== 'US' && countries.some((one) => one.country?.code === 'US')
    if (isBeside && isImposer > 0) return isUnderUs ? -3 : 3
    if (isBeside && preposition !== '' && preposition !== 'in')
      return hasClass(burden, 'tax') && ADJECTIVE.test(nameOf(mark)) ? 3 : -3
    if (isBeside && hasClass(burden, 'tax') && ADJECTIVE.test(nameOf(mark))) return 3
    if (isBeside && !mark.isGovernment && isImposer === 0) return -3
    if (preposition === 'from' && mark.isGovernment) return 3
    if (WHERE.has(preposition) && hasClass(burden, 'tax')) return 1.5
    if (BURDENED.has(preposition)) return -3
    const isBearing = marks.some((one) => hasClass(one, 'bear') && one.from >= mark.to && one.from - mark.to <= 2)
    if (isBearing) return -2.5
    if (preposition !== '') return isImposer - 0.5
    const exports = country.exports.some(({ ticker }) => goods.has(ticker)) ? -0.5 : 0
    return (mark.to <= burden.from ? (mark.isGovernment ? 2 : 1) : 0) + isImposer + exports
  }
  // "Matches Washington with levies on American steel": what is told of a country twice counts together.
  const weights = new Map<EventCountry, number>()
  countries.forEach((mark, i) => {
    const weight = weigh(mark) + (i === 0 ? FIRST : 0)
    if (mark.country !== null && !Number.isNaN(weight))
      weights.set(mark.country, (weights.get(mark.country) ?? 0) + weight)
  })
  const burdened = [...weights].map(([country, weight]) => ({ country, weight }))
  const sorted = burdened.toSorted((a, b) => b.weight - a.weight)
  const [first] = sorted
  if (first === undefined) return NOBODY
  // "US-Swiss accord cuts tariff".
  const [left, right] = countries
  const isPair = left?.country != null && right?.country != null && left.to === right.from && right.to <= burden.from
  if (isPair && left.country.code === 'US') return { actor: left.country, target: right.country }
  const last = sorted.findLast(({ country }) => country !== first.country)
  // "Duties on Canada and Mexico": both bear it.
  const isList = countries.length === 2 && countries[1]?.from === (countries[0]?.to ?? 0) + 1
  const isBorneByAll = isList && burdened.every(({ weight }) => weight <= -2)
  if (isBorneByAll) return { actor: null, target: burdened[0]?.country ?? null }
  if (last !== undefined) return { actor: first.country, target: last.country }
  return first.weight < 0 ? { actor: null, target: first.country } : { actor: first.country, target: null }
}

/** The preposition before a country, where nothing that is named or told stands between; '' where there is none. */
function findPreposition(mark: Mark, marks: readonly Mark[], title: TokenisedText): string {
  const { words } = title
  for (let i = mark.from - 1; i >= Math.max(0, mark.from - REACH); i--) {
    const word = words[i] ?? ''
    if (ON_WHOM.has(word) || ALSO.has(word)) return word
    const other = marks.find((one) => one.from <= i && one.to > i && one.goods.length === 0)
    // "On Mexican and Canadian goods".
    if (other?.country != null && words[mark.from - 1] === '&') return findPreposition(other, marks, title)
    if (other !== undefined) return ''
  }
  return ''
}

const ALSO: ReadonlySet<string> = new Set(['with', 'at', 'by', 'after', 'but', 'except', 'outside', 'before'])
