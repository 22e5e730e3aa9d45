import type { Seed } from '../../ripple/seed.pure.ts'
import type { EventCountry } from '../../vocabulary/event-lexicon.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass, isNegated, isTagged, isTraded, type Tag } from '../title/tag.pure.ts'
import { isFearedAt } from '../title/talk.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'

/** Tokens between what is done and the currency it is done to. */
const REACH = 7

const CURRENCY =
  /^(?:currenc(?:y|ies)|fx|forex|yen|yuan|renminbi|won|rupees?|rupiah|ringgit|baht|pesos?|real|reais|lira|francs?|kron[ae]|zloty|forint|koruna|rand|naira|cedi|shilling|roubles?|rubles?|hryvnia|shekels?|dinar|dong|taka|tenge|leu|pound|sterling|loonie|kiwi|aussie)$/
/** What is bought or sold of a currency: "the pound" may be a weight, "the real" an adjective. */
const UNIT =
  /^(?:yen|yuan|renminbi|rupees?|rupiah|ringgit|baht|pesos?|reais|lira|francs?|kron[ae]|zloty|forint|koruna|rand|naira|roubles?|rubles?|hryvnia|shekels?|sterling|won)$/
const STEPS_IN = /^(?:interven(?:e|es|ed|ing|tions?))$/
/** What is done for a weak currency. */
const PROPS =
  /^(?:prop|props|propped|propping|shore|shores|shored|shoring|support|supports|supported|supporting|defend|defends|defended|defending|bolster|bolsters|bolstered|bolstering|steady|steadies|steadied|rescue|rescues|rescued|buoy|buoys|stabilise|stabilises|stabilize|stabilizes|stem|stems|slow|slows|arrest|arrests|halt|halts|cushion|cushions|protect|protects)$/
const RISE = /^(?:rise|gains?|strength|rally|appreciation|surge|advance|climb)$/
const WEAKENS = /^(?:weaken|cap|cool|tame|restrain|slow|curb|stem|halt|limit)s?(?:ed|ing)?$/
/** Words of those who may step in: "warns against excessive moves", "ready for decisive action". */
const WARNS = /^(?:warns?|warned|warning|decisive|appropriate|vows?|ready)$/
const MOVES = /^(?:moves|action|steps|speculati(?:ve|on)|excessive|disorderly|one-sided)$/
/** What is sold or spent to buy the own currency. */
const RESERVES = /^(?:dollars?|reserves?|greenbacks?)$/
const SELLS = /^(?:sell|sells|sold|selling|spend|spends|spent|spending|burn|burns|burned|burning)$/
const BUYS = /^(?:buy|buys|bought|buying|purchas(?:e|es|ed|ing))$/
/** What holds a currency where it is. */
const HOLD = /^(?:peg|pegs|floor|band|controls|cap|ceiling)$/
const GIVES_UP = /^(?:abandon|scrap|drop|ditch|remov|loosen|widen|lift|end|break|axe|eas)(?:e|es|s|ed|ped|d|ing|ping)?$/
const LETS_FALL = /^(?:floats?|floated|floating|devalu(?:e|es|ed|ing|ation)|unpegs?|unpegged|depegs?|depegged)$/
const FIXING = /^(?:fix|fixes|fixed|fixing|midpoint|reference)$/
const GOVERNOR = /^(?:governor|chief|head|president)$/
const OUSTED = /^(?:sack|fire|oust|dismiss|remove|axe)(?:s|d|ed|es)?$/

/** Reads that a central bank or government props up its currency, lets it go, or loses who guards it. */
export function readFx(
  tags: readonly Tag[],
  title: ListedTitle,
  seeds: readonly Seed[],
  countries: readonly EventCountry[],
): WorldEvent | null {
  const { words } = title
  if (isTagged(tags, 'ratecut', 'ratehike')) return null
  // "Hikes gold import duty to defend rupee": what is done is done to gold.
  if (isTagged(tags, 'tax') && tags.some((tag) => tag.goods.some(isTraded))) return null
  const actor = findOwner(tags, words) ?? findActor(tags, seeds, countries)
  const sign = actor === null ? 0 : readSign(actor, tags, title)
  if (actor === null || sign === 0) return null
  return createEvent({ kind: 'intervention', sign, actor })
}

/** Whose currency is named: the Argentina of "Treasury buys Argentine pesos". */
function findOwner(tags: readonly Tag[], words: readonly string[]): EventCountry | null {
  const owner = tags.find(
    ({ country, to }) => country !== null && country.pairs.length > 0 && CURRENCY.test(words[to] ?? ''),
  )
  return owner?.country ?? null
}

function findActor(
  tags: readonly Tag[],
  seeds: readonly Seed[],
  countries: readonly EventCountry[],
): EventCountry | null {
  const pair = seeds.find(({ asset }) => asset.type === 'forex')?.asset.ticker
  const ofPair =
    pair === undefined
      ? undefined
      : countries.find((one) => !BIG.has(one.code) && one.pairs.some(({ ticker }) => ticker === pair))
  const deciders = tags.filter((tag) => tag.country !== null && tag.country.pairs.length > 0)
  const decider = deciders.find((tag) => tag.isCentralBank) ?? deciders.find((tag) => tag.isGovernment)
  return decider?.country ?? ofPair ?? deciders[0]?.country ?? null
}

/** Areas whose currency is the other side of many pairs. */
const BIG: ReadonlySet<string> = new Set(['US', 'EU'])

function readSign(actor: EventCountry, tags: readonly Tag[], title: ListedTitle): 1 | -1 | 0 {
  const { words, isIn } = title
  const near = (left: RegExp, right: RegExp) =>
    words.some((word, i) => left.test(word) && words.slice(i + 1, i + 1 + REACH).some((one) => right.test(one)))
  const isOfCurrency = words.some((word) => CURRENCY.test(word))
  const isDenied = tags.some((tag) => isNegated(tag, title))
  const way = (sign: 1 | -1) => (isDenied ? (sign > 0 ? -1 : 1) : sign)
  if (tags.some((tag) => tag.isCentralBank || hasClass(tag, 'centralbank'))) {
    if (near(OUSTED, GOVERNOR) && !isDenied) return -1
  }
  // "Worries over weak yen ease": what is feared of it, not what it does.
  if (words.some((word, i) => CURRENCY.test(word) && isFearedAt(i, title))) return 0
  // "Ends flat as intervention offsets demand", "falls, stoking intervention fears": what the price did is told.
  const isFeared = words.some((word, i) => STEPS_IN.test(word) && isIn(i + 1, 'worry'))
  if (!isOfCurrency || isFeared || words.includes('flat')) return 0
  const isFixed = words.some((word) => FIXING.test(word))
  if (isFixed && /\bweak(?:er|est)\b/.test(words.join(' '))) return -1
  if (isFixed && /\bstrong(?:er|est)\b/.test(words.join(' '))) return 1
  if (words.some((word) => LETS_FALL.test(word))) return way(-1)
  // A cap keeps it low, a peg keeps it high.
  if (near(GIVES_UP, HOLD)) return way(words.includes('cap') || words.includes('ceiling') ? 1 : -1)
  if (near(WEAKENS, RISE) || near(BUYS, RESERVES)) return way(-1)
  if (near(WARNS, MOVES) || (near(WARNS, CURRENCY) && !words.some((word) => RISE.test(word)))) return 1
  if (near(SELLS, RESERVES) || near(PROPS, CURRENCY) || words.some((word) => STEPS_IN.test(word))) return way(1)
  // "Buys Argentine pesos", "sells francs".
  if (near(BUYS, UNIT) && !BIG.has(actor.code)) return way(1)
  if (near(SELLS, UNIT) && !BIG.has(actor.code)) return way(-1)
  // "Weak yen lifts exporters": as it is, not what it does.
  const isStated = (list: 'weaker' | 'stronger') => (tag: Tag) =>
    CURRENCY.test(words[tag.from - 1] ?? '') && isIn(tag.from - 2, list)
  return tags.some(isStated('weaker')) ? -1 : tags.some(isStated('stronger')) ? 1 : 0
}
