import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import {
  asNoun,
  asVerb,
  companiesIn,
  hasClass,
  isInForm,
  isOneOf,
  isTagged,
  isVerb,
  type Tag,
  without,
} from './tag.pure.ts'
import { readAside, readSense } from './tag-sense.pure.ts'
import { MISHAPS, RULES } from './word-class.pure.ts'

/** What a government buys for its soldiers, by its first word. */
const ARMS: ReadonlySet<string> = new Set([
  'defence',
  'tank',
  'ammunition',
  'fighter jet',
  'missile',
  'submarine',
  'radar',
])
/** What is burnt as fuel. */
const FUELS: ReadonlySet<string> = new Set(['renewable diesel', 'ethanol', 'biomass', 'coal', 'lng', 'gas', 'palm oil'])

/** Tokens between a verb and what decides what it means, and between an order and what is ordered. */
const REACH = 4
const ORDER_REACH = 5

/** What a government buys for its soldiers. */
export function isOfState({ words }: Good): boolean {
  return ARMS.has(words[0] ?? '')
}

/** Tags whose meaning depends on those beside them. */
export function readInContext(tags: readonly Tag[], title: ListedTitle): Tag[] {
  const { words, isIn } = title
  const isBudget = tags.some((tag) => tag.goods.some(isOfState))
  const isWar = tags.some((tag) => hasClass(tag, 'war') || (hasClass(tag, 'attack') && tag.goods.length === 0))
  const isRuled = isTagged(tags, 'barrier', 'tax')
  const read = addHarvests(readOfProducers(narrowGoods(splitStoppedBuying(tags, title)), title), title)
  const aside = readAside(read, title)
  return read.flatMap((tag, i, all) => {
    const { from, to, place } = tag
    const owner = all[i - 1]
    const next = all[i + 1]
    if (isOrganOf(tag, owner, title)) return [{ ...tag, country: owner?.country ?? null }]
    const sense = readSense(tag, all, title, aside)
    if (sense !== null) return sense
    const word = words[from] ?? ''
    const isOneWord = to - from === 1
    const isSoon = (one: Tag) => one.from >= to && one.from - to <= REACH
    // "Solar stocks plunge": shares.
    if (hasClass(tag, 'stocks') && isOfShares(tag, owner, next, title)) return []
    // "Price caps in Canada": a cap is a bar.
    if (hasClass(tag, 'sanction') && hasClass(tag, 'limit'))
      return [{ ...tag, readings: [asNoun('barrier'), ...without(tag, 'sanction').readings] }]
    // "Drops veto of EU sanctions": they come.
    const isVeto = (at: number) => isIn(at, 'veto') && all.some((one) => one.from > at + 1 && isOneOf(one, RULES))
    if (isVeto(from) ? hasClass(owner ?? tag, 'end') : isVeto(to) && hasClass(tag, 'end')) return []
    // "Passes mining moratorium", "clears sanctions package".
    if (isOneWord && isIn(from, 'enacting') && tags.some((one) => isOneOf(one, RULES) && isSoon(one)))
      return [{ ...tag, readings: [asVerb('keep')] }]
    // "Ice storm knocks out power": the storm goes on.
    if (word.startsWith('knock') && all.some((one) => isOneOf(one, MISHAPS))) return [without(tag, 'end')]
    // "Puts back supply increase to June"; not "puts mine back into service".
    if (hasClass(tag, 'delay') && hasClass(tag, 'keep') && !isIn(to, 'restored_to'))
      return [{ ...tag, readings: [asVerb('stop'), asVerb('delay')] }]
    // "To burn 40% palm-based diesel": what is burnt as fuel is needed.
    if (word === 'burn' && all.some((one) => isSoon(one) && one.goods.some((good) => FUELS.has(good.words[0] ?? ''))))
      return [{ ...tag, readings: [asVerb('more'), asVerb('demand')] }]
    // "Draft limits" of a canal: how deep its ships may lie.
    if (/^dra(?:ft|ught)$/.test(word) && tags.some((one) => one.place?.kind === 'canal' || one.place?.kind === 'river'))
      return []
    // "Regulator orders mines shut": what is ordered is done.
    if (/^orders?(?:ed)?$/.test(word) && isOrderToStop(tag, tags, title)) return []
    // "Strikes a deal".
    const isPact = (one: Tag) => isSoon(one) && hasClass(one, 'accord', 'deal', 'peace')
    if (isOneWord && /^str(?:ikes?|iking|uck)$/.test(word) && tags.some(isPact))
      return tags.find(isPact) === next || next?.goods.length ? [{ ...tag, readings: [asVerb('choose')] }] : []
    // "Clouds outlook for rice".
    if (word === 'clouds' && hasClass(tag, 'threat')) return [{ ...tag, goods: [] }]
    // "US cattle herd": what a region grows or raises.
    if (place?.kind === 'region' && isIn(to - 1, 'raised_there')) return [{ ...tag, readings: [asNoun('crop')] }]
    // "Bans Chinese drones", "cancels missile purchase".
    const isOrder = next?.from === to && hasClass(next, 'output', 'demand') && tag.goods.some(isOfState)
    const isSold = isOrder || (isRuled && !isWar && tag.goods.length > 0)
    if (isSold && hasClass(tag, 'attack')) return [without(tag, 'attack')]
    if (isWar && word.startsWith('retaliat')) return [without(tag, 'sanction')]
    // Drought that worsens goes on; a crop that worsens is less.
    if (owner !== undefined && isIn(from, 'worsening') && isOfHarvest(owner, all[i - 2], title))
      return [{ ...tag, readings: [asVerb('stop')] }]
    if (isOtherProducers(tag, tags, title)) return []
    if (isOfHarvest(tag, owner, title)) return [{ ...tag, readings: [asNoun('crop')] }]
    if (isBudget && isIn(from, 'of_budget')) return [{ ...tag, readings: [asVerb('demand')] }]
    return [tag]
  })
}

/** "Stops buying coal": two words that mean another thing of a company. */
function splitStoppedBuying(tags: readonly Tag[], { words }: ListedTitle): readonly Tag[] {
  if (companiesIn(tags).length > 0) return tags
  return tags.flatMap((tag) => {
    const { from, to } = tag
    const isBuying = to - from === 2 && /^(?:buying|purchasing|importing)$/.test(words[from + 1] ?? '')
    if (!isBuying || !/^(?:stop|halt|cease)/.test(words[from] ?? '')) return [tag]
    const stopped = { ...tag, readings: [asVerb('stop')], goods: [], to: from + 1 }
    return [stopped, { ...stopped, readings: [asVerb('demand')], from: from + 1, to }]
  })
}

/** Reads a good as the narrower kind that is named as well: the "insurers" of "Medicare pays less than insurers hoped" are health insurers. */
function narrowGoods(tags: readonly Tag[]): readonly Tag[] {
  const named = [...new Set(tags.flatMap(({ goods }) => goods))]
  if (named.length < 2) return tags
  const narrowerOf = ({ words: [name = ''] }: Good) => named.filter(({ words: [one = ''] }) => one.endsWith(` ${name}`))
  if (named.every((good) => narrowerOf(good).length === 0)) return tags
  const narrow = (good: Good) => (narrowerOf(good).length > 0 ? narrowerOf(good) : [good])
  return tags.map((tag) => ({ ...tag, goods: [...new Set(tag.goods.flatMap(narrow))] }))
}

/** Words that mean something else where those who agree on oil are told of: a "surprise cut" is none of rates, a "target" is a quota. */
function readOfProducers(tags: readonly Tag[], { words, isIn }: ListedTitle): readonly Tag[] {
  const cartel = tags.find(({ country }) => country?.code === 'OPEC')
  if (cartel === undefined) return tags
  const read = tags.map((tag) => {
    // "To phase out cuts from October".
    const isCut = hasClass(tag, 'ratecut') || (words[tag.from] === 'cuts' && words[tag.to - 1] === 'from')
    if (isCut) return { ...tag, readings: [asNoun('stop')] }
    return isIn(tag.from, 'quota') ? { ...tag, readings: [asNoun('limit')] } : tag
  })
  // "Agrees another 137,000 bpd"; that members keep to what was agreed is a curb.
  const added = words.flatMap((_, from) => {
    const of = isIn(from, 'compliance') ? 'barrier' : isIn(from, 'extra') ? 'more' : null
    if (of === null || tags.some((tag) => tag.from === from)) return []
    return [{ ...cartel, readings: [asNoun(of)], goods: [], country: null, isGovernment: false, from, to: from + 1 }]
  })
  return added.length === 0 ? read : [...read, ...added].sort((a, b) => a.from - b.from)
}

/** Adds what is said of a harvest in words of no class: "corn conditions". */
function addHarvests(tags: readonly Tag[], { groups, isIn }: ListedTitle): readonly Tag[] {
  return tags.flatMap((tag) => {
    const { to: from } = tag
    if (!isIn(from, 'of_harvest') || !isOfCrop(tag, groups) || tags.some((one) => one.from === from)) return [tag]
    return [tag, { ...tag, readings: [asNoun('crop')], goods: [], place: null, country: null, from, to: from + 1 }]
  })
}

/** "FAA orders 10% of flights cut". */
function isOrderToStop({ from, to }: Tag, tags: readonly Tag[], { breaks }: ListedTitle): boolean {
  const done = tags.find((one) => one.from > to && one.asset === null && isVerb(one, 'stop'))
  return (
    done !== undefined &&
    done.from - to <= ORDER_REACH &&
    isInForm(done, 'participle', 'past', 'same') &&
    tags.some((one) => one.to === from && (one.isGovernment || hasClass(one, 'authority'))) &&
    !breaks.slice(to, done.from).includes(true)
  )
}

/** Of what nobody keeps in warehouses that headlines count, "stocks" that move are shares. */
function isOfShares({ from, to }: Tag, owner: Tag | undefined, next: Tag | undefined, title: ListedTitle): boolean {
  const isMoving = next?.from === to && isVerb(next, 'selfmove')
  const isSold = owner?.to === from && owner.goods.length > 0 && title.words[from] === 'stocks'
  return isMoving && isSold && !owner.goods.some((good) => good.commodities.some((one) => title.groups.stored.has(one)))
}

/** "North Sea gas producers" are no cartel. */
function isOtherProducers(tag: Tag, tags: readonly Tag[], { words }: ListedTitle): boolean {
  const isSeller = tag.country?.code === 'OPEC' && words[tag.to - 1] === 'producers'
  const isOf = (one: Tag) => one !== tag && (one.country !== null || (one.to === tag.from && one.goods.length > 0))
  return isSeller && tags.some(isOf)
}

/** "Chile's congress" is not that of the United States. */
function isOrganOf({ from, to, country }: Tag, owner: Tag | undefined, { words, isIn }: ListedTitle): boolean {
  if (country === null || to - from !== 1 || owner?.country == null || !isIn(from, 'parliament')) return false
  return owner.to === from || words[owner.to] === "'s"
}

/** What is said of a harvest right after its name: "wheat ratings", "corn yield forecast", "soybean estimate". */
function isOfHarvest({ from, to }: Tag, previous: Tag | undefined, { groups, isIn }: ListedTitle): boolean {
  return previous?.to === from && to - from === 1 && isIn(from, 'of_harvest') && isOfCrop(previous, groups)
}

/** What harvests bring. */
function isOfCrop(tag: Tag, { crop }: ListedTitle['groups']): boolean {
  const isGrown = ({ commodities }: Good) => crop.has(commodities[0] ?? '')
  return hasClass(tag, 'crop') || tag.goods.some(isGrown) || tag.place?.makes.some((one) => crop.has(one)) === true
}
