import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import { isOf } from '../event/effect/event-country.pure.ts'
import type { EventEffect } from '../event/effect/event-effect.pure.ts'
import type { EventReading } from '../event/event-reader.pure.ts'
import { hasClass } from '../event/title/tag.pure.ts'
import type { WorldEvent } from '../event/world-event.pure.ts'
import type { EventCountry, EventRole } from '../vocabulary/event-lexicon.pure.ts'
import type { HomeMarket } from './bound.pure.ts'
import { isOutside } from './sales-market.pure.ts'

/** Who wins what another loses, or the other way round. */
export const OPPOSED: ReadonlySet<EventRole> = new Set(['rival', 'loser'])

/** "Lifts 2030 earnings plan", "long-term targets"; years far off. */
const OF_YEARS = /\b20[3-9]\d\b|\b(?:long|medium|mid)-term\b|\b(?:three|five|ten)-year (?:plan|goal|target|outlook)/i
const EXPORT_CURB = /\bexport (?:controls?|curbs?|bans?|rules|restrictions?|licen[cs]\w+)\b/i

/** What bounds an event: who is named, where something is sold, and the currency of the sum that is told. */
export interface EventLimits {
  readonly companies: readonly KnownAsset[]
  readonly markets: readonly EventCountry[]
  readonly currency: string | null
  readonly title: string
}

/** True of an effect that does not follow from what is told of an event, of its place or its time. */
export function isBeyondTold(
  { asset, role }: EventEffect,
  { event, tags }: Pick<EventReading, 'event' | 'tags'>,
  { companies, markets, currency, title }: EventLimits,
  { isPricedApart, isOfCurrency, isDigging, isOfWorld, isPassingOn }: HomeMarket,
): boolean {
  const isOfAll = (is: (one: KnownAsset) => boolean) => companies.length > 0 && companies.every(is)
  const isElsewhere = () => isOfAll((one) => !isOfWorld(one) && isOutside(markets, one, asset))
  switch (event?.kind) {
    case 'guidance':
      // What a company plans for years ahead is nobody else's outlook, unless it says of what more is wanted.
      return (OF_YEARS.test(title) && event.goods.length === 0) || isElsewhere()
    case 'results':
      return isElsewhere()
    case 'company_stop':
      // "Export controls stop Delta from selling to China": they bind others abroad too, and the buyers turn to those at home.
      return OPPOSED.has(role) && EXPORT_CURB.test(title) && !markets.some((country) => isOf(asset, country))
    case 'pricing':
      return (
        (role === 'rival' && isOfAll((one) => isPricedApart(one, asset))) ||
        (role === 'user' && companies.some((one) => isPassingOn(one, asset)))
      )
    case 'contract':
      // "Rio Tinto and Baosteel sign supply agreement".
      return role === 'supplier' && companies.some((one) => event.roles.winner?.includes(one.ticker) && isDigging(one))
    case 'aid':
      return isAidElsewhere(asset, tags, (one) => currency !== null && isOfCurrency(one, currency))
    case 'price':
      return role === 'user' && isWantedByUsers(event, tags)
    default:
      return false
  }
}

/**
 * True of who gets nothing of an aid: "Japan backs its fibre sector" helps those at home, "Government backs trucking with $3 billion" those
 * whose dollars they are. Of no country and no sum nothing is known.
 */
function isAidElsewhere(
  asset: KnownAsset,
  tags: EventReading['tags'],
  isOfSum: (asset: KnownAsset) => boolean,
): boolean {
  if (asset.type !== 'stock') return false
  const countries = tags.flatMap(({ country }) => country ?? [])
  if (countries.length > 0) return !countries.some((country) => isOf(asset, country))
  return !isOfSum(asset)
}

/** "Iron ore rallies on steel stimulus hopes": a price that moves with what is sold by those who pay it costs them nothing. */
function isWantedByUsers({ goods, commodities }: WorldEvent, tags: EventReading['tags']): boolean {
  const priced = [...commodities, ...goods.flatMap((good) => good.commodities)]
  return tags.some(
    ({ goods: [good], to }) =>
      good?.inputs.some((input) => priced.includes(input)) === true &&
      tags.some((tag) => tag.from >= to && tag.from - to <= 1 && hasClass(tag, 'demand')),
  )
}
