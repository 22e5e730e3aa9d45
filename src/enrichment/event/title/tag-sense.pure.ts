import { wordList } from '../../text/word-set.pure.ts'
import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'
import { isDeniedTalk } from './no-price-news.pure.ts'
import { asVerb, companiesIn, hasClass, isOneOf, isTraded, type Tag, without } from './tag.pure.ts'
import { RULES } from './word-class.pure.ts'

/** What there may be a small amount of. */
const AMOUNTS = new Set(wordList('crop output stocks demand surplus flow shortage'))

/** What a title says beside its news: why somebody does it, and whose price moved. */
export interface Aside {
  /** The token of "back" in "hits back at curbs"; -1 without one. */
  readonly why: number
  /** The good in "plunge in crude lifts airlines"; not in "surge in steel imports". */
  readonly priced: Tag | undefined
}

/** Reads that once for all tags of a title. */
export function readAside(tags: readonly Tag[], { words, isIn }: ListedTitle): Aside {
  const isPriced = ({ from, to, goods }: Tag) =>
    words[from - 1] === 'in' &&
    isIn(from - 2, 'price_swing') &&
    goods.some(isTraded) &&
    !tags.some((one) => one.from === to && isOneOf(one, AMOUNTS))
  return {
    why: words.findIndex((one, at) => one === 'back' && words[at + 1] === 'at' && /^hit/.test(words[at - 1] ?? '')),
    priced: tags.find(isPriced),
  }
}

/** What a word with several senses means beside the others; null where it means what it says. */
export function readSense(tag: Tag, tags: readonly Tag[], title: ListedTitle, { why, priced }: Aside): Tag[] | null {
  const { words, breaks, isIn } = title
  const { from, to, goods } = tag
  const word = words[from] ?? ''
  const known = applySenses(tag, title)
  if (known !== tag) return known === null ? [] : [known]
  const isOf = (isOwner: (one: Tag) => boolean) => tags.some((one) => one.to === from && isOwner(one))
  if (hasClass(tag, 'attack')) {
    // "Drone technology" attacks nobody.
    if (goods.length > 0 && isIn(to, 'of_device')) return [without(tag, 'attack')]
    // "24 more Rafale fighters": what is sold.
    if (isIn(from, 'weapon') && isOf(({ asset }) => asset !== null)) return []
  }
  if (hasClass(tag, 'pricecut') && isDeniedTalk(tag, tags, title)) return []
  // "End-June stocks": when.
  if (word === 'end' && title.text[title.ends[from] ?? 0] === '-') return []
  // "First jet since tariff truce": when, not what.
  if (words[from - 1] === 'since' && (isOneOf(tag, RULES) || hasClass(tag, 'accord'))) return []
  // "Heineken volumes drop": what it sells.
  if (/^volumes?$/.test(word) && isOf(({ asset }) => asset?.type === 'stock')) return []
  // "FedEx peak-season surcharge": what a company asks is no tariff.
  if (word === 'surcharge' && companiesIn(tags).length > 0 && tags.every((one) => one.country === null)) return []
  // "Potash mine": what is mined is told.
  if (isIn(from, 'mining') && isOf((one) => one.goods.length > 0)) return [{ ...tag, goods: [] }]
  if (word === 'gas' && goods.length > 1) return [{ ...tag, goods: findGas(tag, tags, title) }]
  if (why >= 0 && from > why && !breaks.slice(why, to).includes(true)) return []
  // What follows is what comes of it.
  if (priced !== undefined && to > priced.from - 3) return []
  const next = tags.find((one) => one.from >= to)
  // "Fires CEO", "attacks board".
  const isAttack = /^(?:fir|attack)(?:e|es|ed|s|ing)?$/.test(word) && next?.from === to
  if (isAttack && hasClass(next, 'leader', 'job')) return []
  // "Small coffee growers": how large they are, not how much they grow.
  if (word === 'small' && (next === undefined || !isOneOf(next, AMOUNTS))) return []
  // "Gap in staffing worries hospitals": who is worried.
  if (goods.length > 0 && isIn(from - 1, 'worrying')) return []
  // "Returns to profit".
  return word.startsWith('return') && isIn(to, 'business_result') ? [without(tag, 'choose')] : null
}

/** The tag without what its words do not mean beside the others; null where they mean nothing. */
function applySenses(tag: Tag, title: ListedTitle): Tag | null {
  for (const { drop, become } of title.sensesOf(tag.from, tag.to)) {
    if (become !== null) return { ...tag, readings: [asVerb(become)] }
    if (drop.length === 0) return null
    if (!hasClass(tag, ...drop)) continue
    return without(tag, ...drop)
  }
  return tag
}

/** "Gas prices" are those of motor fuel where nothing tells of warmth, cargoes or a country that calls it petrol. */
function findGas({ goods }: Tag, tags: readonly Tag[], { hasIn }: ListedTitle): readonly Good[] {
  const isAbroad = hasIn('abroad') || tags.some(({ country }) => country !== null && country.code !== 'US')
  const meant = isAbroad ? 'pipeline gas' : hasIn('gas_for_heat') ? 'gas' : 'gasoline'
  return goods.filter(({ words }) => words[0] === meant)
}
