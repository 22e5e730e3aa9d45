import { wordList, wordSet } from '../../text/word-set.pure.ts'
import type { EventCountry, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import { findAdoption } from '../title/adoption.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTagged, isTraded, type Tag } from '../title/tag.pure.ts'
import { goodNamed, isUnlike } from '../world/event-good.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'
import { buildCompanyEvent } from './company-event.pure.ts'
import { type KindShare, type LearntReading, signTitle } from './learnt-title.pure.ts'
import { buildTopicEvent } from './topic-event.pure.ts'

/** Kinds with a smaller share are not tried. */
const LEAST = 0.17
/**
 * An event of a company reaches its rivals and suppliers, and one of a good beside which a company is named may be the company's alone:
 * both ask for more. A joint venture looks much like an order.
 */
const LEAST_OF_COMPANY = 0.4
const LEAST_OF_ORDER = 0.55
const LEAST_BESIDE_COMPANY = 0.3
/** Part of the share of the likeliest kind. */
const LEAST_BESIDE_LIKELIEST = 0.4
/** Below this share no kind is sure. */
const UNSURE = 0.5
/** What is spent on plants and equipment, by name. */
const CAPEX = /capex|capital|budgets?$/
/** What moves nobody but those it names. */
const IDLE = wordSet('none other people rating')
/** Kinds of which the network is as good a judge as the rules, or a better one, and the share from which on it is heard first. */
const SURE: ReadonlyMap<string, number> = new Map([
  ...wordList('travel guidance price product capex contract launch bid stake results').map(
    (kind) => [kind, 0.5] as const,
  ),
  ['sanction', 0.7],
  ['legal', 0.8],
  ['aid', 0.7],
  // Whose buyers come back or stay away looks much like what they buy.
  ['buyers', 0.6],
])
/** What comes before that from which it follows: truces before the sanctions that end, customers that leave before who lets them. */
const FIRST: ReadonlySet<WorldEvent['kind']> = new Set(['conflict', 'buyers'])
/** The share from which on a contest between two products is read as the success of one. */
const SURE_OF_CONTEST = 0.8

/** The event of a title by the kind and the signs that the network reads: the likeliest kind that the names of the title can play. */
export function readLearntEvent(
  { listKinds, signNames }: LearntReading,
  title: EventTitle,
  market: Market,
  countries: readonly EventCountry[],
): WorldEvent | null {
  // "Lifts capital budget": an outlook for what is bought.
  const isOfCapex = title.tags.some(
    (tag) =>
      hasClass(tag, 'capex') &&
      (CAPEX.test(title.words.slice(tag.from, tag.to).join(' ')) || isSpendingMore(tag, title)),
  )
  const kinds = listKinds()
  const isNothing = ([kind, share]: KindShare) => share < LEAST || (IDLE.has(kind) && kind !== 'rating')
  if (!isOfCapex && kinds.slice(0, 1).every(isNothing)) return null
  const read = signTitle(title, signNames(), market, countries)
  const isBound = findAdoption(title) >= 0 && !read.goods.some(isTraded)
  const signed = isBound ? { ...read, goodSign: -1 as const } : read
  const isSpent = (kind: string) => isOfCapex && (kind === 'guidance' || kind === 'funding')
  // Of no kind for sure: then the words for the budget say which.
  const isMoved = isTagged(title.tags, 'start', 'more', 'less', 'stop')
  if (isOfCapex && isMoved && signed.companies.length === 1 && (kinds[0]?.[1] ?? 0) < UNSURE) {
    const event = buildCompanyEvent('capex', signed)
    if (event !== null) return { ...event, readBy: 'network' }
  }
  for (const [likely, share] of kinds) {
    // What is rated where no company is named is the debt of a state.
    const kind = likely === 'rating' && signed.companies.length === 0 ? 'fiscal' : isSpent(likely) ? 'capex' : likely
    if (share < Math.max(LEAST, LEAST_BESIDE_LIKELIEST * (kinds[0]?.[1] ?? 0)) || IDLE.has(kind)) return null
    // "Nurses demand higher pay": a wish.
    if (kind === 'demand' && title.hasIn('wished')) continue
    const event =
      (share >= (kind === 'contract' ? LEAST_OF_ORDER : kind === 'capex' && isOfCapex ? LEAST : LEAST_OF_COMPANY)
        ? buildCompanyEvent(kind, signed)
        : null) ??
      (share >= LEAST_BESIDE_COMPANY || signed.companies.length === 0 ? buildTopicEvent(kind, signed) : null)
    if (event !== null) return { ...event, readBy: 'network' }
    // A currency that moves is no word on rates.
    if (kind === 'fx') return null
  }
  return null
}

/** "Will spend a fifth more on new fabs". */
function isSpendingMore({ from, to }: Tag, { words, tags }: EventTitle): boolean {
  return (
    /^sp(?:end|ends|ending|ent)$/.test(words[from] ?? '') &&
    tags.some((one) => hasClass(one, 'more', 'less') && one.from >= to && one.from - to <= MORE_REACH) &&
    tags.some((one) => hasClass(one, 'facility') && one.from > to)
  )
}

/** Tokens between "spend" and "more". */
const MORE_REACH = 4

/** Kinds that say of a trade alone how it fares. */
const OF_TRADE = wordSet('legal demand price service_stop shares')

/** The trades that a title names beside what its event is about; none where a company is named, for then they may stand for what it sells. */
export function findOtherTrades(title: EventTitle, told: readonly Good[]): readonly Tag[] {
  // "Nurses demand higher pay": a wish.
  if (companiesIn(title.tags).length > 0 || title.hasIn('wished')) return []
  // "Malaysia Smelting" is the name of a firm.
  const isName = ({ from }: Tag) => title.casing === 'sentence' && from > 0 && title.shapes[from] === 'capital'
  return title.tags.filter(
    (tag) =>
      tag.goods.length > 0 &&
      !hasClass(tag, 'pricewar') &&
      !isName(tag) &&
      !tag.goods.some(
        (good) =>
          isTraded(good) ||
          isMeans(good) ||
          told.includes(good) ||
          (told.length > 0 && title.groups.remedy.has(good.words[0] ?? '')),
      ),
  )
}

/** The events of further trades: "Macau shuts casinos as Covid spreads" tells of both. Only of those whose sign is sure. */
export function readOtherTrades(
  trades: readonly Tag[],
  { listKinds, signNames }: LearntReading,
  title: EventTitle,
  market: Market,
  countries: readonly EventCountry[],
): readonly WorldEvent[] {
  const names = signNames()
  const signed = signTitle(title, names, market, countries)
  const kinds = listKinds()
  const kind = kinds.find(([one]) => OF_TRADE.has(one))?.[0] ?? 'demand'
  return trades.flatMap((tag) => {
    if (kinds[0]?.[0] === 'product' && isUnlike(tag.goods, title)) return []
    const name = names.find(({ start }) => start === title.starts[tag.from])
    if (name?.isSure !== true || name.sign === 0) return []
    const event = buildTopicEvent(kind, { ...signed, goods: tag.goods, goodSign: name.sign })
    return event === null ? [] : [{ ...event, readBy: 'network' as const }]
  })
}

/** What other goods are carried in, and storms. */
const isMeans = goodNamed('truck', 'ship', 'train', 'container', 'hurricane', 'waste', 'smelter')

/** True for an event of a kind, at home or abroad. */
export function isKind({ kind }: WorldEvent, of: string): boolean {
  return kind === of || kind.startsWith(`${of}_`)
}

/** True where the network surely reads this kind, and the rules another. */
export function isSurelyOther(event: WorldEvent, [kind, share]: KindShare): boolean {
  // "Lilly's pill outperforms Novo's": who loses by it is told.
  const isContest = event.kind === 'contract' && kind === 'product' && event.roles.loser !== undefined
  // "Moscow and Kyiv agree ceasefire, EU weighs easing sanctions": the first is what happened.
  if (event.isOutright && FIRST.has(event.kind)) return false
  // Of a subsidy the buyers speak and those who sell to them.
  if (kind === 'aid' && event.kind !== 'contract') return false
  return !isKind(event, kind) && share >= (isContest ? SURE_OF_CONTEST : (SURE.get(kind) ?? Infinity))
}
