import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { Good } from '../../vocabulary/event-lexicon.pure.ts'
import { isOfTrade, isPassive, segmentsIn, tickersOf } from '../clause/company-clause.pure.ts'
import type { Market } from '../effect/market.pure.ts'
import type { EventClause, EventTitle } from '../title/event-title.pure.ts'
import { companiesIn, hasClass, isNoun, isTagged, isVerb, type Tag } from '../title/tag.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { isNounBefore, readGains } from './contract-gain.pure.ts'

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
  // "Outbids Pfizer for Metsera", "buys Lilly plant".
  if (title.words.some((word) => OUTBIDDING.test(word)) || RANKING.test(title.words.join(' ')) || isPurchase(title))
    return null
  const disturbed = findDisturbed(title)
  if (disturbed !== null)
    return createEvent({ kind: 'company_stop', sign: -1, roles: { struck: tickersOf([disturbed]), rival: [] } })
  // "Tops sales estimates".
  if (companies.length < 2 && title.hasIn('expected')) return null
  const isDecided = isTagged(tags, 'authority') || tags.some((tag) => tag.isGovernment)
  const isLegal = isTagged(tags, 'case') || (isTagged(tags, 'claim') && isDecided)
  // A tariff or sanction is no order, "amid tariff row" is only a reason.
  const isOther = (tag: Tag) => tag.asset === null && isOfTrade(tag) && !title.hasIn('amid', tag.from - 2, tag.from)
  if (isLegal || isTagged(tags, 'leader') || tags.some(isOther)) return null
  const goods = segmentsIn(tags, null)
  // "Spurns UniCredit's offer" is a bid that is refused.
  const isOffer = (tag: Tag) =>
    isNoun(tag, 'bid') &&
    companies.some((name) => name.to <= tag.from && tag.from - name.to <= 3 && title.words[name.to] === "'s")
  if (deal === undefined && companies.length > 1 && goods.length === 0 && tags.some(isOffer)) return null
  const isReplaced =
    // "Chooses Westinghouse; KHNP loses out".
    (isTagged(tags, 'choose') && tags.some((tag) => isVerb(tag, 'lose') && title.words[tag.to - 1] === 'out')) ||
    companies.some(({ from }) => isPassedOver(from, title)) ||
    title.words.some((word, i) => word === 'by' && title.isIn(i - 1, 'held_by')) ||
    clauses.some((clause) => clause.tags.some((tag) => isVerb(tag, 'drop') && isPassive(tag, clause)))
  const newcomers = tags.filter((tag) => hasClass(tag, 'newcomer')).length
  const gains = readGains(title, deal, companies.length + others.length > 1 && isReplaced)
  // "Undercuts rivals with insulin pens" is no order.
  const isBeating = tags.some((tag) => isVerb(tag, 'beat') && hasClass(tag, 'copy'))
  const isPricing = tags.some((tag) => isVerb(tag, 'beat') && isVerb(tag, 'launch'))
  if (isPricing && deal === undefined) return null
  const isOrder = tags.some((tag) => isVerb(tag, 'choose') && !hasClass(tag, 'deal'))
  if (isBeating && !isOrder && (deal === undefined || goods.some((good) => good.isSegment === true))) return null
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
  // "Airbus orders fix on A320s".
  const isOwnOrder = tags[0]?.asset === main.asset && won.every((tag) => tag.asset === main.asset)
  if (isOwnOrder && isGain && deal === undefined && won[0] !== tags[0]) return null
  const moved = isGain ? winner : loser
  // What is won from a named rival is not lost by others; whom a long agreement passes over is not known.
  if (isShareShift(title))
    return createEvent({
      kind: 'buyers',
      sign: isGain ? 1 : -1,
      goods,
      roles: { struck: moved, rival: isGain ? loser : [], peer: [] },
    })
  // "Wins contract in Japan": of an order of which neither buyer nor product is known nobody else is known to have bid.
  const isVague = goods.length === 0 && companies.length + newcomers < 2 && !isSortTold(deal, title)
  const isOfNobodyElse = isAgreement(title, goods) || isVague
  // What is won from a named rival that makes it is not lost by others.
  const able = market.makersOf(goods).map(({ asset }) => asset.ticker)
  const isFromNamed = isGain && loser.some((one) => able.length === 0 || able.includes(one))
  const rivals =
    isOfNobodyElse || isFromNamed
      ? []
      : findRivals(main.asset, goods, title, market).filter((one) => !moved.includes(one))
  return createEvent({
    kind: 'contract',
    sign: isGain ? 1 : -1,
    goods,
    roles: {
      winner: moved,
      loser: isGain ? [...loser, ...rivals] : rivals,
      supplier: market.neighboursOf(main.asset, 'supplier').slice(0, MAX_SUPPLIERS),
    },
  })
}

/** Tokens between "sheds" and the jobs that are shed: no order is lost by it. */
const STAFF_REACH = 5
const OUTBIDDING = /^outbid/
/** Places in a list are no orders. */
const RANKING = /\bmost valuable\b/

/** "Trade tensions disrupt chip business of TSMC": no order is lost. */
function findDisturbed({ tags, words }: EventTitle): Tag | null {
  const [name, ...others] = companiesIn(tags)
  const tension = words.findIndex((word) => /^tensions?$/.test(word))
  if (name === undefined || others.length > 0 || tension < 0) return null
  const isStopped = tags.some((tag) => tag.from > tension && tag.to <= name.from && isVerb(tag, 'stop'))
  return isStopped ? name : null
}

/** "Takes market share from Comcast". */
function isShareShift({ words }: EventTitle): boolean {
  return words.some((word, i) => word === 'market' && words[i + 1] === 'share')
}

/** "Sign long-term supply agreement" without a word of what is supplied. */
function isAgreement({ words }: EventTitle, goods: readonly Good[]): boolean {
  return (
    goods.length === 0 && words.some((word, i) => word === 'supply' && /^(?:agreement|pact)$/.test(words[i + 1] ?? ''))
  )
}

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

/** "In place of Patriot", "rather than Boeing". */
function isPassedOver(from: number, { words, isIn }: EventTitle): boolean {
  const last = words[from - 1]
  return (
    (last === 'of' && (isIn(from - 2, 'place_of') || isIn(from - 2, 'instead'))) ||
    (last === 'than' && words[from - 2] === 'rather')
  )
}

/** The companies; of a country those who make the goods there: "Swedish submarines". */
function makersIn(names: readonly Tag[], goods: readonly Good[], { makersOf, neighboursOf }: Market): string[] {
  const able = new Set(goods.length > 0 ? makersOf(goods).map(({ asset }) => asset.ticker) : [])
  const makers = names.flatMap((tag) => {
    // "Thyssenkrupp submarines": the subsidiary builds them.
    if (tag.asset !== null) {
      const own = able.size === 0 || able.has(tag.asset.ticker) ? [] : neighboursOf(tag.asset, 'subsidiary')
      return [...own.filter((one) => able.has(one)), ...tickersOf([tag])]
    }
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
