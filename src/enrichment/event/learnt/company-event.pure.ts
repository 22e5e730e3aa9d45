import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { EdgeType } from '../../ripple/graph.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'
import type { EventEffectKind } from '../../vocabulary/event-lexicon.pure.ts'
import { segmentsIn } from '../clause/company-clause.pure.ts'
import { JETS, PHARMA } from '../company/outcome-role.pure.ts'
import { isOfIndustry } from '../effect/market.pure.ts'
import { hasClass, isTagged } from '../title/tag.pure.ts'
import { goodNamed } from '../world/event-good.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import type { LearntTitle } from './learnt-title.pure.ts'

/** Banks, insurers and others that few suppliers live of, and those whose makers' goods others sell on. */
const UNSUPPLIED = /^(?:4030|35102030|15104030)/
const SOLD_ON = /^(?:45202|45203020|25203)/
/** Who equips plants and grids. */
export const EQUIPPING = /^(?:10|15|2010|45|50|55|60)/

const isDrug = goodNamed('drug')

const OF_CHOICE = wordSet('product company_stop buyers pricing capacity launch contract')

/** What happened to companies, with those it reaches; null where no company of the title has a sign. */
export function buildCompanyEvent(kind: string, signed: LearntTitle): WorldEvent | null {
  const { title, market, ups, downs, companies } = signed
  const { tags } = title
  const goods = segmentsIn(tags)
  // Who spends is neither better nor worse off.
  const spender = kind === 'capex' && companies.length === 1 ? companies[0] : undefined
  const first = companies.find((ticker) => ups.includes(ticker) || downs.includes(ticker)) ?? spender
  if (first === undefined) return kind === 'launch' && companies.length === 0 ? buildNewcomer(signed) : null
  const main = kind === 'contract' ? (ups[0] ?? first) : first
  const asset = market.assetOf(main)
  if (asset === undefined) return null
  const isUnsigned = !ups.includes(main) && !downs.includes(main)
  const sign = downs.includes(main) || (isUnsigned && isTagged(tags, 'less', 'stop')) ? -1 : 1
  const [struck, opponent] = sign > 0 ? [ups, downs] : [downs, ups]
  const others = (tickers: readonly string[], most = 5) =>
    tickers.filter((ticker) => !companies.includes(ticker)).slice(0, most)
  const named = tags.flatMap((tag) => tag.asset ?? [])
  const rivals = (some = goods, most = 5) => others(market.rivalsOf(asset, some, named), most)
  const near = (type: EdgeType, most = 5) => others(market.neighboursOf(asset, type), most)
  /** Where the title says of what, those who sell it too. */
  const peers = () => {
    const all = market.peersOf(asset)
    const alike = all.filter((ticker) => sellers.has(ticker))
    return others(sellers.has(main) ? alike : all, 8)
  }
  const sellers = new Set(market.makersOf(goods).map((one) => one.asset.ticker))
  const users = others(tags.flatMap(({ product }) => (product?.owners[0] === main ? product.users : [])))
  const event = (roles: WorldEvent['roles'], more: Partial<WorldEvent> = {}, as = kind as EventEffectKind) =>
    createEvent({ kind: as, sign, goods, roles, ...more })
  // "New rules to raise costs for Mobico": all in the trade have to keep them, and nobody wins customers by it.
  if (OF_CHOICE.has(kind) && title.hasIn('cost') && isTagged(tags, 'barrier') && sign < 0)
    return event({ struck: downs, opponent: [], peer: [] }, {}, 'legal')
  switch (kind) {
    case 'bid':
      return buildBid(signed) ?? event({ struck }, { goods: [] }, 'stake')
    case 'legal':
      return event({ struck, opponent, peer: [] })
    case 'product':
    case 'company_stop': {
      const jets = asset.gics === JETS && isTagged(tags, 'recall', 'accident') ? near('customer') : []
      // Of a product whose line of business is not told only the closest compete.
      const isOfNoDrug = isOfIndustry(asset, [PHARMA]) && goods.every(isDrug)
      const isTold = (goods.length > 0 && !isOfNoDrug) || tags.some((tag) => tag.product?.owners[0] === main)
      const rival = opponent.length > 0 || kind !== 'product' || !isTold ? [] : rivals(goods, goods.length > 0 ? 5 : 2)
      return event({ struck, opponent, rival, customer: [...users, ...jets].slice(0, 5) })
    }
    // What one earned says nothing of others, and what it expects does.
    case 'results':
      return event({ struck })
    case 'guidance':
      // Costs that nobody names are its own.
      return event({
        struck,
        peer: title.hasIn('cost') && goods.length === 0 ? [] : peers(),
        ...reachTraders(asset, near),
      })
    case 'contract': {
      const loser = opponent.length > 0 || goods.length === 0 ? opponent : rivals(goods, 7)
      return event({ winner: struck, loser, supplier: sign > 0 ? near('supplier') : [] })
    }
    case 'capacity':
      return event({ struck, rival: goods.length > 0 ? rivals() : [], supplier: near('supplier') }, { subject: main })
    case 'launch': {
      const isOwn = goods.length > 0 && market.isOfBusiness(asset, goods)
      return event({ launcher: struck, opponent, rival: isOwn ? rivals(goods, 6) : [] })
    }
    case 'pricing':
      // "Rate hike fears pressure lenders": nothing is asked.
      if (!isTagged(tags, 'price', 'pricecut', 'pricewar')) return null
      return event({ struck, opponent, rival: peers() })
    case 'buyers':
      return event({ struck, rival: [...opponent, ...rivals(goods, 6)], peer: [] })
    case 'capex': {
      const supplier = near('supplier', 12).filter((one) => EQUIPPING.test(market.assetOf(one)?.gics ?? ''))
      return event({ struck: [], supplier }, { subject: main, goods: [] })
    }
    case 'aid':
    case 'split':
    case 'stake':
    case 'funding':
      return event({ struck }, { goods: [] })
    case 'levy':
      return event({ struck })
    default:
      return null
  }
}

/** Who sells to those that expect more or less, and who sells on what they make. */
function reachTraders({ gics }: KnownAsset, near: (type: EdgeType, most?: number) => string[]): WorldEvent['roles'] {
  if (UNSUPPLIED.test(gics ?? '')) return { supplier: [], customer: [] }
  return { supplier: near('supplier'), customer: SOLD_ON.test(gics ?? '') ? near('customer', 2) : [] }
}

/** Who gains is bought, unless the bid fails. */
function buildBid({ title, ups, downs }: LearntTitle): WorldEvent | null {
  if (ups.length === 0 || downs.length === 0) return null
  const isOff = isTagged(title.tags, 'walk', 'drop', 'deny', 'stop')
  const [bidder, bid_target] = isOff ? [ups, downs] : [downs, ups]
  return createEvent({ kind: 'bid', sign: isOff ? -1 : 1, roles: { bidder, bid_target } })
}

/** "Start-up enters the razor market": nobody known enters, and those who sell razors lose. */
function buildNewcomer({ title: { tags }, market }: LearntTitle): WorldEvent | null {
  const goods = segmentsIn(tags)
  if (goods.length === 0 || !tags.some((tag) => hasClass(tag, 'newcomer'))) return null
  const rival = market.makersOf(goods).map(({ asset }) => asset.ticker)
  const sign = isTagged(tags, 'stop', 'walk', 'drop') ? -1 : 1
  return createEvent({ kind: 'launch', sign, goods, roles: { rival: rival.slice(0, 6), opponent: [], launcher: [] } })
}
