import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'
import type { EventCountry, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { WorldEvent } from '../world-event.pure.ts'

/** A country with less of the world's exports of a commodity has no benchmark of its own. */
const MIN_SHARE_PERCENT = 5

/** True where a listing is at home in a country, or in a member of a union. */
export function isOf(asset: KnownAsset, country: EventCountry | null): boolean {
  return country !== null && (asset.country === country.code || country.members.includes(asset.country))
}

/** The country whose makers are meant. */
export function findWhere({ kind, actor, target }: WorldEvent): EventCountry | null {
  if (kind === 'export_curb') return actor
  if (kind === 'sanction') return target
  return kind === 'levy' ? (actor ?? target) : (target ?? actor)
}

/** The benchmarks of a good that the place makes or the country exports, else its first. */
export function findMainCommodities({ commodities }: Good, { place, actor, target }: WorldEvent): readonly string[] {
  const exported = [actor, target].flatMap((country) => country?.exports ?? [])
  const large = exported.filter(({ sharePercent }) => sharePercent >= MIN_SHARE_PERCENT).map(({ ticker }) => ticker)
  const made = new Set([...(place?.makes ?? []), ...large])
  const local = commodities.filter((ticker) => made.has(ticker))
  return local.length > 0 ? local : commodities.slice(0, 1)
}

/** A tariff on goods of all kinds from everywhere, or from a partner so large that everybody pays. */
export function isBroad({ kind, goods, target }: WorldEvent): boolean {
  return kind === 'tariff_home' && goods.length === 0 && (target === null || LARGE.has(target.code))
}

const LARGE = wordSet('CN EU')
