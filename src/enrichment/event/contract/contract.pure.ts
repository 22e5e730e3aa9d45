import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import { isPassive, segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { type Gain, isNounBefore, readGains } from './contract-gain.pure.ts'

/** Most rivals of the one who wins or loses. */
const MAX_RIVALS = 7
const MAX_SUPPLIERS = 5

/** Reads which company gets an order and which loses it: "picks Saab over Naval", "tears up deal with LG", "hands card to Synchrony". */
export function readContract(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, clauses } = title
  const deal = findDeal(title)
  const companies = companiesIn(tags)
  const isOrdered = clauses.some((clause) => clause.names.some((name) => isModifier(name, clause)))
  const others = tags.filter((tag) => hasClass(tag, 'newcomer') || tag.goods.length > 0 || tag.country !== null)
  if (deal === undefined && !isOrdered && companies.length + others.length < 2) return null
  if (tags.some((tag) => isVerb(tag, 'lose') && title.hasIn('staff', tag.to, tag.to + STAFF_REACH))) return null
  const text = title.words.join(' ')
  // "Buys Lilly plant", "overtakes Samsung as top maker".
  const isRanked = RANKED.test(text) && tags.some((tag) => isVerb(tag, 'beat'))
  if (isRanked || OWNED.test(text) || LISTED.test(text) || /\d% of [A-Z]/.test(title.text) || isPurchase(title))
    return null
  // "Capacity to be mothballed under industry pact": makers agree on less.
  const isOfOutput =
    isTagged(tags, 'output', 'facility') && tags.some((tag) => isVerb(tag, 'stop') && !hasClass(tag, 'walk'))
  if (isOfOutput && /\b(?:industry|producers?) (?:pact|accord|agreement|deal)\b/.test(text)) return null
  // "Households rush to replace old laptops": what people buy is no order.
  if (PEOPLE.test(title.words[0] ?? '')) return null
  // "Tops sales estimates".
  if (companies.length < 2 && title.hasIn('expected')) return null
  const isDecided = isTagged(tags, 'authority') || tags.some((tag) => tag.isGovernment)
  if (isTagged(tags, 'case', 'leader') || (isTagged(tags, 'claim') && isDecided)) return null
  const goods = segmentsIn(tags, null)
  const isReplaced =
    // "In place of Patriot", "rather than Boeing".
    companies.some(({ from }) => title.isIn(from - 2, 'place_of') || title.isIn(from - 2, 'instead')) ||
    title.words.some((word, i) => word === 'by' && title.isIn(i - 1, 'held_by')) ||
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
    const cancelled = makersOfCancelled(goods, companies, title, market)
    if (cancelled.length > 0)
      return createEvent({ kind: 'contract', sign: -1, goods, roles: { winner: cancelled, loser: [], supplier: [] } })
    const others = isShutOut(tags) ? market.makersOf(goods).filter(({ asset }) => asset.country !== 'CN') : []
    if (others.length === 0) return null
    const roles = { winner: others.slice(0, MAX_SUPPLIERS).map(({ asset }) => asset.ticker) }
    return createEvent({ kind: 'contract', sign: 1, goods, roles })
  }
  const moved = isGain ? winner : loser
  // "Beijing orders firms to stop buying Nvidia's chips": those who make them there are bought from.
  const state =
    main.asset.country === 'CN' ? null : tags.find((tag) => tag.isGovernment && tag.country?.code === 'CN')?.country
  // What is won from a named rival is not lost by others; whom a long agreement passes over is not known.
  if (/\bmarket share\b/.test(text))
    return createEvent({
      kind: 'buyers',
      sign: isGain ? 1 : -1,
      goods,
      roles: { struck: moved, rival: isGain ? loser : [], peer: [] },
    })
  // "Wins contract in Japan": of an order of which neither buyer nor product is known nobody else is known to have bid.
  const isVague = goods.length === 0 && companies.length + newcomers < 2 && !isSortTold(deal, title)
  const isOfNobodyElse =
    isVague || JOINT.test(text) || (goods.length === 0 && /\bsupply (?:agreement|pact)\b/.test(text))
  // What is won from a named rival that makes it is not lost by others.
  const able = market.makersOf(goods).map(({ asset }) => asset.ticker)
  const isFromNamed = isGain && loser.some((one) => able.length === 0 || able.includes(one))
  const rivals =
    isOfNobodyElse || isFromNamed
      ? []
      : findRivals(main.asset, goods, title, market).filter((one) => !moved.includes(one))
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

/**
 * Without winners known to buy from the first that is named: "Nebius inks Microsoft deal". Of two who agree on supplies the known supplier
 * gains, whoever signs.
 */
function withoutBuyers(
  gains: readonly Gain[],
  [first, second]: readonly Tag[],
  { words, tags }: EventTitle,
  { neighboursOf }: Market,
): readonly Gain[] {
  if (first === undefined || second === undefined) return gains
  const isLinked = (one: Tag, other: Tag, type: 'supplier' | 'competitor') =>
    one.asset !== null && neighboursOf(one.asset, type).includes(other.asset?.ticker ?? '')
  const isSupply = words.includes('supply')
  const isMutual = isSupply && words[first.to] === '&' && second.from === first.to + 1 && !words.includes('with')
  // "STMicro buys NXP's sensors": a business of a competitor.
  const isBought = isTagged(tags, 'buy') && !isTagged(tags, 'deal')
  const isFellow = first.asset?.gics === second.asset?.gics && isLinked(first, second, 'competitor')
  return gains.flatMap((gain) => {
    const other = gain.name.asset === first.asset ? second : first
    if (gain.sign < 0 || isLinked(other, gain.name, 'supplier')) return gain
    const isBuyer = isLinked(gain.name, other, 'supplier')
    if (other === second) return isSupply && isBuyer ? { name: second, sign: 1 } : isMutual ? [] : gain
    return isMutual || isBuyer || (isBought && isFellow) ? [] : gain
  })
}

/** Tokens between "sheds" and the jobs that are shed: no order is lost by it. */
const STAFF_REACH = 5
const PEOPLE = /^(?:households?|consumers|shoppers|families|fans|gamers|drivers|motorists|travell?ers|tourists)$/
const RANKED = /\bas (?:the )?(?:top|biggest|largest|leading|no|number)\b/
/** Bids and shares that change hands. */
const OWNED =
  /\b(?:outbid\w*|stakes?|position|(?:take|takes|taken|go|goes) .*private|privati[sz]ation|merger|delisted|activist|off .* talks)\b/
/** Places in a list and what is looked into. */
const LISTED =
  /\b(?:most valuable|conviction list|market value|ranking|(?:safest|top|biggest|largest|leading) .* list|inquiry|to arbitration|price talks)\b/

/** "A $4.5 billion engine order": not "a $1.4 billion contract", nor "an engine order" of no known size. */
function isSortTold(deal: Tag | undefined, { shapes, isIn }: EventTitle): boolean {
  const hasSum = shapes.some((shape, i) => shape === 'number' && isIn(i + 1, 'thousands'))
  return deal !== undefined && hasSum && !isIn(deal.from - 1, 'thousands')
}

/** A partner that leaves is replaced by nobody. */
const JOINT = /\bjoint venture\b/i

/** "Celltrion buys Eli Lilly plant": what is bought is the plant, not its product. */
function isPurchase({ tags, words }: EventTitle): boolean {
  const bought = words.findIndex((word) => /^(?:buys?|buying|bought|acquires?|acquired|acquiring)$/.test(word))
  return (
    bought >= 0 &&
    tags.some((tag) => tag.from > bought && tag.asset === null && hasClass(tag, 'facility') && !isVerb(tag, 'choose'))
  )
}

/** "Strip Huawei from networks": those who are listed may take its place. */
function isShutOut(tags: readonly Tag[]): boolean {
  return tags.some(
    (tag) =>
      hasClass(tag, 'newcomer') &&
      tags.some((one) => one.to <= tag.from && tag.from - one.to <= 2 && isVerb(one, 'drop')),
  )
}

/** "Petrobras cancels tender for production vessels": those who make what one buyer no longer orders. */
function makersOfCancelled(
  goods: readonly Good[],
  companies: readonly Tag[],
  { tags, words }: EventTitle,
  { makersOf }: Market,
): string[] {
  const [buyer] = companies
  const isOrder = ({ from }: Tag) => /^(?:tenders?|orders?)$/.test(words[from] ?? '')
  const isDropped = tags.some(
    (tag) => isVerb(tag, 'drop') && tags.some((one) => isOrder(one) && one.from >= tag.to && one.from - tag.to <= 3),
  )
  const makers = makersOf(goods)
  const isOwn = makers.some(({ asset }) => asset === buyer?.asset)
  if (!isDropped || companies.length !== 1 || isOwn) return []
  return makers.slice(0, MAX_SUPPLIERS).map(({ asset }) => asset.ticker)
}

/** The word of the order: "deal", or the work that is won or lost: "wrests cloud work". */
function findDeal(title: EventTitle): Tag | undefined {
  const { tags, isIn } = title
  const isWon = (tag: Tag) => tags.some((one) => one.to <= tag.from && isVerb(one, 'win'))
  const isMoved = (work: Tag) =>
    tags.some((one) => one.to <= work.from && isVerb(one, 'win', 'lose', 'drop') && !isVerb(one, 'walk'))
  return (
    tags.find(
      (tag) => hasClass(tag, 'deal') && (!isVerb(tag, 'choose') || isNounBefore(tag, tags, title) || isWon(tag)),
    ) ?? tags.find((tag) => isIn(tag.from, 'work') && isMoved(tag))
  )
}

/** "28 Boeing wide-bodies": what is ordered is a product of the company. */
function isModifier({ to }: Tag, clause: EventClause): boolean {
  const { words, breaks, shapes } = clause.title
  const word = words[to] ?? ''
  if (clause.tags.some((tag) => tag.from === to && tag.readings.some((one) => one.isVerb))) return false
  return to < clause.to && breaks[to] !== true && shapes[to] === 'lower' && word.endsWith('s') && word !== "'s"
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
  const named = tags.flatMap((tag) => tag.asset ?? [])
  const isOwn = ({ from }: Tag) => tags.some((name) => name.asset === asset && from >= name.to && from - name.to <= 1)
  const own = segmentsIn(
    tags.filter((tag) => tag.asset === null && isOwn(tag)),
    null,
  )
  const makers = market.makersOf(own).filter((one) => one.asset !== asset && !named.includes(one.asset))
  const rivals = makers.length > 0 ? makers.map((one) => one.asset.ticker) : market.rivalsOf(asset, goods, named)
  return rivals.slice(0, goods.length > 0 ? MAX_RIVALS : 4)
}
