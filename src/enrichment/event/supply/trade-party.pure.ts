import type { EventCountry } from '../../vocabulary/event-lexicon.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { hasClass, type Tag } from '../title/tag.pure.ts'

/** Who decides, and whose goods are meant. */
export interface Parties {
  readonly actor: EventCountry | null
  readonly target: EventCountry | null
}

/** Tokens between a preposition and the country it stands before: "on all imported Japanese cars". */
const REACH = 3
/** Of whom an adjective says that they impose, not that they suffer: "Chinese duties" against "China tariffs". */
const ADJECTIVE = /(?:ese|ish|[ic]an|ean|[rs]ian|man|french|dutch|swiss|greek|thai)$/
/** The first named is rather who decides. */
const FIRST = 0.2

/** Finds who decides and whose goods are meant by an event. */
export function findParties(found: SupplyChange, title: EventTitle): Parties {
  const { group } = found
  const burden = group.tags.find((tag) => hasClass(tag, 'tax', 'sanction', 'accord'))
  const all = title.tags.filter((tag) => tag.country !== null)
  // "China seeks Gulf crude after US curbs on Russian exports": the two of the clause that says so.
  const inClause = all.filter((tag) => tag.from >= found.from && tag.to <= found.to)
  const countries = new Set(inClause.map(({ country }) => country)).size > 1 ? inClause : all
  return burden === undefined ? findDecider(countries, found, title) : findBurdened(burden, countries, title)
}

/** A government or the first country, and the country after "on", "from" or beside the good. */
function findDecider(
  countries: readonly Tag[],
  { group, from }: SupplyChange,
  { tags, words, isIn }: EventTitle,
): Parties {
  const isMeant = (tag: Tag) => isIn(tag.from - 1, 'on_whom')
  // "Brazil finds disease; China suspends imports": who does it in the clause that says so.
  const own = countries.filter((tag) => tag.from >= from && tag.to <= group.from && !isMeant(tag))
  const [first] =
    own.length > 0 && group.classes.has('inflow')
      ? own
      : countries.toSorted((a, b) => Number(isMeant(a)) - Number(isMeant(b)))
  const isSubject = first !== undefined && (first.isGovernment || tags[0] === first || own.includes(first))
  const producers = countries.find((tag) => tag.country?.code === 'OPEC')
  // "Brazil gets larger share of Chinese beef quota": whose it is.
  const isOwner = ({ from: at, to }: Tag) => words[at - 1] === 'of' && /^quotas?$/.test(words[to + 1] ?? '')
  const decider =
    producers ?? countries.find(isOwner) ?? (isSubject ? first : (countries.find((tag) => tag.isGovernment) ?? first))
  // "Japan joins US in curbs on chip tools".
  const isAlly = ({ from: at }: Tag) => JOINING.test(words.slice(Math.max(0, at - 2), at).join(' '))
  const others = countries.filter((tag) => tag.country !== decider?.country && !isAlly(tag))
  const target = producers === undefined ? (others.find(isMeant) ?? others[0]) : undefined
  return { actor: decider?.country ?? null, target: target?.country ?? null }
}

/** Before whom a country does the same as. */
const JOINING =
  /(?:^| )(?:join(?:s|ed|ing)?|follow(?:s|ed|ing)?|match(?:es|ed|ing)?|(?:align(?:s|ed|ing)?|sid(?:es|ed|ing)) with)$/

/** Of a tariff or sanction: who imposes it, and who bears it. */
function findBurdened(burden: Tag, countries: readonly Tag[], title: EventTitle): Parties {
  // "Matches Washington with levies on American steel": what is told of a country twice counts together.
  const weights = new Map<EventCountry, number>()
  countries.forEach((tag, i) => {
    const weight = weighImposer(tag, burden, countries, title) + (i === 0 ? FIRST : 0)
    if (tag.country !== null && !Number.isNaN(weight))
      weights.set(tag.country, (weights.get(tag.country) ?? 0) + weight)
  })
  const sorted = [...weights].toSorted(([, a], [, b]) => b - a)
  const [first] = sorted
  if (first === undefined) return { actor: null, target: null }
  // "US-Swiss accord cuts tariff".
  const [left, right] = countries
  if (left?.country?.code === 'US' && right?.country != null && left.to === right.from && right.to <= burden.from)
    return { actor: left.country, target: right.country }
  const [country, weight] = first
  // "Duties on Canada and Mexico": both bear it.
  const isList = countries.length === 2 && countries[1]?.from === (countries[0]?.to ?? 0) + 1
  if (isList && sorted.every(([, one]) => one <= -2)) return { actor: null, target: [...weights.keys()][0] ?? null }
  const last = sorted.findLast(([other]) => other !== country)
  if (last !== undefined) return { actor: country, target: last[0] }
  return weight < 0 ? { actor: null, target: country } : { actor: country, target: null }
}

/** 2 and more: imposes; -2 and less: bears; NaN for a country that is excepted. */
function weighImposer(tag: Tag, burden: Tag, countries: readonly Tag[], title: EventTitle): number {
  const { tags, words, shapes, casing, isIn, hasIn, groups } = title
  const { country, from, to } = tag
  if (country === null) return 0
  const at = findPreposition(tag, title)
  const isTax = hasClass(burden, 'tax')
  // "Rally after US cuts duty".
  if (isTax && decides(tag, burden, title)) return 3
  // "Exempt from tariffs, Taiwan says".
  const isSpeaker = from >= burden.to && tags.some((one) => one.from === to && hasClass(one, 'speaker'))
  // "To face a tariff, Trump says".
  if (isSpeaker && tag.isGovernment && groups.imposer.has(country.code)) return 3
  // "For all but China".
  if ((isSpeaker && !tag.isGovernment) || isIn(at, 'except')) return Number.NaN
  // "China sanctions 20 US firms": who does it, where somebody follows to whom it is done.
  const isDoing = from === 0 && to === burden.from && burden.readings.some((one) => one.isVerb)
  const isDoneTo = tags.some((one) => one.from === burden.to && (one.country !== null || one.asset !== null))
  // "China sanctions Skydio".
  const isNameNext = casing === 'sentence' && shapes[burden.to] === 'capital'
  if (isDoing && (isDoneTo || isNameNext)) return 3
  const lean = groups.imposer.has(country.code) ? 0.6 : 0
  const between = tags.filter((one) => one.from >= to && one.to <= burden.from)
  const isVerbBetween = between.some(
    ({ readings }) => readings.length > 0 && readings.every((reading) => reading.isVerb),
  )
  const isAhead = ownVerb(tag, burden, title) !== undefined || hasIn('will', to, burden.from)
  const isBeside = to <= burden.from && burden.from - to <= 2 && !isVerbBetween && !isAhead
  if (isBeside) {
    // "US drops Canadian lumber duties".
    if (lean === 0 && countries.length > 1 && between.some((one) => one.goods.length > 0)) return -3
    // "Canadian softwood duty": what it sells abroad.
    if (lean === 0 && isSold(country, between) && !words.some((word) => word.startsWith('export'))) return -3
    // "Trump backs away from EU tariffs".
    const isUnderUs = country.code !== 'US' && countries.some((one) => one.country?.code === 'US')
    if (lean > 0) return isUnderUs ? -3 : 3
    const isDecided = countries.some((one) => decides(one, burden, title))
    if (isTax && !isDecided && ADJECTIVE.test(words.slice(from, to).join(' '))) return 3
    if ((at >= 0 && words[at] !== 'in') || !tag.isGovernment) return -3
  }
  if (isTax && isIn(at, 'levied_in')) return 1.5
  if (isIn(at, 'burdened')) return -3
  if (tags.some((one) => hasClass(one, 'bear') && one.from >= to && one.from - to <= 2)) return -2.5
  if (at >= 0) return lean - 0.5
  const goods = new Set(tags.flatMap((one) => one.goods.flatMap((good) => good.commodities)))
  const exports = country.exports.some(({ ticker }) => goods.has(ticker)) ? -0.5 : 0
  return (to <= burden.from ? (tag.isGovernment ? 2 : 1) : 0) + lean + exports
}

function isSold({ exports }: EventCountry, between: readonly Tag[]): boolean {
  const sold = new Set(exports.map(({ ticker }) => ticker))
  return between.some(({ goods }) => goods.some(({ commodities }) => commodities.some((one) => sold.has(one))))
}

/** The verb between a country and the burden: the "cuts" of "US cuts duty". */
function ownVerb({ to }: Tag, burden: Tag, { tags }: EventTitle): Tag | undefined {
  return tags.find((one) => one.from === to && one.to <= burden.from && one.readings.some(({ form }) => form === 's'))
}

/** True where a country does something to the tariff behind it, and does not just bear, win or tell it. */
function decides(tag: Tag, burden: Tag, title: EventTitle): boolean {
  const verb = ownVerb(tag, burden, title)
  return verb !== undefined && !hasClass(verb, 'bear', 'win', 'speaker', 'fear')
}

/** The token of the preposition before a country, where nothing that is named or told stands between; -1 where there is none. */
function findPreposition({ from }: Tag, title: EventTitle): number {
  const { tags, words, isIn } = title
  for (let i = from - 1; i >= Math.max(0, from - REACH); i--) {
    if (isIn(i, 'on_whom') || isIn(i, 'other_preposition')) return i
    const other = tags.find((one) => one.from <= i && one.to > i && one.goods.length === 0)
    // "On Mexican and Canadian goods".
    if (other?.country != null && words[from - 1] === '&') return findPreposition(other, title)
    if (other !== undefined) return -1
  }
  return -1
}
