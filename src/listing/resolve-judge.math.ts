import type { Resolution, ResolvableListing, ResolveOptions } from './resolve.math.ts'
import { type Evidence, MATCH_TYPES, type MatchType } from './resolve-evidence.math.ts'
import { type NameWords, nameWords } from './resolve-name.math.ts'
import { lowerBound } from './resolve-words.math.ts'

/** Turns evidence into an ordered answer. */
export interface Judge {
  /** Whether the options let a listing take part at all. */
  admits(listing: number, options: ResolveOptions): boolean
  judge(evidence: Evidence, options: ResolveOptions, asked: NameWords): Resolution
}

const ABROAD_FACTOR = 0.9
/** Types that belong to no country, so that no lean touches them. */
const STATELESS_TYPES = new Set(['commodity', 'crypto', 'forex'])
/** An exact symbol steps back when another listing has the symbol and the name: "gold" is first the metal. */
const NAMELESS_FACTOR = 0.9
/** Lines of a company other than its main one stand a little behind it. */
const SECOND_LINE_FACTOR = 0.98
const OTHER_CLASS_FACTOR = 0.9
/** A query with a legal form names first who has that form: "EQT Corporation" is not EQT AB. */
const OTHER_FORM_FACTOR = 0.94
/** A lone match, and a leader among several, must at least be so similar to be called strong. */
const LONE_FLOOR = 0.45
const LEADER_FLOOR = 0.6
/** By how much the first must lead: exact symbols differ in notation only, meanings are told to one decimal only. */
const CLEAR_LEAD: Readonly<Record<MatchType, number>> = {
  exact: 0.02,
  isin: 0.05,
  prefix: 0.05,
  alias: 0.05,
  name: 0.05,
  semantic: 0.15,
}

interface Line {
  /** Number that the lines of one company share. */
  readonly company: number
  readonly isMain: boolean
  readonly shareClass: string | null
}

interface Candidate {
  readonly listing: number
  readonly similarity: number
  readonly matchType: MatchType
}

/** So many candidates at least are looked at to judge whether the first one leads. */
const RIVALS_SEEN = 32
const TYPE_ORDER = Object.fromEntries(MATCH_TYPES.map((type, index) => [type, index])) as Readonly<
  Record<MatchType, number>
>

/** Builds the judge; `listings` must be in order of ticker, which settles ties that market cap leaves. */
export function createJudge(listings: readonly ResolvableListing[]): Judge {
  const lines = companyLines(listings)

  const lean = (listing: number, country: string | undefined) => {
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
    nameWords(listings[listing]?.name ?? '').written.startsWith(written)
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
    judge(evidence, options, asked) {
      const statesLegalForm = asked.written !== asked.squashed
      const found = evidence.found()
      const isNamed = (listing: number) => evidence.has(listing, 'whole') || evidence.has(listing, 'alias')
      const nameDecides = found.some((listing) => evidence.has(listing, 'exact') && isNamed(listing))
      const aliasIsWhole = found.some((listing) => evidence.strongest(listing) === 'alias')

      const candidateOf = (listing: number): Candidate => {
        const matchType = matchTypeOf(evidence, listing, aliasIsWhole)
        const similarity =
          evidence.similarity(listing) *
          lean(listing, options.country) *
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

      const limit = Math.max(0, options.limit)
      const candidates = first(found.values().map(candidateOf), Math.max(limit, RIVALS_SEEN), order)
      return {
        matchQuality: qualityOf(candidates, lines),
        matches: candidates
          .slice(0, limit)
          .map(({ listing, similarity, matchType }) => ({ id: listings[listing]?.id ?? 0, similarity, matchType })),
      }
    },
  }
}

/** The first `count` of many in order, without sorting them all. */
function first<T>(items: Iterable<T>, count: number, order: (a: T, b: T) => number): T[] {
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

/** Public name of the strongest evidence; the beginning of a longer name is no `prefix` beside somebody's whole alias. */
function matchTypeOf(evidence: Evidence, listing: number, aliasIsWhole: boolean): MatchType {
  const kind = evidence.strongest(listing)
  if (kind === 'whole') return 'prefix'
  if (kind === 'beginning') return aliasIsWhole ? 'name' : 'prefix'
  return kind
}

/** Whether the first candidate stands alone or clearly ahead; further lines of its own company are no rivals. */
function qualityOf(candidates: readonly Candidate[], lines: readonly Line[]): Resolution['matchQuality'] {
  const [leader] = candidates
  if (leader === undefined) return 'none'
  if (leader.similarity < (candidates.length === 1 ? LONE_FLOOR : LEADER_FLOOR)) return 'weak'
  const company = lines[leader.listing]?.company
  let rival = 0
  for (const { listing, similarity, matchType } of candidates) {
    if (listing === leader.listing || lines[listing]?.company === company) continue
    if (leader.matchType === 'exact' && matchType !== 'exact') continue
    rival = Math.max(rival, similarity)
  }
  return leader.similarity - rival >= CLEAR_LEAD[leader.matchType] ? 'strong' : 'weak'
}

/**
 * Which listings are lines of one company: those of one name of which exactly one, the main line, has short names.
 * Namesakes such as the two Mercks have short names each and stay apart.
 */
function companyLines(listings: readonly ResolvableListing[]): Line[] {
  const namesakes = new Map<string, number[]>()
  const classes = listings.map((entry, listing) => {
    const { squashed, shareClass } = nameWords(entry.name)
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
