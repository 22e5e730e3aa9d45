import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import { segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { type Gain, readGains } from './contract-gain.pure.ts'

/** Most rivals of the one who wins or loses. */
const MAX_RIVALS = 7
const MAX_SUPPLIERS = 5

/** Reads which company gets an order and which loses it: "picks Saab over Naval", "tears up deal with LG", "hands card to Synchrony". */
export function readContract(title: EventTitle, market: Market): WorldEvent | null {
  const { tags, clauses } = title
  const deal = findDeal(title)
  const companies = companiesIn(tags)
  const isOrdered = clauses.some((clause) => clause.names.some((name) => isModifier(name, clause)))
  const others = tags.filter((tag) => tag.goods.length > 0 || tag.country !== null)
  if (deal === undefined && !isOrdered && companies.length + others.length < 2) return null
  const text = title.words.join(' ')
  if (OWNED.test(text) || /\d% of [A-Z]/.test(title.text) || isPurchase(title)) return null
  if (isTagged(tags, 'case', 'leader')) return null
  const goods = segmentsIn(tags, null)
  const isReplaced =
    // "In place of Patriot", "rather than Boeing".
    companies.some(({ from }) => title.isIn(from - 2, 'place_of'))
  const newcomers = tags.filter((tag) => hasClass(tag, 'newcomer')).length
  const told = readGains(title, deal, isReplaced)
  const gains = withoutBuyers(told, companies, market)
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
    const roles = { winner: others.slice(0, MAX_SUPPLIERS).map(({ asset }) => asset.ticker) }
    return createEvent({ kind: 'contract', sign: 1, goods, roles })
  }
  const moved = isGain ? winner : loser
  // "Wins contract in Japan": of an order of which neither buyer nor product is known nobody else is known to have bid.
  const isVague = goods.length === 0 && companies.length + newcomers < 2 && !isSortTold(deal, title)
  const rivals = isVague ? [] : findRivals(main.asset, goods, title, market).filter((one) => !moved.includes(one))
  return createEvent({
    kind: 'contract',
    sign: isGain ? 1 : -1,
    goods,
    roles: {
      winner: moved,
      loser: [...loser, ...rivals],
      supplier: isGain ? market.neighboursOf(main.asset, 'supplier').slice(0, MAX_SUPPLIERS) : [],
    },
  })
}

/** Without those known to buy from the other that is named: "Nebius inks Microsoft deal". */
function withoutBuyers(
  gains: readonly Gain[],
  [first, second]: readonly Tag[],
  { neighboursOf }: Market,
): readonly Gain[] {
  if (first === undefined || second === undefined) return gains
  return gains.filter(({ name }) => {
    const other = name.asset === first.asset ? second : first
    return name.asset === null || !neighboursOf(name.asset, 'supplier').includes(other.asset?.ticker ?? '')
  })
}

/** Bids and shares that change hands. */
const OWNED =
  /\b(?:outbid\w*|stakes?|position|(?:take|takes|taken|go|goes) .*private|privati[sz]ation|merger|delisted|activist|off .* talks)\b/

/** "A $4.5 billion engine order": not "a $1.4 billion contract", nor "an engine order" of no known size. */
function isSortTold(deal: Tag | undefined, { shapes, isIn }: EventTitle): boolean {
  const hasSum = shapes.some((shape, i) => shape === 'number' && isIn(i + 1, 'thousands'))
  return deal !== undefined && hasSum && !isIn(deal.from - 1, 'thousands')
}

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

/** The word of the order: "deal". */
function findDeal({ tags }: EventTitle): Tag | undefined {
  const isWon = (tag: Tag) => tags.some((one) => one.to <= tag.from && isVerb(one, 'win'))
  return tags.find((tag) => hasClass(tag, 'deal') && (!isVerb(tag, 'choose') || isWon(tag)))
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
  return rivals.slice(0, MAX_RIVALS)
}
