import type { Page } from '../../core/input/paging.pure.ts'
import { log } from '../../core/log.ts'
import { DAY_MS } from '../../core/time/day.pure.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import { type Candidate, mergeFound } from '../find/merge-found.pure.ts'
import { readTold } from '../find/told.ts'
import { createWordFinder, type WordMatch } from '../find/word-finder.pure.ts'
import { macroUpstreams } from '../upstreams.ts'
import { findListedSeries } from './find-series.ts'
import { FRED, searchFred } from './fred.source.ts'
import type { SeriesFacts } from './series-facts.ts'

/** A series that a phrase may mean. */
export type SeriesCandidate = Candidate<SeriesFacts>

/** Series that a phrase may mean, best first. */
export interface SeriesCandidates extends Page<SeriesCandidate> {
  readonly query: string
}

/** What is looked for. */
export interface MacroSearch {
  readonly query: string
  readonly country?: string | undefined
  readonly limit: number
}

/** A phrase that is a name of a listed series needs no further search. */
const CERTAIN = 0.9
const SEARCHED = 20
/** FRED's own order tells more than the words of the titles. */
const ORDER_STEP = 0.01

/** Finds series by any phrase: in the shipped catalogue, in what files told of, and in FRED where it is configured. */
export async function searchSeries({ query, country, limit }: MacroSearch): Promise<SeriesCandidates> {
  const listed = findListedSeries(query, country).map(
    ({ entry, ...found }): SeriesCandidate => ({ ...entry, ...found }),
  )
  const told = (await readTold()).series(query).map(candidateOf)
  const isCertain = (listed[0]?.score ?? 0) >= CERTAIN || told[0]?.score === 1
  const further = isCertain ? { found: [], notes: [] } : await searchUpstream(query)
  const found = mergeFound(({ seriesId }) => seriesId, [listed, told, further.found])
  const rows = found.slice(0, limit)
  return { query, rows, total: found.length, limit, offset: 0, all: false, notes: further.notes }
}

async function searchUpstream(query: string): Promise<{ found: SeriesCandidate[]; notes: string[] }> {
  const { fred } = macroUpstreams()
  if (!fred) return { found: [], notes: [] }
  const words = query.toLowerCase().replaceAll(/\s+/g, ' ').trim()
  try {
    const { value, stale } = await fred.upstream.answer({
      request: `search 1 ${words}`,
      freshMs: DAY_MS,
      read: (ask) => searchFred(ask, fred.settings, words, SEARCHED),
    })
    const likeness = new Map(
      createWordFinder(value, ({ seriesId, title }) => [seriesId, title])(query).map(({ entry, score }) => [
        entry,
        score,
      ]),
    )
    const found = value.map((entry, place) =>
      candidateOf({ entry, score: Math.max(0, (likeness.get(entry) ?? 0.3) - ORDER_STEP * place) }),
    )
    return { found, notes: stale ? [`${FRED} gives no newer answer: what it found earlier is shown.`] : [] }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    log.warn({ upstream: FRED, why: error.message }, 'the search of an upstream fails')
    return { found: [], notes: [`${FRED} cannot be searched right now: series of the catalogue only.`] }
  }
}

function candidateOf({ entry, score }: WordMatch<SeriesFacts>): SeriesCandidate {
  return { ...entry, score, matchType: score === 1 ? 'exact' : 'words' }
}
