import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import { isOf } from '../event/effect/event-country.pure.ts'
import type { Tag } from '../event/title/tag.pure.ts'
import type { TokenisedText } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import type { EventCountry } from '../vocabulary/event-lexicon.pure.ts'
import type { Cause } from './cause.pure.ts'
import type { EdgeType, GraphEdge } from './graph.pure.ts'

/** What is sold somewhere, or those who buy it there. */
const SOLD = wordSet(
  'demand sales orders spending customers buyers consumers consumption traffic volumes revenue growth selling exports shipments',
)
const THERE = wordSet('in across to')
/** Markets so large that all who compete sell there: "BMW warns on weak China sales". */
const LARGE = wordSet('US CN EU')
/** What a company sells and expects to sell. */
const OF_SALES: ReadonlySet<Cause> = new Set(['orders', 'outlook', 'results', 'users'])
/** Those who see the same demand, or sell to who sees it. */
const OF_TRADE: ReadonlySet<EdgeType> = new Set(['supplier', 'competitor', 'sector_supplier', 'sector_competitor'])

/** The countries and regions of which a title says that something is sold there: "weak demand in India", "weak Asian demand". */
export function findSalesMarkets({ words }: TokenisedText, tags: readonly Tag[]): readonly EventCountry[] {
  const isSoldThere = ({ from, to }: Tag) =>
    SOLD.has(words[to]) || (THERE.has(words[from - 1]) && SOLD.has(words[from - 2]))
  return tags.flatMap((tag) => (tag.country !== null && isSoldThere(tag) ? [tag.country] : []))
}

/** True where a company sells abroad what is told, and another is at home in none of these markets: who sells it there is not known. */
export function isOutside(markets: readonly EventCountry[], from: KnownAsset, to: KnownAsset): boolean {
  return !markets.some(({ code }) => LARGE.has(code)) && isAbroad(markets, from, to)
}

function isAbroad(markets: readonly EventCountry[], from: KnownAsset, to: KnownAsset): boolean {
  const isAt = (asset: KnownAsset) => markets.some((country) => isOf(asset, country))
  return markets.length > 0 && !isAt(from) && !isAt(to)
}

/** True of an edge that passes what is sold abroad only to those who are at home there: "ExxonMobil profit falls on weak demand in India". */
export function isOfOtherMarket(
  markets: readonly EventCountry[],
  from: KnownAsset,
  { to, type }: Pick<GraphEdge, 'to' | 'type'>,
  cause: Cause,
): boolean {
  // "To resume chip sales to China": nobody else gets more.
  if (type === 'customer') return isAbroad(markets, from, to)
  return OF_SALES.has(cause) && OF_TRADE.has(type) && isOutside(markets, from, to)
}
