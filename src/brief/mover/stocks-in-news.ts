import type { z } from 'zod'
import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import { requireMegatrend } from '../../catalog/taxonomy/find-megatrend.ts'
import { subtreeRange } from '../../catalog/taxonomy/node-range.pure.ts'
import { ApiError } from '../../core/errors.ts'
import { type Page, pageOf } from '../../core/input/paging.pure.ts'
import { instantsOf, windowDays } from '../../core/time/window.pure.ts'
import type { Aspect } from '../../enrichment/vocabulary/verdict.pure.ts'
import { marketCapOf } from '../../market/profile/market-cap.ts'
import { untilNews } from '../../news/feed/until-news.ts'
import type { stocksInNewsInput } from './stocks-in-news.schema.ts'
import { type AspectCount, countByAspect, type StocksInNewsFilter, topReasons } from './stocks-in-news.store.ts'

type Asked = z.output<typeof stocksInNewsInput>

/** Stories of a span of time that move one listing, by count. */
export interface StockInNews {
  readonly listingId: number
  readonly newsCount: number
  readonly pos: number
  readonly neg: number
  readonly ambiguous: number
  readonly topRelevance: number
  /** Aspects, most stories first. */
  readonly aspects: readonly Aspect[]
  /** Rationale of the most relevant of them. */
  readonly topReason: string
}

type Counted = Omit<StockInNews, 'topReason'>

/** A listing with the effects of recent stories on it. */
export interface StockInNewsRow {
  readonly listing: Listing
  readonly impact: StockInNews
}

interface Ranked {
  readonly listing: Listing
  readonly impact: Counted
}

const MEASURES: Readonly<Record<Asked['orderBy'], (row: Ranked) => number>> = {
  news_count: ({ impact }) => impact.newsCount,
  relevance: ({ impact }) => impact.topRelevance,
  market_cap: ({ listing }) => marketCapOf(listing),
}

const remember = untilNews<readonly Counted[]>(50)
const rememberReasons = untilNews<ReadonlyMap<number, string>>(100)

/** A page of the listings of a megatrend, industry or country that recent stories move; 400 when none of the three is given. */
export async function readStocksInNews(asked: Asked, nowMs: number): Promise<Page<StockInNewsRow>> {
  const { megatrend, gicsCode, country, exposure, gate, orderBy } = asked
  if (megatrend === undefined && gicsCode === undefined && country === undefined) {
    throw new ApiError('missing_parameter', 'One of "q", "megatrend", "gics" and "country" is required.', {
      param: 'q',
    })
  }
  const nodeId = megatrend === undefined ? undefined : requireMegatrend(megatrend, 'megatrend').nodeId
  const { startMs, endMs } = instantsOf(windowDays(asked.window ?? '30d', nowMs))
  const filter: StocksInNewsFilter = {
    listingIds: listingIdsOf(asked, nodeId),
    start: new Date(startMs),
    end: new Date(endMs),
    epicenter: nodeId !== undefined && gate === 'both' ? subtreeRange(nodeId) : undefined,
  }
  const key = JSON.stringify([startMs, endMs, nodeId, gicsCode, country, exposure, gate])
  const measure = MEASURES[orderBy]
  const ranked = (await remember(key, async () => summed(await countByAspect(filter))))
    .flatMap((impact): Ranked[] => {
      const listing = catalog().listing(impact.listingId)
      return listing ? [{ listing, impact }] : []
    })
    .sort(
      (a, b) =>
        measure(b) - measure(a) ||
        b.impact.newsCount - a.impact.newsCount ||
        marketCapOf(b.listing) - marketCapOf(a.listing) ||
        a.listing.id - b.listing.id,
    )
  const { rows, ...facts } = pageOf(ranked, asked)
  const listingIds = rows.map(({ listing }) => listing.id)
  const reasons = await rememberReasons(JSON.stringify([startMs, endMs, filter.epicenter, listingIds]), () =>
    topReasons({ ...filter, listingIds }),
  )
  return {
    ...facts,
    rows: rows.map(({ listing, impact }) => ({
      listing,
      // The story may have been told anew since it was counted.
      impact: { ...impact, topReason: reasons.get(listing.id) ?? '' },
    })),
  }
}

/** Sums the counts of each listing over its aspects. */
function summed(counts: readonly AspectCount[]): Counted[] {
  return [...Map.groupBy(counts, (count) => count.listingId)].map(([listingId, ofListing]) => {
    const sum = (of: (count: AspectCount) => number) => ofListing.reduce((total, count) => total + of(count), 0)
    const [newsCount, pos, neg] = [sum(({ stories }) => stories), sum((count) => count.pos), sum((count) => count.neg)]
    return {
      listingId,
      newsCount,
      ...{ pos, neg, ambiguous: newsCount - pos - neg },
      topRelevance: Math.max(...ofListing.map((count) => count.topRelevance)),
      aspects: ofListing
        .toSorted((a, b) => b.stories - a.stories || (a.aspect < b.aspect ? -1 : 1))
        .map((count) => count.aspect),
    }
  })
}

/** Listings that fit every scope given. */
function listingIdsOf({ gicsCode, country, exposure }: Asked, nodeId: number | undefined): readonly number[] {
  const fitting = catalog().listingIdsWhere({ countries: country ? [country] : undefined, gics: gicsCode })
  if (nodeId === undefined && exposure === 'all') return fitting
  const members = nodeId === undefined ? catalog().rows.memberships : catalog().membershipsIn(nodeId)
  const idsOf = (wanted: 'core' | 'secondary') =>
    new Set(members.filter((member) => member.exposure === wanted).map((member) => member.listingId))
  const [core, secondary] = [idsOf('core'), idsOf('secondary')]
  if (exposure === 'core') return fitting.filter((id) => core.has(id))
  if (exposure === 'secondary') return fitting.filter((id) => secondary.has(id) && !core.has(id))
  return fitting.filter((id) => core.has(id) || secondary.has(id))
}
