import type { Good } from '../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../vocabulary/event-word.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, type Mark } from './mark.pure.ts'

/** What is said of a harvest right after its name: "wheat ratings", "corn yield forecast", "soybean estimate". */
const OF_HARVEST: ReadonlySet<string> = new Set(
  'rating ratings condition conditions forecast forecasts estimate estimates projection projections outlook prospects yield yields acres acreage plantings sowings arrivals'.split(
    ' ',
  ),
)
/** What a government buys, and what it buys it with. */
const BOUGHT_BY_STATE: ReadonlySet<string> = new Set([
  'defence',
  'tank',
  'ammunition',
  'fighter jet',
  'missile',
  'submarine',
  'radar',
])
const OF_BUDGET: ReadonlySet<string> = new Set(
  'spending spend spends budget budgets outlay outlays procurement purchases expenditure fund rearmament buildup build-up'.split(
    ' ',
  ),
)

/** Marks whose meaning depends on those beside them. */
export function readInContext(marks: readonly Mark[], title: ListedTitle): Mark[] {
  const isBudget = marks.some((mark) => mark.goods.some(isOfState))
  const isWar = marks.some((mark) => hasClass(mark, 'war') || (hasClass(mark, 'attack') && mark.goods.length === 0))
  const isRuled = marks.some((mark) => mark.readings.some((one) => one.class === 'barrier' || one.class === 'tax'))
  return withHarvests(marks, title).flatMap((mark, i) => {
    const owner = marks[i - 1]
    if (isOrganOf(mark, owner, title)) return [{ ...mark, country: owner?.country ?? null }]
    if (isWar && (title.words[mark.from] ?? '').startsWith('retaliat'))
      return [{ ...mark, readings: mark.readings.filter((one) => one.class !== 'sanction') }]
    // "Bans Chinese drones".
    if (isRuled && !isWar && mark.goods.length > 0 && hasClass(mark, 'attack'))
      return [{ ...mark, readings: mark.readings.filter((one) => one.class !== 'attack') }]
    if (isOtherProducers(mark, marks, title)) return []
    if (isOfHarvest(mark, marks[i - 1], title)) return [{ ...mark, readings: [CROP] }]
    if (isBudget && OF_BUDGET.has(title.words[mark.from] ?? '') && mark.to - mark.from === 1 && mark.goods.length === 0)
      return [{ ...mark, readings: [DEMAND] }]
    return [mark]
  })
}

const CROP = { class: 'crop' satisfies EventWordClass, isVerb: false, form: null } as const
const DEMAND = { class: 'demand' satisfies EventWordClass, isVerb: true, form: null } as const

/** What a government buys for its soldiers. */
export function isOfState({ words }: Good): boolean {
  return BOUGHT_BY_STATE.has(words[0] ?? '')
}

/** "North Sea gas producers" are no cartel. */
function isOtherProducers(mark: Mark, marks: readonly Mark[], { words }: ListedTitle): boolean {
  if (mark.country?.code !== 'OPEC' || words[mark.to - 1] !== 'producers') return false
  const isOther = marks.some((one) => one !== mark && one.country !== null)
  const before = marks.find((one) => one.to === mark.from || (one.to === mark.from - 1 && words[one.to] === '&'))
  const isOfOther = before?.goods.some((good) => good.commodities[0] !== 'BRENT.COMM') === true
  return isOfOther || (isOther && mark.from > 0)
}

/** "Corn conditions": a word that says something of a harvest only. */
function withHarvests(marks: readonly Mark[], { words, groups }: ListedTitle): readonly Mark[] {
  const added = marks.flatMap((mark) => {
    const isUnread = marks.every((one) => one.from !== mark.to)
    if (!isUnread || !OF_HARVEST.has(words[mark.to] ?? '') || !isOfCrop(mark, groups)) return []
    return [{ ...mark, readings: [CROP], goods: [], place: null, country: null, from: mark.to, to: mark.to + 1 }]
  })
  return added.length === 0 ? marks : [...marks, ...added].sort((a, b) => a.from - b.from)
}

/** "Chile's congress" is not that of the United States. */
function isOrganOf({ from, to, country }: Mark, owner: Mark | undefined, { words }: ListedTitle): boolean {
  const isOrgan = country !== null && to - from === 1 && ORGANS.has(words[from] ?? '')
  if (!isOrgan || owner?.country == null) return false
  return owner.to === from || (owner.to === from - 1 && words[owner.to] === "'s")
}

const ORGANS: ReadonlySet<string> = new Set(['congress', 'senate', 'parliament'])

function isOfHarvest(mark: Mark, previous: Mark | undefined, { words, groups }: ListedTitle): boolean {
  if (previous?.to !== mark.from || mark.to - mark.from > 1) return false
  return OF_HARVEST.has(words[mark.from] ?? '') && isOfCrop(previous, groups)
}

/** What harvests bring. */
function isOfCrop(mark: Mark, { crop }: ListedTitle['groups']): boolean {
  const isGrown = ({ commodities }: Good) => crop.has(commodities[0] ?? '')
  return hasClass(mark, 'crop') || mark.goods.some(isGrown) || mark.place?.makes.some((one) => crop.has(one)) === true
}
