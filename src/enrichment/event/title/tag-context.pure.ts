import { wordSet } from '../../text/word-set.pure.ts'
import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { isVolumeTold } from './figure.pure.ts'
import { narrowGoods } from './narrower-good.pure.ts'
import { hasClass, isOneOf, isVerb, type Tag } from './tag.pure.ts'
import { isOrderToStop } from './tag-order.pure.ts'
import { readOfProducers } from './tag-producers.pure.ts'
import { readAside, readSense } from './tag-sense.pure.ts'
import { splitPhrasesOfGoods } from './tag-split.pure.ts'
import { MISHAPS, RULES } from './word-class.pure.ts'

/** What is said of a harvest right after its name: "wheat ratings", "corn yield forecast", "soybean estimate". */
const OF_HARVEST = wordSet(
  'rating ratings condition conditions forecast forecasts estimate estimates projection projections outlook prospects yield yields acres acreage plantings sowings arrivals',
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
const OF_BUDGET = wordSet(
  'spending spend spends budget budgets outlay outlays procurement purchases expenditure fund rearmament buildup build-up',
)

/** Tags whose meaning depends on those beside them. */
export function readInContext(tags: readonly Tag[], title: ListedTitle): Tag[] {
  const { crop } = title.groups
  const isBudget = tags.some((tag) => tag.goods.some(isOfState))
  const isWar = tags.some((tag) => hasClass(tag, 'war') || (hasClass(tag, 'attack') && tag.goods.length === 0))
  const isRuled = tags.some((tag) => tag.readings.some((one) => one.class === 'barrier' || one.class === 'tax'))
  const isOutcastTag = ({ country }: Tag) => title.groups.outcast.has(country?.code ?? '')
  const read = withContextual(readOfProducers(narrowGoods(splitPhrasesOfGoods(tags, title)), title), title)
  const aside = readAside(read, title)
  return read.flatMap((tag, i, all) => {
    const owner = all[i - 1]
    if (isOrganOf(tag, owner, title)) return [{ ...tag, country: owner?.country ?? null }]
    const word = title.words[tag.from] ?? ''
    const behind = title.words[tag.to] ?? ''
    const sense = readSense(tag, all, title, aside)
    if (sense !== null) return sense
    // "Solar stocks plunge": shares.
    if (hasClass(tag, 'stocks') && isOfShares(tag, owner, all[i + 1], title)) return []
    // "Price caps in Canada": a cap on what an outcast sells is a sanction, any other a bar.
    if (hasClass(tag, 'sanction') && hasClass(tag, 'limit') && !all.some(isOutcastTag))
      return [{ ...tag, readings: [BARRIER, ...tag.readings.filter((one) => one.class !== 'sanction')] }]
    // "Pre-sanctions level".
    if (title.words[tag.from - 1] === 'pre') return []
    // "Drops veto of EU sanctions": they come.
    const isVeto = (at: number) =>
      /^veto/.test(title.words[at] ?? '') && all.some((one) => one.from > at + 1 && isOneOf(one, RULES))
    if (isVeto(tag.from) ? hasClass(owner ?? tag, 'end') : isVeto(tag.to) && hasClass(tag, 'end')) return []
    // "Passes mining moratorium", "clears sanctions package".
    if (
      /^(?:pass(?:es|ed)?|clear(?:s|ed|ing)?)$/.test(word) &&
      tag.to - tag.from === 1 &&
      tags.some((one) => isOneOf(one, RULES) && one.from >= tag.to && one.from - tag.to <= 4)
    )
      return [{ ...tag, readings: [ENACT] }]
    // "Ice storm knocks out power": the storm goes on.
    if (word.startsWith('knock') && all.some((one) => one.to <= tag.from && isOneOf(one, MISHAPS)))
      return [{ ...tag, readings: tag.readings.filter((one) => one.class !== 'end') }]
    // "Puts back supply increase to June"; not "puts mine back into service".
    if (hasClass(tag, 'delay') && hasClass(tag, 'keep') && !RESTORED.has(behind))
      return [{ ...tag, readings: [STOP, DELAY] }]
    // "To burn 40% palm-based diesel": what is burnt as fuel is needed.
    if (word === 'burn' && all.some((one) => one.from >= tag.to && one.from - tag.to <= BURNT_REACH && isFuel(one)))
      return [{ ...tag, readings: [MORE, DEMAND] }]
    // "Draft limits" of a canal: how deep its ships may lie.
    if (/^dra(?:ft|ught)$/.test(word) && tags.some((one) => one.place?.kind === 'canal' || one.place?.kind === 'river'))
      return []
    // "Regulator orders mines shut": what is ordered is done.
    if (/^orders?(?:ed)?$/.test(word) && isOrderToStop(tag, tags, title)) return []
    // "Spreads to cows".
    if (word === 'spreads' && SPREADS.has(behind))
      return [{ ...tag, readings: tag.readings.filter((one) => one.isVerb) }]
    // "Strikes a deal".
    const isPact = (one: Tag) =>
      hasClass(one, 'accord', 'deal', 'peace') && one.from > tag.from && one.from - tag.to <= 4
    if (/^str(?:ikes?|iking|uck)$/.test(word) && tag.to - tag.from === 1 && !APART.has(behind) && tags.some(isPact))
      return tags.find(isPact) === all[i + 1] || all[i + 1]?.goods.length ? [{ ...tag, readings: [CHOOSE] }] : []
    // "Clouds outlook for rice".
    if (word === 'clouds' && all[i + 1]?.from === tag.to && hasClass(tag, 'threat')) return [{ ...tag, goods: [] }]
    if (word === 'plant' && tag.to - tag.from === 1 && FIELD_HANDS.has(title.words[tag.from - 1] ?? ''))
      return [{ ...tag, readings: [SOW] }]
    if (
      tag.place?.kind === 'region' &&
      tag.readings.length === 0 &&
      tag.place.makes.some((ticker) => crop.has(ticker) || HERDS.has(ticker)) &&
      /^(?:herd|crop|harvest)$/.test(title.words[tag.to - 1] ?? '')
    )
      return [{ ...tag, readings: [CROP] }]
    // "Orders doubling of missile output".
    if (
      tag.goods.some(isOfState) &&
      hasClass(tag, 'attack') &&
      tags.some((one) => one.from === tag.to && (hasClass(one, 'output') || hasClass(one, 'demand')))
    )
      return [{ ...tag, readings: tag.readings.filter((one) => one.class !== 'attack') }]
    if (isWar && (title.words[tag.from] ?? '').startsWith('retaliat'))
      return [{ ...tag, readings: tag.readings.filter((one) => one.class !== 'sanction') }]
    // "Bans Chinese drones".
    if (isRuled && !isWar && tag.goods.length > 0 && hasClass(tag, 'attack'))
      return [{ ...tag, readings: tag.readings.filter((one) => one.class !== 'attack') }]
    // Drought that worsens goes on; a crop that worsens is less.
    if (
      /^(?:worsen|deteriorat)/.test(word) &&
      owner !== undefined &&
      (isOfHarvest(owner, all[i - 2], title) || hasClass(owner, 'crop'))
    )
      return [{ ...tag, readings: [STOP] }]
    if (isOtherProducers(tag, tags, title)) return []
    if (isOfHarvest(tag, all[i - 1], title)) return [{ ...tag, readings: [CROP] }]
    if (isBudget && OF_BUDGET.has(title.words[tag.from] ?? '') && tag.to - tag.from === 1 && tag.goods.length === 0)
      return [{ ...tag, readings: [DEMAND] }]
    return [tag]
  })
}

/** Of what nobody keeps in warehouses that headlines count, "stocks" that move are shares. */
function isOfShares({ from, to }: Tag, owner: Tag | undefined, next: Tag | undefined, title: ListedTitle): boolean {
  const isMoving = next?.from === to && isVerb(next, 'selfmove') && !isVolumeTold(title)
  const isSold = owner?.to === from && owner.goods.length > 0 && title.words[from] === 'stocks'
  return isMoving && isSold && !owner.goods.some((good) => good.commodities.some((one) => title.groups.stored.has(one)))
}

const RESTORED: ReadonlySet<string> = new Set(['in', 'into', 'on', 'onto', 'online', 'together', 'behind'])
const DELAY = { class: 'delay', isVerb: true, form: 's' } as const
const ADDED = { class: 'more' satisfies EventWordClass, isVerb: false, form: null } as const
const EXTRA: ReadonlySet<string> = new Set(['another', 'additional', 'extra'])
const CROP = { class: 'crop' satisfies EventWordClass, isVerb: false, form: null } as const
const DEMAND = { class: 'demand' satisfies EventWordClass, isVerb: true, form: null } as const

/** What a government buys for its soldiers. */
export function isOfState({ words }: Good): boolean {
  return BOUGHT_BY_STATE.has(words[0] ?? '')
}

const BURNT_REACH = 3
const MORE = { class: 'more' satisfies EventWordClass, isVerb: true, form: 'base' } as const

function isFuel({ goods }: Tag): boolean {
  return goods.some(({ words }) => FUELS.has(words[0] ?? ''))
}

const FUELS: ReadonlySet<string> = new Set(['renewable diesel', 'ethanol', 'biomass', 'coal', 'lng', 'gas', 'palm oil'])
/** "North Sea gas producers" are no cartel. */
function isOtherProducers(tag: Tag, tags: readonly Tag[], { words }: ListedTitle): boolean {
  if (tag.country?.code !== 'OPEC' || words[tag.to - 1] !== 'producers') return false
  const isOther = tags.some((one) => one !== tag && one.country !== null)
  const before = tags.find((one) => one.to === tag.from || (one.to === tag.from - 1 && words[one.to] === '&'))
  const isOfOther = before?.goods.some((good) => good.commodities[0] !== 'BRENT.COMM') === true
  return isOfOther || (isOther && tag.from > 0)
}

const APART: ReadonlySet<string> = new Set(['from', 'off', 'by', 'down', 'over', 'against'])
const STOP = { class: 'stop', isVerb: true, form: 's' } as const
const CHOOSE = { class: 'choose', isVerb: true, form: 's' } as const
const BARRIER = { class: 'barrier', isVerb: false, form: null } as const
const ENACT = { class: 'keep', isVerb: true, form: 's' } as const
const SPREADS: ReadonlySet<string> = new Set(['to', 'through', 'across', 'in', 'into', 'among', 'over', 'beyond'])
const SOW = { class: 'crop', isVerb: true, form: null } as const
const FIELD_HANDS: ReadonlySet<string> = new Set(['to', 'farmers', 'growers', 'will'])
const HERDS: ReadonlySet<string> = new Set(['CATTLE.COMM', 'FEEDER.COMM', 'HOGS.COMM'])

/** "Corn conditions", "OPEC agrees another 137,000 bpd": words that say something of a harvest or of producers only. */
function withContextual(tags: readonly Tag[], { words, shapes, groups }: ListedTitle): readonly Tag[] {
  const added: Tag[] = tags.flatMap((tag) => {
    const isUnread = tags.every((one) => one.from !== tag.to)
    if (!isUnread || !OF_HARVEST.has(words[tag.to] ?? '') || !isOfCrop(tag, groups)) return []
    return [{ ...tag, readings: [CROP], goods: [], place: null, country: null, from: tag.to, to: tag.to + 1 }]
  })
  const more = words.findIndex((word, i) => EXTRA.has(word) && shapes[i + 1] === 'number')
  const [cartel] = more < 0 ? [] : tags.filter(({ country }) => country?.code === 'OPEC')
  if (cartel !== undefined && tags.every((one) => one.from !== more))
    added.push({ ...cartel, readings: [ADDED], goods: [], country: null, from: more, to: more + 1 })
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
