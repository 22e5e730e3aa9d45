import type { EventCountry, EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import { isOf } from '../effect/event-country.pure.ts'
import { isOfIndustry, isServingHome, type Player } from '../effect/market.pure.ts'
import { isBudgetWorry } from '../state/fiscal.pure.ts'
import { findMeantGoods } from '../supply/meant-good.pure.ts'
import { isOfPower } from '../supply/refined-kind.pure.ts'
import { isOfUnlistedFirm } from '../title/event-title.pure.ts'
import { hasClass, isTagged, isTraded, isVerb, type Tag } from '../title/tag.pure.ts'
import { findCommodities, goodNamed, goodsIn, isAnyMine, isCarriage, isUnlike } from '../world/event-good.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import type { LearntTitle, Sign } from './learnt-title.pure.ts'

/** What happened to goods, places, countries and rates; null where the title names none that such an event could move. */
export function buildTopicEvent(kind: string, signed: LearntTitle): WorldEvent | null {
  const { goods, goodSign, place, actor, target, targetSign } = signed
  const isService = goods.length > 0 && !goods.some(isTraded)
  // Less of a commodity is dear, less of a service is bad for those who sell it.
  const supply = isService ? goodSign : opposite(goodSign)
  const struck = signOfCompanies(signed)
  const source = target ?? actor
  const { isFeared } = signed
  const moveGoods = (as: EventEffectKind, sign: Sign) =>
    sign === 0 || goods.length === 0 ? null : createEvent({ kind: as, sign, goods, actor, target, isFeared })
  if ((kind === 'product' || kind === 'supply') && place === null && isUnlike(goods, signed.title)) return null
  switch (kind) {
    case 'supply':
    case 'company_stop':
    case 'power':
    case 'service_stop': {
      const isStop = place === null && struck !== 0 && !goods.some(isTraded)
      return isStop
        ? stopCompanies(signed, struck)
        : buildOfGoods(signed, nameStop(kind, signed), firstSign(signed.placeSign, supply))
    }
    case 'crop':
    case 'stocks':
      return buildOfGoods(signed, kind, opposite(goodSign))
    case 'route':
      return place === null
        ? buildOfGoods(signed, 'service_stop', goodSign)
        : buildOfGoods(signed, 'route', firstSign(signed.placeSign, opposite(goodSign)))
    case 'demand':
    case 'price':
      return isService && signed.companies.length > 0 ? null : moveGoods(kind, goodSign)
    case 'shares':
      return signed.companies.length > 0 ? null : moveGoods(kind, goodSign)
    case 'legal':
    case 'product':
      return buildTrade(signed, kind)
    case 'aid': {
      // Aid is good for those who get it, until it is taken back.
      const isTaken = signed.title.tags.some((tag) => isVerb(tag, 'end', 'stop', 'terminate', 'drop', 'deny'))
      return buildTrade({ ...signed, goodSign: isTaken ? -1 : 1 }, kind)
    }
    case 'export_curb': {
      // "China's exports jump 12%".
      const isCount = goods.length === 0 && place === null && struck === 0 && isTagged(signed.title.tags, 'selfmove')
      if (isCount && !signed.title.groups.oil_seller.has(source?.code ?? '')) return null
      const sign = isService
        ? firstSign(targetSign, struck, goodSign)
        : firstSign(opposite(goodSign), targetSign, struck)
      if (struck !== 0 && goods.length === 0) return stopCompanies(signed, struck)
      return buildOfGoods({ ...signed, actor: actor ?? target, target: actor === null ? null : target }, kind, sign)
    }
    case 'import_curb':
    case 'tariff': {
      const isHome = actor === null || actor.code === 'US'
      const isDearer = isHome && !isService
      const sign = firstSign(targetSign, isDearer ? opposite(goodSign) : goodSign, struck)
      return buildOfGoods(signed, `${kind}_${isHome ? 'home' : 'abroad'}`, sign)
    }
    case 'sanction':
      if (struck !== 0 && !goods.some(isTraded)) return stopCompanies(signed, struck)
      return buildOfGoods({ ...signed, target: source }, kind, firstSign(targetSign, opposite(goodSign), struck))
    case 'levy':
      // Aid looks much like a tax that goes.
      return source === null ? null : moveGoods(kind, firstSign(goodSign, struck, targetSign))
    case 'conflict':
      return buildOfGoods({ ...signed, target: source }, kind, firstSign(opposite(goodSign), targetSign))
    case 'catastrophe':
      return buildCatastrophe(signed)
    case 'travel':
      return buildTravel(signed)
    case 'policy':
    case 'fiscal':
      return buildRates(kind, signed)
    case 'fx':
      return buildCurrency(signed)
    default:
      return null
  }
}

/** An event of goods, or of what the place makes or the country sells where no good is named. */
function buildOfGoods(
  { title, goods, companies, place, actor, target, isFeared }: LearntTitle,
  kind: EventEffectKind,
  sign: Sign,
): WorldEvent | null {
  if (sign === 0 || (place === null && companies.length > 0 && isAnyMine(goods))) return null
  const isOfPlace = place !== null && (kind === 'route' || place.makes.length > 0) && !goods.some(isTraded)
  const all = { from: 0, to: title.words.length }
  const meant = isOfPlace ? [] : findMeantGoods(kind, goods, title, target, all)
  const source = kind === 'export_curb' ? actor : kind === 'sanction' ? target : (target ?? actor)
  const commodities = meant.length > 0 ? [] : findCommodities(kind, place, source, target, title.groups)
  if (meant.length === 0 && commodities.length === 0 && place === null && target === null) return null
  return createEvent({ kind, sign, isFeared, goods: meant, commodities, place, actor, target })
}

/** What stops: power plants, services that carry or fly, passages, or the supply of a good. */
function nameStop(kind: string, { goods, place }: LearntTitle): EventEffectKind {
  const isService = goods.length > 0 && !goods.some(isTraded)
  if (kind === 'power' || goods.some(isOfPower)) return 'power'
  // "Box office limps to worst October": what a trade lacks its makers elsewhere do not sell instead.
  if (
    place?.kind === 'airport' ||
    (isService && (kind === 'service_stop' || place === null || goods.every(isCarriage)))
  )
    return 'service_stop'
  return place !== null && place.makes.length === 0 && place.carries.length > 0 ? 'route' : 'supply'
}

function stopCompanies({ ups, downs }: LearntTitle, sign: 1 | -1): WorldEvent {
  return createEvent({ kind: 'company_stop', sign, roles: { struck: sign > 0 ? ups : downs, rival: [] } })
}

/** What is ruled for a trade where no company is named: "Berlin tightens rent brake"; of what is sold where it is, by those at home. */
function buildTrade({ title, goods, goodSign, companies, market, actor }: LearntTitle, kind: EventEffectKind) {
  // What a state gives it gives at home.
  const isAid = kind === 'aid' && actor !== null
  // "Chile to take lithium into state hands".
  const isOfMakers = !goods.some(isTraded) || (isAid && isTagged(title.tags, 'aid'))
  if (goodSign === 0 || companies.length > 0 || !isOfMakers) return null
  const isOfProduct = kind === 'product' || isTagged(title.tags, 'hold', 'trial')
  if (isOfProduct && title.tags.some((tag) => tag.goods.length > 0 && isOfUnlistedFirm(tag, title))) return null
  const makers = market.makersOf(goods)
  // "Court upholds TikTok ban": what befalls one that is not listed its rivals gain by.
  if (title.tags.some((tag) => hasClass(tag, 'newcomer') && tag.goods.length > 0)) {
    const rival = makers.slice(0, MAX_STRUCK).map(({ asset }) => asset.ticker)
    return createEvent({ kind: 'launch', sign: goodSign, goods, roles: { rival } })
  }
  const isAtHome = ({ asset }: Player) => isOf(asset, actor)
  const isMain = ({ asset }: Player) =>
    !isOfIndustry(asset, MEDIA) || goods.some((good) => good.makers.includes(asset.ticker))
  const isService = goods.every(market.isLocal)
  const atHome = isAid || isService ? makers.filter((one) => isAtHome(one) && isMain(one)) : []
  if (isAid && atHome.length === 0) return null
  // "Japan eases rules for online brokers": banks, brokers and carriers elsewhere live by other rules.
  const isBound = (one: Player) => isAtHome(one) || !isServingHome(one.asset)
  const some = atHome.length > 0 ? atHome : makers.some(isAtHome) ? makers.filter(isBound) : makers
  const struck = some.slice(0, MAX_STRUCK).map(({ asset }) => asset.ticker)
  return createEvent({ kind, sign: goodSign, goods, roles: { struck, opponent: [], rival: [], peer: [] } })
}

const MAX_STRUCK = 14
/** Interactive media (GICS): who owns a portal at home is no social network. */
const MEDIA = ['502030']

/** Damage that insurers pay for, and others repair; what else is named beside it is struck, not sold. */
function buildCatastrophe({ title, actor, target, targetSign, placeSign }: LearntTitle): WorldEvent | null {
  const goods = goodsIn(title.tags).filter(isStorm)
  if (goods.length === 0) return null
  // "Hurricane Milton weakens and spares Tampa".
  const sign = firstSign(targetSign, placeSign) > 0 ? 1 : -1
  return createEvent({ kind: 'catastrophe', sign, goods, actor: target ?? actor })
}

const isStorm = goodNamed('hurricane')

/** Visitors of a country that come or stay away. */
function buildTravel({ title: { tags }, signOf, firstSigned, goodSign }: LearntTitle): WorldEvent | null {
  const host = firstSigned(tags.filter((tag) => tag.country !== null && tag.country.hosts.length > 0))
  const sign = firstSign(signOf(host), goodSign)
  return host === undefined || sign === 0 ? null : createEvent({ kind: 'travel', sign, target: host.country })
}

/** Rates of a country, by its central bank, its bonds or its currency. */
function buildRates(told: 'policy' | 'fiscal', { title, names, companies, signOf }: LearntTitle) {
  const { tags } = title
  const isWorry = isBudgetWorry(title)
  const kind = isWorry ? 'fiscal' : told
  if (companies.length > 0 || (kind === 'policy' && isHeld(title))) return null
  const bank = tags.find((tag) => tag.isCentralBank && signOf(tag) !== 0)
  const isQuoted = ({ country }: (typeof tags)[number]) =>
    country !== null && country.rates.length + country.pairs.length > 0
  const quoted = bank ?? tags.find(isQuoted)
  const country = quoted?.country ?? null
  const signOfKind = (wanted: string): Sign => names.find((name) => name.kind === wanted && name.sign !== 0)?.sign ?? 0
  const currency = kind === 'policy' ? signOfKind('currency') : 0
  // "US loses last AAA rating": whose debt is trusted less pays more.
  const debtor = kind === 'fiscal' && quoted !== undefined && bank === undefined ? opposite(signOf(quoted)) : 0
  const sign = firstSign(signOf(bank), signOfKind('rate'), currency, debtor)
  if (sign === 0 || country === null) return null
  // Who borrows more pays higher rates.
  // What banks lose on their bonds when yields rise they earn on their loans.
  const roles = isWorry ? { lender: [] } : {}
  return createEvent({ kind, sign: (kind === 'fiscal') === sign > 0 ? -1 : 1, actor: country, roles })
}

/** "Keeps rate on hold as expected": nothing changes, and nothing is hinted at. */
function isHeld({ tags, isIn, hasIn }: LearntTitle['title']): boolean {
  const isOther = (tag: Tag) => !isIn(tag.from, 'rate_unchanged') && hasClass(tag, ...OF_RATES)
  const isHinted = hasIn('but') || hasIn('signalling') || hasIn('unawaited')
  return hasIn('rate_unchanged') && !isHinted && !tags.some(isOther)
}

const OF_RATES = ['indicator', 'hawkish', 'dovish', 'ratehike', 'ratecut', 'more', 'less', 'selfmove'] as const

/** A currency by itself: "Yen tumbles past 157 per dollar". */
function buildCurrency({ title: { groups }, names, countries, companies }: LearntTitle): WorldEvent | null {
  if (companies.length > 0) return null
  for (const { kind, ticker, sign, quoteSign } of names) {
    if (kind !== 'currency' || sign === 0) continue
    const sideOf = ({ pairs }: EventCountry) => pairs.find((pair) => pair.ticker === ticker)?.sign ?? 0
    const actor = countries.find((country) => !groups.broad_currency.has(country.code) && sideOf(country) !== 0)
    if (actor === undefined) continue
    // "USD/NOK drops": the crown rises.
    const isUp = sign * quoteSign * sideOf(actor) > 0
    // Who borrows at a premium pays more when trust in the currency goes.
    const rates = groups.fragile_currency.has(actor.code) ? actor.rates.filter((one) => one.endsWith('.GB')) : []
    return createEvent({ kind: 'fx', sign: isUp ? 1 : -1, actor, roles: { rates } })
  }
  return null
}

function signOfCompanies({ ups, downs, companies }: LearntTitle): Sign {
  const first = companies.find((ticker) => ups.includes(ticker) || downs.includes(ticker))
  return first === undefined ? 0 : ups.includes(first) ? 1 : -1
}

function opposite(sign: Sign): Sign {
  return sign === 0 ? 0 : sign > 0 ? -1 : 1
}

/** The first that is not 0. */
function firstSign(...signs: readonly Sign[]): Sign {
  return signs.find((sign) => sign !== 0) ?? 0
}
