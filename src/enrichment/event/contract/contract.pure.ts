import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import { isPassive, segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import { type Market, tickersOfFirst } from '../effect/market.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { assetsIn, companiesIn, follows, hasClass, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { isNounBefore, readGains } from './contract-gain.pure.ts'
import type { Gain } from './contract-turn.pure.ts'

/** Most rivals of the one who wins or loses. */
const MAX_RIVALS = 7
const MAX_SUPPLIERS = 5

/** Reads which company gets an order and which loses it: "picks Saab over Naval", "tears up deal with LG", "hands card to Synchrony". */
export function readContract(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, clauses } = title
  const deal = findDeal(title)
  const companies = companiesIn(tags)
  const others = tags.filter((tag) => hasClass(tag, 'newcomer') || tag.goods.length > 0 || tag.country !== null)
  if (deal === undefined && companies.length + others.length < 2) return null
  if (tags.some((tag) => isVerb(tag, 'lose') && title.hasIn('staff', tag.to, tag.to + STAFF_REACH))) return null
  const text = title.words.join(' ')
  // "Celltrion buys Eli Lilly plant": what is bought is the plant, not its product.
  const isPurchase = tags.some((tag) => hasClass(tag, 'facility') && title.hasIn('purchasing', 0, tag.from))
  if (OWNED.test(text) || RANKED.test(text) || /\d% of [A-Z]/.test(title.text) || isPurchase) return null
  // "Households rush to replace old laptops": what people buy is no order.
  if (title.isIn(0, 'people')) return null
  const isDecided = isTagged(tags, 'authority') || tags.some((tag) => tag.isGovernment)
  if (isTagged(tags, 'case', 'leader') || (isTagged(tags, 'claim') && isDecided)) return null
  const goods = segmentsIn(tags)
  const isReplaced =
    // "In place of Patriot", "rather than Boeing".
    companies.some(({ from }) => title.isIn(from - 2, 'place_of') || title.isIn(from - 2, 'instead')) ||
    clauses.some((clause) => clause.tags.some((tag) => isVerb(tag, 'drop') && isPassive(tag, clause)))
  const newcomers = tags.filter((tag) => hasClass(tag, 'newcomer')).length
  const told = readGains(title, deal, isReplaced)
  const gains = withoutBuyers(told, companies, title, market)
  // "Undercuts rivals with insulin pens" is no order.
  if (deal === undefined && tags.some((tag) => isVerb(tag, 'beat') && isVerb(tag, 'launch'))) return null
  const won = gains.filter(({ sign }) => sign > 0).map(({ name }) => name)
  const lost = gains.filter(({ sign }) => sign < 0).map(({ name }) => name)
  const winner = makersIn(won, goods, market)
  const loser = makersIn(lost, goods, market)
  const isGain = winner.length > 0
  const [main] = market.assetsOf(isGain ? winner : loser)
  if (main === undefined) {
    const others = isShutOut(tags) ? market.makersOf(goods).filter(({ asset }) => asset.country !== 'CN') : []
    if (others.length === 0) return null
    return createEvent({ kind: 'contract', sign: 1, goods, roles: { winner: tickersOfFirst(others, MAX_SUPPLIERS) } })
  }
  const moved = isGain ? winner : loser
  // "Beijing orders firms to stop buying Nvidia's chips": those who make them there are bought from.
  const state = tags.find((tag) => tag.isGovernment && tag.country?.code === 'CN')?.country
  // "Wins contract in Japan": of an order of which neither buyer nor product is known nobody else is known to have bid.
  const isVague = goods.length === 0 && companies.length + newcomers < 2 && !isSortTold(deal, title)
  // What is won from a named rival that makes it is not lost by others.
  const able = tickersOfFirst(market.makersOf(goods))
  const isFromNamed = isGain && loser.some((one) => able.length === 0 || able.includes(one))
  const rivals =
    isVague || isFromNamed ? [] : findRivals(main.asset, goods, title, market).filter((one) => !moved.includes(one))
  const atHome = isGain
    ? []
    : market.assetsOf(rivals).flatMap(({ asset }) => (asset.country === state?.code ? [asset.ticker] : []))
  return createEvent({
    kind: 'contract',
    sign: isGain ? 1 : -1,
    goods,
    roles: {
      winner: moved,
      loser: isGain ? [...loser, ...rivals] : atHome.length > 0 ? atHome : rivals,
      supplier: isGain
        ? market
            .neighboursOf(main.asset, 'supplier')
            .filter((one) => !loser.includes(one))
            .slice(0, MAX_SUPPLIERS)
        : [],
    },
  })
}

/** Without winners known to buy from the first that is named: "Nebius inks Microsoft deal". */
function withoutBuyers(
  gains: readonly Gain[],
  [first, second]: readonly Tag[],
  { words, tags }: EventTitle,
  { neighboursOf }: Market,
): readonly Gain[] {
  if (first === undefined || second === undefined) return gains
  const isLinked = (one: Tag, other: Tag, type: 'supplier' | 'competitor') =>
    one.asset !== null && neighboursOf(one.asset, type).includes(other.asset?.ticker ?? '')
  // "STMicro buys NXP's sensors": a business of a competitor.
  const isBought =
    isTagged(tags, 'buy') && first.asset?.gics === second.asset?.gics && isLinked(first, second, 'competitor')
  // "Nvidia signs supply deal with Samsung": the known supplier gains.
  const isSupplied = words.includes('supply') && isLinked(first, second, 'supplier')
  return gains.flatMap((gain) => {
    if (gain.sign < 0) return gain
    if (gain.name.asset === first.asset) return isSupplied ? { name: second, sign: 1 } : gain
    return isBought || isLinked(gain.name, first, 'supplier') ? [] : gain
  })
}

/** Tokens between "sheds" and the jobs that are shed: no order is lost by it. */
const STAFF_REACH = 5
/** Bids and shares that change hands. */
const OWNED =
  /\b(?:outbid\w*|stakes?|position|(?:take|takes|taken|go|goes) .*private|privati[sz]ation|merger|delisted|activist|off .* talks)\b/
/** Places in a list and what is looked into. */
const RANKED =
  /\b(?:as (?:the )?(?:top|biggest|largest|leading|no|number)|most valuable|conviction list|market value|ranking|(?:safest|top|biggest|largest|leading) .* list|inquiry|to arbitration|price talks)\b/

/** "A $4.5 billion engine order"; not "an engine order" of no known size. */
function isSortTold(deal: Tag | undefined, { shapes, isIn }: EventTitle): boolean {
  return deal !== undefined && shapes.some((shape, i) => shape === 'number' && isIn(i + 1, 'thousands'))
}

/** "Strip Huawei from networks": those who are listed may take its place. */
function isShutOut(tags: readonly Tag[]): boolean {
  return tags.some(
    (tag) => hasClass(tag, 'newcomer') && tags.some((one) => follows(tag, one, 2) && isVerb(one, 'drop')),
  )
}

/** The word of the order: "deal", or the work that is won or lost: "wrests cloud work". */
function findDeal(title: EventTitle): Tag | undefined {
  const { tags, isIn } = title
  const isWon = (tag: Tag) => tags.some((one) => one.to <= tag.from && isVerb(one, 'win'))
  const isMoved = (work: Tag) => tags.some((one) => one.to <= work.from && isVerb(one, 'win', 'lose', 'drop'))
  return (
    tags.find(
      (tag) => hasClass(tag, 'deal') && (!isVerb(tag, 'choose') || isNounBefore(tag, tags, title) || isWon(tag)),
    ) ?? tags.find((tag) => isIn(tag.from, 'work') && isMoved(tag))
  )
}

/** The companies; of a country those who make the goods there: "Swedish submarines". */
function makersIn(names: readonly Tag[], goods: readonly Good[], { makersOf }: Market): string[] {
  const makers = names.flatMap((tag) => {
    if (tag.asset !== null) return tickersOf([tag])
    const there = makersOf(goods).filter(({ asset }) => asset.country === tag.country?.code)
    return there.slice(0, 2).map(({ asset }) => asset.ticker)
  })
  return [...new Set(makers)]
}

/** Those who make what is named as the company's own, "Google's AI chips", else those who compete with it. */
function findRivals(asset: KnownAsset, goods: readonly Good[], { tags }: EventTitle, market: Market): string[] {
  const named = assetsIn(tags)
  const isOwn = ({ from }: Tag) => tags.some((name) => name.asset === asset && from >= name.to && from - name.to <= 1)
  const own = segmentsIn(tags.filter((tag) => tag.asset === null && isOwn(tag)))
  const makers = market.makersOf(own).filter((one) => one.asset !== asset && !named.includes(one.asset))
  const rivals = makers.length > 0 ? makers.map((one) => one.asset.ticker) : market.rivalsOf(asset, goods, named)
  return rivals.slice(0, goods.length > 0 ? MAX_RIVALS : 4)
}
