import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, type Tag } from './tag.pure.ts'

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

/** Tags whose meaning depends on those beside them. */
export function readInContext(tags: readonly Tag[], title: ListedTitle): Tag[] {
  const isBudget = tags.some((tag) => tag.goods.some(isOfState))
  const isWar = tags.some((tag) => hasClass(tag, 'war') || (hasClass(tag, 'attack') && tag.goods.length === 0))
  const isRuled = tags.some((tag) => tag.readings.some((one) => one.class === 'barrier' || one.class === 'tax'))
  return withHarvests(tags, title).flatMap((tag, i) => {
    const owner = tags[i - 1]
    if (isOrganOf(tag, owner, title)) return [{ ...tag, country: owner?.country ?? null }]
    if (isWar && (title.words[tag.from] ?? '').startsWith('retaliat'))
      return [{ ...tag, readings: tag.readings.filter((one) => one.class !== 'sanction') }]
    // "Bans Chinese drones".
    if (isRuled && !isWar && tag.goods.length > 0 && hasClass(tag, 'attack'))
      return [{ ...tag, readings: tag.readings.filter((one) => one.class !== 'attack') }]
    if (isOtherProducers(tag, tags, title)) return []
    if (isOfHarvest(tag, tags[i - 1], title)) return [{ ...tag, readings: [CROP] }]
    if (isBudget && OF_BUDGET.has(title.words[tag.from] ?? '') && tag.to - tag.from === 1 && tag.goods.length === 0)
      return [{ ...tag, readings: [DEMAND] }]
    return [tag]
  })
}

const CROP = { class: 'crop' satisfies EventWordClass, isVerb: false, form: null } as const
const DEMAND = { class: 'demand' satisfies EventWordClass, isVerb: true, form: null } as const

/** What a government buys for its soldiers. */
export function isOfState({ words }: Good): boolean {
  return BOUGHT_BY_STATE.has(words[0] ?? '')
}

/** "North Sea gas producers" are no cartel. */
function isOtherProducers(tag: Tag, tags: readonly Tag[], { words }: ListedTitle): boolean {
  if (tag.country?.code !== 'OPEC' || words[tag.to - 1] !== 'producers') return false
  const isOther = tags.some((one) => one !== tag && one.country !== null)
  const before = tags.find((one) => one.to === tag.from || (one.to === tag.from - 1 && words[one.to] === '&'))
  const isOfOther = before?.goods.some((good) => good.commodities[0] !== 'BRENT.COMM') === true
  return isOfOther || (isOther && tag.from > 0)
}

/** "Corn conditions": a word that says something of a harvest only. */
function withHarvests(tags: readonly Tag[], { words, groups }: ListedTitle): readonly Tag[] {
  const added = tags.flatMap((tag) => {
    const isUnread = tags.every((one) => one.from !== tag.to)
    if (!isUnread || !OF_HARVEST.has(words[tag.to] ?? '') || !isOfCrop(tag, groups)) return []
    return [{ ...tag, readings: [CROP], goods: [], place: null, country: null, from: tag.to, to: tag.to + 1 }]
  })
  return added.length === 0 ? tags : [...tags, ...added].sort((a, b) => a.from - b.from)
}

/** "Chile's congress" is not that of the United States. */
function isOrganOf({ from, to, country }: Tag, owner: Tag | undefined, { words }: ListedTitle): boolean {
  const isOrgan = country !== null && to - from === 1 && ORGANS.has(words[from] ?? '')
  if (!isOrgan || owner?.country == null) return false
  return owner.to === from || (owner.to === from - 1 && words[owner.to] === "'s")
}

const ORGANS: ReadonlySet<string> = new Set(['congress', 'senate', 'parliament'])

function isOfHarvest(tag: Tag, previous: Tag | undefined, { words, groups }: ListedTitle): boolean {
  if (previous?.to !== tag.from || tag.to - tag.from > 1) return false
  return OF_HARVEST.has(words[tag.from] ?? '') && isOfCrop(previous, groups)
}

/** What harvests bring. */
function isOfCrop(tag: Tag, { crop }: ListedTitle['groups']): boolean {
  const isGrown = ({ commodities }: Good) => crop.has(commodities[0] ?? '')
  return hasClass(tag, 'crop') || tag.goods.some(isGrown) || tag.place?.makes.some((one) => crop.has(one)) === true
}
