import { recordOf } from '../../core/record.pure.ts'
import { lowerBound } from '../../core/sorted.pure.ts'
import type { Resolution, ResolvableListing, ResolveOptions } from './resolve.pure.ts'
import { type Evidence, MATCH_TYPES, type MatchType } from './resolve-evidence.pure.ts'
import { type NormalisedName, normaliseName } from './resolve-name.pure.ts'

/** Ranks the listings with evidence for a query. */
export interface Ranker {
  /** True when a listing passes the country and type filters. */
  admits(listing: number, options: ResolveOptions): boolean
  rank(evidence: Evidence, options: ResolveOptions, asked: NormalisedName): Resolution
}

const ABROAD_FACTOR = 0.9
/** Asset types without a country, to which the country preference does not apply. */
const STATELESS_TYPES = new Set(['commodity', 'crypto', 'forex'])
/** Factor for an exact symbol when another listing has both the symbol and the name: "gold" is the metal first. */
const NAMELESS_FACTOR = 0.9
/** Factor for share lines of a company other than its main one. */
const SECOND_LINE_FACTOR = 0.98
const OTHER_CLASS_FACTOR = 0.9
/** Factor for names with another legal form than the query states: "EQT Corporation" is not EQT AB. */
const OTHER_FORM_FACTOR = 0.94
/** Minimum similarity of a strong match: for a single match, and for the best of several. */
const SINGLE_SIMILARITY_MIN = 0.45
const BEST_SIMILARITY_MIN = 0.6
/** Minimum lead of a strong match over the next one: exact symbols differ in notation only, semantic similarity has one decimal only. */
const LEAD_MIN: Readonly<Record<MatchType, number>> = {
  exact: 0.02,
  isin: 0.05,
  prefix: 0.05,
  alias: 0.05,
  name: 0.05,
  semantic: 0.15,
}

interface Line {
  /** Number of the company, the same for all its share lines. */
  readonly company: number
  readonly isMain: boolean
  readonly shareClass: string | null
}

interface Candidate {
  readonly listing: number
  readonly similarity: number
  readonly matchType: MatchType
}

/** Number of candidates compared to decide whether the first one leads. */
const COMPARED_MAX = 32
const TYPE_ORDER = recordOf(MATCH_TYPES, (_, index) => index)

/** Builds the ranker; `listings` must be ordered by ticker, which breaks ties of market capitalisation. */
export function createRanker(listings: readonly ResolvableListing[]): Ranker {
  const lines = groupShareLines(listings)

  const countryFactor = (listing: number, country: string | undefined) => {
    const entry = listings[listing]
    const isAbroad = country !== undefined && entry?.country !== country && !STATELESS_TYPES.has(entry?.type ?? '')
    return isAbroad ? ABROAD_FACTOR : 1
  }
  const lineFactor = (listing: number, shareClass: string | null) => {
    const line = lines[listing]
    if (shareClass !== null) return line?.shareClass === shareClass ? 1 : OTHER_CLASS_FACTOR
    return line?.isMain === false ? SECOND_LINE_FACTOR : 1
  }
  const isWrittenSo = (listing: number, written: string) =>
    normaliseName(listings[listing]?.name ?? '').written.startsWith(written)
  const marketCap = (listing: number) => listings[listing]?.marketCapUsd ?? 0

  return {
    admits(listing, { countryFilter, types }) {
      const entry = listings[listing]
      if (entry === undefined) return false
      return (
        (countryFilter === undefined || entry.country === countryFilter) &&
        (types === undefined || types.includes(entry.type))
      )
    },
    rank(evidence, options, asked) {
      const statesLegalForm = asked.written !== asked.squashed
      const found = evidence.found()
      const isNamed = (listing: number) => evidence.has(listing, 'whole') || evidence.has(listing, 'alias')
      const nameDecides = found.some((listing) => evidence.has(listing, 'exact') && isNamed(listing))
      const aliasIsWhole = found.some((listing) => evidence.strongest(listing) === 'alias')

      const candidateOf = (listing: number): Candidate => {
        const matchType = chooseMatchType(evidence, listing, aliasIsWhole)
        const similarity =
          evidence.similarity(listing) *
          countryFactor(listing, options.country) *
          (isByName(matchType) ? lineFactor(listing, asked.shareClass) : 1) *
          (statesLegalForm && isNamed(listing) && !isWrittenSo(listing, asked.written) ? OTHER_FORM_FACTOR : 1) *
          (matchType === 'exact' && nameDecides && !isNamed(listing) ? NAMELESS_FACTOR : 1)
        return { listing, matchType, similarity: Math.round(similarity * 10_000) / 10_000 }
      }
      const order = (a: Candidate, b: Candidate) =>
        TYPE_ORDER[a.matchType] - TYPE_ORDER[b.matchType] ||
        b.similarity - a.similarity ||
        marketCap(b.listing) - marketCap(a.listing) ||
        a.listing - b.listing

      const { offset = 0, limit } = options
      const candidates = selectFirst(found.values().map(candidateOf), Math.max(offset + limit, COMPARED_MAX), order)
      return {
        matchQuality: assessQuality(candidates.slice(0, COMPARED_MAX), lines),
        total: found.length,
        matches: candidates
          .slice(offset, offset + limit)
          .map(({ listing, similarity, matchType }) => ({ id: listings[listing]?.id ?? 0, similarity, matchType })),
      }
    },
  }
}

/** Selects the first `count` items in order without sorting all of them. */
function selectFirst<T>(items: Iterable<T>, count: number, order: (a: T, b: T) => number): T[] {
  const kept: T[] = []
  for (const item of items) {
    const last = kept[count - 1]
    if (last !== undefined && order(item, last) >= 0) continue
    if (last !== undefined) kept.pop()
    kept.splice(
      lowerBound(kept.length, (i) => order(kept[i] ?? item, item) < 0),
      0,
      item,
    )
  }
  return kept
}

const isByName = (type: MatchType) => type === 'prefix' || type === 'alias' || type === 'name'

/** Maps the strongest evidence to a match type; the beginning of a longer name is not a `prefix` when another listing's whole alias matches. */
function chooseMatchType(evidence: Evidence, listing: number, aliasIsWhole: boolean): MatchType {
  const kind = evidence.strongest(listing)
  if (kind === 'whole') return 'prefix'
  if (kind === 'beginning') return aliasIsWhole ? 'name' : 'prefix'
  return kind
}

/** Assesses whether the first candidate is the only one or clearly leads; other share lines of its company are ignored. */
function assessQuality(candidates: readonly Candidate[], lines: readonly Line[]): Resolution['matchQuality'] {
  const [leader] = candidates
  if (leader === undefined) return 'none'
  if (leader.similarity < (candidates.length === 1 ? SINGLE_SIMILARITY_MIN : BEST_SIMILARITY_MIN)) return 'weak'
  const company = lines[leader.listing]?.company
  let nextBest = 0
  for (const { listing, similarity, matchType } of candidates) {
    if (listing === leader.listing || lines[listing]?.company === company) continue
    if (leader.matchType === 'exact' && matchType !== 'exact') continue
    nextBest = Math.max(nextBest, similarity)
  }
  return leader.similarity - nextBest >= LEAD_MIN[leader.matchType] ? 'strong' : 'weak'
}

/**
 * Groups the share lines of one company: listings with the same name, of which exactly one, the main line, has short names.
 * Different companies with the same name, such as the two Mercks, each have short names and are not grouped.
 */
function groupShareLines(listings: readonly ResolvableListing[]): Line[] {
  const namesakes = new Map<string, number[]>()
  const classes = listings.map((entry, listing) => {
    const { squashed, shareClass } = normaliseName(entry.name)
    const group = namesakes.get(squashed)
    if (group === undefined) namesakes.set(squashed, [listing])
    else group.push(listing)
    return shareClass ?? /-([A-E])$/.exec(entry.symbol)?.[1]?.toLowerCase() ?? null
  })
  const lines = classes.map((shareClass, company): Line => ({ company, isMain: true, shareClass }))
  for (const group of namesakes.values()) {
    const mains = group.filter((listing) => (listings[listing]?.shortNames.length ?? 0) > 0)
    const [main] = mains
    if (main === undefined || mains.length > 1 || group.length === 1) continue
    for (const listing of group) {
      lines[listing] = { company: main, isMain: listing === main, shareClass: classes[listing] ?? null }
    }
  }
  return lines
}
