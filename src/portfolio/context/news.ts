import { roundTo } from '../../core/round.pure.ts'
import { instantsOf } from '../../core/time/window.pure.ts'
import { newsByTickersInput } from '../../news/feed/news.input.ts'
import type { ImpactRow } from '../../news/feed/news.store.ts'
import type { NewsItem } from '../../news/feed/news-item.ts'
import { readNewsByTickers } from '../../news/feed/read-feed.ts'
import type { Stake } from './allocation.ts'
import { listingsWithoutNews } from './news.store.ts'

/** A story that moves something that is held, and its effect on that. */
export interface HoldingNews extends NewsItem {
  readonly impact: ImpactRow
  readonly stake: Stake
  readonly weightPct: number
}

/** Holdings whose news is read, the heaviest ones; stories read of them, and shown. */
const HOLDINGS_MAX = 20
const READ_MAX = 200
const SHOWN_MAX = 10

/** The weightiest stories of a span for what is held: weight x relevance x impact score. */
export async function readHoldingNews(
  stakes: readonly Stake[],
  span: { readonly from: string; readonly to: string },
): Promise<readonly HoldingNews[]> {
  const gross = stakes.reduce((sum, { value }) => sum + Math.abs(value), 0)
  const heaviest = stakes.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value)).slice(0, HOLDINGS_MAX)
  if (heaviest.length === 0 || gross === 0) return []
  const byListing = new Map(heaviest.map((stake) => [stake.listing.id, stake]))
  const tickers = heaviest.map(({ listing }) => listing.ticker)
  const asked = newsByTickersInput.parse({
    tickers,
    from: span.from,
    to: span.to,
    limit: READ_MAX,
    orderBy: 'relevance',
  })
  const { rows } = await readNewsByTickers(asked)
  return rows
    .flatMap(({ row, brief }) => {
      const held = row.impacts.flatMap((impact) => {
        const stake = byListing.get(impact.listingId)
        if (!stake) return []
        const share = Math.abs(stake.value) / gross
        return [
          {
            row,
            brief,
            impact,
            stake,
            weightPct: roundTo(share * 100, 4),
            score: share * impact.relevance * row.impactScore,
          },
        ]
      })
      return held.toSorted((a, b) => b.score - a.score).slice(0, 1)
    })
    .toSorted((a, b) => b.score - a.score || b.row.id - a.row.id)
    .slice(0, SHOWN_MAX)
}

/** Ids of what is held that no story of a span moves. */
export async function readWithoutNews(
  stakes: readonly Stake[],
  span: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<number>> {
  if (stakes.length === 0) return new Set()
  const { startMs, endMs } = instantsOf(span)
  const ids = stakes.map(({ listing }) => listing.id)
  return new Set(await listingsWithoutNews(ids, new Date(startMs), new Date(endMs)))
}
