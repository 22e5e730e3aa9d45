import type { z } from 'zod'
import { instantsOf } from '../brief/window.math.ts'
import { cosine } from '../core/embedding.math.ts'
import { type Page, windowOf } from '../core/page.ts'
import { currentEnricher } from '../enrichment/enricher.ts'
import { catalog } from '../listing/catalog.ts'
import { type FeedRow, feedIds, feedRowsOf } from './feed.store.ts'
import type { newsSearchInput } from './news.input.ts'
import { searchCandidates } from './search.store.ts'
import { searchQuality, searchScore } from './search-rank.math.ts'

interface SearchAnswer {
  readonly page: Page<FeedRow>
  /** Score by article id. */
  readonly scores: ReadonlyMap<number, number>
  readonly matchQuality: 'strong' | 'weak' | 'none'
}

/** Least score that makes an article an answer. */
const SCORE_FLOOR = 0.12

/** Finds news by words (full text, misspellings included), by the companies and themes the words mean, and by closeness of meaning. */
export async function searchNews(input: z.output<typeof newsSearchInput>): Promise<SearchAnswer> {
  const { q, ...filter } = input
  const { startMs, endMs } = instantsOf({ from: filter.from ?? '0000-01-01', to: filter.to ?? '9999-12-31' })
  const candidates = await searchCandidates({
    query: q,
    listingIds: meantListings(q),
    nodeIds: meantNodes(q),
    // Only so many are weighed: those of other days would push out the ones asked for.
    start: new Date(startMs),
    end: new Date(endMs),
  })
  const embed = catalog().embedder.embed
  const query = embed(q)
  const scores = new Map(
    candidates.map((candidate) => [
      candidate.id,
      searchScore({ ...candidate, semantic: cosine(query, embed(candidate.title)) }),
    ]),
  )
  const likely = candidates
    .filter((candidate) => (scores.get(candidate.id) ?? 0) >= SCORE_FLOOR)
    .map((candidate) => candidate.id)
  const allowed = await feedIds({ ...filter, orderBy: 'recency', articleIds: likely })
  // They come newest first, and so stay those that fit as well as each other.
  const ranked = allowed.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
  const { limit, offset } = windowOf(filter)
  const rows = await feedRowsOf(ranked.slice(offset, offset + limit))
  const page = { rows, total: ranked.length, limit: filter.limit, offset: filter.offset, all: filter.all }
  return { page, scores, matchQuality: searchQuality(ranked.slice(0, 1).map((id) => scores.get(id) ?? 0)) }
}

/** Listings the query means beyond its words. */
function meantListings(q: string): number[] {
  const { matchQuality, matches } = catalog().resolver(q, { limit: 5 })
  // Closeness of meaning alone, without a clear leader, names half the market: then the words speak for themselves.
  const sure = matches.filter(({ similarity, matchType }) =>
    matchType === 'semantic' ? matchQuality === 'strong' : similarity >= 0.8,
  )
  const named = currentEnricher()({ title: q }).impacts.filter((impact) => impact.tagged)
  return [...new Set([...sure.map((match) => match.id), ...named.map((impact) => impact.assetId)])]
}

/** Megatrend nodes the query names. */
function meantNodes(q: string): number[] {
  const wanted = q.toLowerCase()
  return catalog()
    .rows.megatrends.filter(
      (node) => node.name.toLowerCase() === wanted || node.keywords.some((keyword) => wanted.includes(keyword)),
    )
    .map((node) => node.nodeId)
}
