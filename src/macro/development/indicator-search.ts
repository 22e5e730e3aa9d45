import type { Page } from '../../core/input/paging.pure.ts'
import { log } from '../../core/log.ts'
import { DAY_MS } from '../../core/time/day.pure.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import { type Candidate, mergeFound } from '../find/merge-found.pure.ts'
import { readTold } from '../find/told.ts'
import { createWordFinder, type WordFinder, type WordMatch } from '../find/word-finder.pure.ts'
import { macroUpstreams } from '../upstreams.ts'
import type { MacroSearch } from '../us/series-search.ts'
import { findListedIndicators } from './find-indicator.ts'
import type { IndicatorFacts } from './indicator.source.ts'
import { MAIN_DATABASE, readWorldBankIndicators, WORLD_BANK } from './world-bank.source.ts'

/** An indicator that a phrase may mean. */
export type IndicatorCandidate = Candidate<IndicatorFacts>

/** Indicators that a phrase may mean, best first. */
export interface IndicatorCandidates extends Page<IndicatorCandidate> {
  readonly query: string
}

const WEEK_MS = 7 * DAY_MS
/** A phrase that is a name of a listed indicator needs no further search. */
const CERTAIN = 0.9

/** The list of indicators the World Bank has, prepared for searching, with the time it was fetched. */
let prepared: { readonly fetchedAt: number; readonly find: WordFinder<IndicatorFacts> } | undefined

/** Finds indicators by any phrase: in the shipped catalogue, in what files told of, and in the World Bank's list where it is configured. */
export async function searchIndicators({ query, country, limit }: MacroSearch): Promise<IndicatorCandidates> {
  const listed = findListedIndicators(query, country).map(
    ({ entry, ...found }): IndicatorCandidate => ({ ...entry, ...found }),
  )
  const told = (await readTold()).indicators(query).map(candidateOf)
  const isCertain = (listed[0]?.score ?? 0) >= CERTAIN || told[0]?.score === 1
  const further = isCertain ? { found: [], notes: [] } : await searchUpstream(query)
  const found = mergeFound(({ indicator }) => indicator, [listed, told, further.found])
  return {
    query,
    rows: found.slice(0, limit),
    total: found.length,
    limit,
    offset: 0,
    all: false,
    notes: further.notes,
  }
}

async function searchUpstream(query: string): Promise<{ found: IndicatorCandidate[]; notes: string[] }> {
  const { worldBank } = macroUpstreams()
  if (!worldBank) return { found: [], notes: [] }
  try {
    const { value, fetchedAt } = await worldBank.upstream.answer({
      request: `indicators 1 ${MAIN_DATABASE}`,
      freshMs: WEEK_MS,
      read: (ask) => readWorldBankIndicators(ask, worldBank.baseUrl, MAIN_DATABASE),
    })
    if (prepared?.fetchedAt !== fetchedAt.getTime()) {
      prepared = {
        fetchedAt: fetchedAt.getTime(),
        find: createWordFinder(value, ({ indicator, title }) => [indicator, title]),
      }
    }
    return { found: prepared.find(query).map(candidateOf), notes: [] }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    log.warn({ upstream: WORLD_BANK, why: error.message }, 'the list of an upstream cannot be read')
    return { found: [], notes: [`${WORLD_BANK} cannot be asked right now: indicators of the catalogue only.`] }
  }
}

function candidateOf({ entry, score }: WordMatch<IndicatorFacts>): IndicatorCandidate {
  return { ...entry, score, matchType: score === 1 ? 'exact' : 'words' }
}
