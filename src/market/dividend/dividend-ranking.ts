import { LRUCache } from 'lru-cache'
import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { type Page, type PageRequest, pageOf } from '../../core/input/paging.pure.ts'
import { market } from '../market.ts'
import type { DividendFacts } from './dividend.pure.ts'

/** A listing with its dividend figures. */
export interface Payer {
  readonly listing: Listing
  readonly facts: DividendFacts
}

/** Order and filters of a ranking of dividend payers. */
interface RankingRequest {
  readonly orderBy: 'yield' | 'streak' | 'cagr'
  readonly country?: string | undefined
  readonly gicsCode?: string | undefined
}

const MEASURES: Readonly<Record<RankingRequest['orderBy'], (facts: DividendFacts) => number | null>> = {
  yield: (facts) => facts.yield,
  streak: (facts) => facts.noCutStreakYears,
  cagr: (facts) => facts.cagr5y,
}

/** A cached ranking, valid while catalogue, market data and day are unchanged. */
interface Ranking {
  readonly catalog: object
  readonly market: object
  readonly version: number
  readonly today: number
  readonly rows: readonly Payer[]
}

/** Recently computed rankings by order and filters. */
const rankings = new LRUCache<string, Ranking>({ max: 100 })

/** A page of the listings that paid a dividend in the twelve months before `today` (days since 1970-01-01), highest first. */
export function rankPayers(asked: RankingRequest & PageRequest, today: number): Page<Payer> {
  return pageOf(computeRanking(asked, today), asked)
}

/** Ranks dividend payers, ties by yield and then listing id; cached per day and version of the data. */
function computeRanking({ orderBy, country, gicsCode }: RankingRequest, today: number): readonly Payer[] {
  const key = `${orderBy} ${country ?? ''} ${gicsCode ?? ''}`
  const known = rankings.get(key)
  const { version } = market()
  const isOfPresent = known?.catalog === catalog() && known.market === market() && known.version === version
  if (isOfPresent && known.today === today) return known.rows
  const measure = (payer: Payer) => MEASURES[orderBy](payer.facts) ?? Number.NEGATIVE_INFINITY
  const yieldOf = (payer: Payer) => payer.facts.yield ?? -1
  const rows = catalog()
    .listingIdsWhere({ countries: country ? [country] : undefined, gics: gicsCode })
    .flatMap((id): Payer[] => {
      const listing = catalog().listing(id)
      const facts = market().dividends(id, today)
      return listing && facts && facts.ttmDps > 0 ? [{ listing, facts }] : []
    })
    .sort((a, b) => compare(measure(b), measure(a)) || yieldOf(b) - yieldOf(a) || a.listing.id - b.listing.id)
  rankings.set(key, { catalog: catalog(), market: market(), version, today, rows })
  return rows
}

/** Compares two measures, either of which may be minus infinity. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
