import { wordSet } from '../../text/word-set.pure.ts'
import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { EventWordClass } from '../../vocabulary/event-word.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { hasClass, isOneOf, isTraded, type Tag } from './tag.pure.ts'
import { isDeniedTalk } from './talk.pure.ts'
import { RULES } from './word-class.pure.ts'

/** What a title says beside its news: why somebody does it, and whose price moved. */
export interface Aside {
  /** The token of "back" in "hits back at curbs"; -1 without one. */
  readonly why: number
  /** The good in "plunge in crude lifts airlines"; not in "surge in steel imports", "drop in wheat from Ukraine". */
  readonly priced: Tag | undefined
}

/** Reads that once for all tags of a title. */
export function readAside(tags: readonly Tag[], { words }: ListedTitle): Aside {
  const isPriced = ({ from, to, goods }: Tag) =>
    words[from - 1] === 'in' &&
    MOVED.has(words[from - 2] ?? '') &&
    goods.some(isTraded) &&
    words[to] !== 'from' &&
    !tags.some((one) => one.from === to && isOneOf(one, AMOUNTS))
  return {
    why: words.findIndex((one, at) => one === 'back' && words[at + 1] === 'at' && /^hit/.test(words[at - 1] ?? '')),
    priced: tags.find(isPriced),
  }
}

/** What a word with several senses means beside the others; null where it means what it says. */
export function readSense(tag: Tag, tags: readonly Tag[], title: ListedTitle, aside: Aside): Tag[] | null {
  const { words, isIn } = title
  const word = words[tag.from] ?? ''
  const known = applySenses(tag, title)
  if (known !== tag) return known === null ? [] : [known]
  // "Drone technology" attacks nobody.
  if (tag.goods.length > 0 && hasClass(tag, 'attack') && isIn(tag.to, 'of_device'))
    return [{ ...tag, readings: tag.readings.filter((one) => one.class !== 'attack') }]
  // "24 more Rafale fighters": what is sold.
  if (
    hasClass(tag, 'attack') &&
    isIn(tag.from, 'weapon') &&
    tags.some((one) => one.asset !== null && one.to === tag.from)
  )
    return []
  if (hasClass(tag, 'pricecut') && isDeniedTalk(tag, tags, title)) return []
  // "Bill from storm damage": what has to be paid is no price.
  if (word === 'bill' && tags.some((one) => one.from > tag.to && one.from - tag.to <= 2 && hasClass(one, 'weather')))
    return []
  // "End-June stocks": when.
  if (word === 'end' && title.text[title.ends[tag.from] ?? 0] === '-') return []
  // "Heineken volumes drop": what it sells.
  if (/^volumes?$/.test(word) && tags.some(({ asset, to }) => asset?.type === 'stock' && to === tag.from)) return []
  // "First jet since tariff truce": when, not what.
  if (words[tag.from - 1] === 'since' && isOneOf(tag, RULED)) return []
  // "FedEx peak-season surcharge": what a company asks is no tariff.
  if (word === 'surcharge' && tag.to - tag.from === 1 && isOfCompany(tags)) return []
  // "Nurses demand higher pay": a wish, nothing that is bought.
  if (/^demand(?:s|ed)?$/.test(word) && isWish(tag, title)) return []
  // "Potash mine": what is mined is told.
  if (MINING.test(word) && tags.some((one) => one.to === tag.from && one.goods.length > 0))
    return [{ ...tag, goods: [] }]
  if (word === 'gas' && tag.goods.length > 1) return [{ ...tag, goods: findGas(tag, tags, title) }]
  if (isNounOfNames(tag, tags, title))
    return [{ ...tag, readings: tag.readings.filter((one) => !one.isVerb && one.class !== 'win') }]
  const next = tags.find((one) => one.from >= tag.to)
  const { why, priced } = aside
  const isWhy = why >= 0 && tag.from > why && !words.slice(why, tag.from).includes('with')
  if (isWhy && tag.asset === null && !title.breaks.slice(why, tag.to).includes(true)) return []
  // What follows in the clause is what comes of it.
  if (priced !== undefined && tag.to > priced.from - 3 && !title.breaks.slice(priced.to, tag.to).includes(true))
    return []
  // "Fires CEO", "attacks board", "fires missiles".
  const isAttack = /^(?:fir|attack)(?:e|es|ed|s|ing)?$/.test(word) && next?.from === tag.to
  if (isAttack && hasClass(next, 'leader', 'post', 'job', 'attack')) return []
  // "Small coffee growers": how large they are, not how much they grow.
  if (word === 'small' && (next === undefined || !isOneOf(next, AMOUNTS))) return []
  // "Gap in staffing worries hospitals": who is worried.
  if (tag.goods.length > 0 && tag.asset === null && WORRYING.has(words[tag.from - 1] ?? '')) return []
  // "Returns to profit".
  if (/^return/.test(word) && isIn(tag.to, 'business_result'))
    return [{ ...tag, readings: tag.readings.filter((one) => one.class !== 'choose') }]
  return null
}

/** The tag without what its words do not mean beside the others; null where they mean nothing. */
function applySenses(tag: Tag, title: ListedTitle): Tag | null {
  for (const { drop, become } of title.sensesOf(tag.from, tag.to)) {
    if (become !== null) return { ...tag, readings: [{ class: become, isVerb: true, form: 's' }] }
    if (drop.length === 0) return null
    if (!hasClass(tag, ...drop)) continue
    const readings = tag.readings.filter((one) => !drop.includes(one.class))
    return readings.length === 0 && isBare(tag) ? null : { ...tag, readings }
  }
  return tag
}

function isBare({ goods, product, place, country, asset }: Tag): boolean {
  return goods.length === 0 && product === null && place === null && country === null && asset === null
}

/** "Gas prices" are those of motor fuel where nothing tells of warmth, cargoes or a country that calls it petrol. */
function findGas({ goods }: Tag, tags: readonly Tag[], { hasIn }: ListedTitle): readonly Good[] {
  const isAbroad = tags.some(({ country }) => country !== null && country.code !== 'US')
  const meant = isAbroad || hasIn('abroad') ? 'pipeline gas' : hasIn('gas_for_heat') ? 'gas' : 'gasoline'
  return goods.filter(({ words }) => words[0] === meant)
}

/** What there may be a small amount of. */
const AMOUNTS: ReadonlySet<EventWordClass> = new Set([
  'crop',
  'output',
  'stocks',
  'demand',
  'surplus',
  'flow',
  'shortage',
])
const MINING = /^(?:mines?|mining|miners?|mineworkers?)$/
const MOVED = wordSet('plunge slump collapse crash slide surge jump rally rout selloff spike')
const WORRYING: ReadonlySet<string> = new Set(['worries', 'alarms', 'rattles', 'spooks', 'unnerves'])

const RULED: ReadonlySet<EventWordClass> = new Set([...RULES, 'accord'])

function isOfCompany(tags: readonly Tag[]): boolean {
  return (
    tags.some(({ asset }) => asset?.type === 'stock') &&
    tags.every((tag) => tag.country === null && !hasClass(tag, 'authority'))
  )
}

/** Tokens between "demand" and what is wished for. */
const WISH_REACH = 3

function isWish({ to }: Tag, { breaks, hasIn }: ListedTitle): boolean {
  return hasIn('wished', to, to + WISH_REACH) && !breaks.slice(to, to + WISH_REACH).includes(true)
}

/** "Profit on Nvidia, Coupang gains": what is gained by the names before it. */
function isNounOfNames({ from, to }: Tag, tags: readonly Tag[], { words, breaks }: ListedTitle): boolean {
  if (words[from] !== 'gains' || (to < words.length && breaks[to] !== true)) return false
  let at = from
  for (let name = endingAt(at, tags); name !== undefined; name = endingAt(at, tags)) {
    at = name.from
    if (words[at - 1] === '&') at--
  }
  return at < from && OF_GAINS.has(words[at - 1] ?? '')
}

function endingAt(at: number, tags: readonly Tag[]): Tag | undefined {
  return tags.find((tag) => tag.to === at && tag.asset !== null)
}

const OF_GAINS: ReadonlySet<string> = new Set(['on', 'from', 'amid', 'by', 'with', 'despite', 'after'])
