import type { z } from 'zod'
import { catalog } from '../../catalog/catalog.ts'
import type { MatchQuality } from '../../catalog/identity/match-quality.pure.ts'
import { type Page, windowOf } from '../../core/input/paging.pure.ts'
import { instantsOf } from '../../core/time/window.pure.ts'
import { cosineSimilarity } from '../../embedding/embedding.pure.ts'
import { currentEnricher } from '../../impact/enricher.ts'
import { feedIds } from './feed.store.ts'
import { type FeedRow, feedRowsOf } from './feed-row.store.ts'
import type { newsSearchInput } from './news.input.ts'
import { searchCandidates } from './search.store.ts'
import { searchQuality, searchScore } from './search-rank.pure.ts'

interface SearchAnswer {
  readonly page: Page<FeedRow>
  /** Score by article id. */
  readonly scores: ReadonlyMap<number, number>
  readonly matchQuality: MatchQuality
}

/** Score below which an article is no result. */
const SCORE_FLOOR = 0.12

/** Finds news by full text, misspellings included, by the companies and megatrends the query means, and by semantic similarity. */
export async function searchNews(input: z.output<typeof newsSearchInput>): Promise<SearchAnswer> {
  const { query: words, language: _, ...filter } = input
  const { startMs, endMs } = instantsOf({ from: filter.from ?? '0000-01-01', to: filter.to ?? '9999-12-31' })
  const candidates = await searchCandidates({
    query: words,
    listingIds: meantListings(words),
    nodeIds: meantNodes(words),
    // Candidates are limited: those of other days would displace the ones asked for.
    start: new Date(startMs),
    end: new Date(endMs),
  })
  const embed = catalog().embedder.embed
  const query = embed(words)
  const scores = new Map(
    candidates.map((candidate) => [
      candidate.id,
      searchScore({ ...candidate, semantic: cosineSimilarity(query, embed(candidate.title)) }),
    ]),
  )
  const likely = candidates
    .filter((candidate) => (scores.get(candidate.id) ?? 0) >= SCORE_FLOOR)
    .map((candidate) => candidate.id)
  const allowed = await feedIds({ ...filter, orderBy: 'recency', articleIds: likely })
  // They come newest first, and a stable sort keeps equal scores so.
  const ranked = allowed.toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0))
  const { limit, offset } = windowOf(filter)
  const rows = await feedRowsOf(ranked.slice(offset, offset + limit).map((id) => ({ id, scopeId: null })))
  const page = { rows, total: ranked.length, limit: filter.limit, offset: filter.offset, all: filter.all }
  return { page, scores, matchQuality: searchQuality(ranked.slice(0, 1).map((id) => scores.get(id) ?? 0)) }
}

/** Listings the query means: those it resolves to with confidence, and those a headline of its words would name. */
function meantListings(q: string): number[] {
  const { matchQuality, matches } = catalog().resolver(q, { limit: 5 })
  // Semantic similarity alone, without a clear best match, fits half the market.
  const confident = matches.filter(({ similarity, matchType }) =>
    matchType === 'semantic' ? matchQuality === 'strong' : similarity >= 0.8,
  )
  const named = currentEnricher()({ title: q }).impacts.filter((impact) => impact.tagged)
  return [...new Set([...confident.map((match) => match.id), ...named.map((impact) => impact.assetId)])]
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
