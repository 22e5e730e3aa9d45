import type { Listing } from '../../catalog/catalog.store.ts'
import { type Bitset, bitsetOf, membersOf, sizeOfBitset } from '../../core/bitset.pure.ts'
import { ownTurn } from '../../core/call/own-turn.ts'
import { ApiError } from '../../core/errors.ts'
import { type Page, type PageRequest, pageOf } from '../../core/input/paging.pure.ts'
import { dayOfIso, isoOfDay } from '../../core/time/day.pure.ts'
import { conceptOf } from '../../financial/concept/concept.source.ts'
import type { FigureTable } from '../../financial/screen/figure-table.ts'
import { companyFigures, prepareScreen } from '../../financial/screen/figures.ts'
import type { JudgedCondition } from '../../financial/screen/screen.pure.ts'
import { type MatchedCondition, matchedAt } from '../../financial/screen/screen-companies.ts'
import { sortListings } from '../../financial/screen/sort-listings.pure.ts'
import type { DividendFacts } from '../../market/dividend/dividend.pure.ts'
import { market } from '../../market/market.ts'
import type { OptionPattern } from '../../option/option-pattern.pure.ts'
import { optionPatternsOn, type PatternColumn } from '../../option/sentiment/pattern-column.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { type ClosesOn, closesOn } from './close-on.ts'
import { dividendFacts, meetsDividendLeg } from './dividend-leg.ts'
import { screenFundamentals } from './fundamental-leg.ts'
import { KNOWN_FIGURES_NOTE, knownFigures } from './known-figures.ts'
import type { ReadScreen } from './read-screen.ts'
import { type ChainHits, NO_HITS, type StepMatch, screenChain } from './technical-leg.ts'
import { universeOf } from './universe.ts'

/** Listings left after each leg; null for a leg that was not asked for. */
interface Survivors {
  fundamental: number | null
  dividend: number | null
  options: number | null
  ta: number | null
}

/** What a screen counted. */
interface ScreenStats {
  readonly universe: number
  readonly matched: number
  readonly elapsedMs: number
  readonly perLeg: Readonly<Survivors>
}

/** A listing that meets every leg. */
export interface ScreenMatch {
  readonly listing: Listing
  readonly marketCapUsd: number | null
  readonly close: number | null
  readonly ta: readonly StepMatch[]
  readonly fundamental: readonly MatchedCondition[]
  readonly options: readonly OptionPattern[]
  /** Null where the leg was not asked for. */
  readonly dividend: DividendFacts | null
}

/** A page of listings that meet every leg. */
export interface ScreenResult extends Page<ScreenMatch> {
  readonly asOf: string
  readonly timeframe: ScreenTimeframe
  readonly stats: ScreenStats
  readonly mark: 'demo' | null
}

/** Day and page of a screen. */
export interface ScreenCall extends PageRequest {
  readonly asOf?: string | undefined
  /** Today, in days since 1970-01-01. */
  readonly today: number
}

const MCAP = conceptOf('mcap').position

/** Runs a screen: figures first, for they cost least, then dividends and options, and the bars of what is left. */
export async function runScreen(screen: ReadScreen, call: ScreenCall): Promise<ScreenResult> {
  const begunMs = performance.now()
  const day = dayOf(call)
  const isLatest = day === call.today
  const table = await companyFigures()
  const known = isLatest || !asksForFigures(screen) ? null : knownFigures(table.catalog, day)
  const universe = universeOf(table, screen.universe)
  const perLeg: Survivors = { fundamental: null, dividend: null, options: null, ta: null }
  const notes = [...screen.notes]
  let left = universe
  let judged: readonly JudgedCondition[] = []
  if (screen.conditions) {
    const result = await screenFundamentals(table.listings.length, screen.conditions, universe, (conditions, among) =>
      known ? known.prepare(conditions, universe, among) : prepareScreen(table, conditions),
    )
    left = result.left
    judged = result.judged
    notes.push(...result.notes)
    perLeg.fundamental = sizeOfBitset(left)
  }
  const { dividend, options } = screen
  if (dividend) {
    left = keep(table, left, ({ id }) => meetsDividendLeg(dividendFacts(id, day, isLatest), dividend))
    perLeg.dividend = sizeOfBitset(left)
  }
  if (options) {
    const { met, isCovered } = keepByOptions(table, left, options, await optionPatternsOn(day))
    left = met
    if (!isCovered) notes.push('options: the options of none of these listings are covered, so that none can match.')
    perLeg.options = sizeOfBitset(left)
  }
  let hits = NO_HITS
  if (screen.steps) {
    const ids = membersOf(left).map((index) => listingAt(table, index).id)
    const moment = { today: call.today, asOf: isLatest ? null : day }
    const query = { steps: screen.steps, timeframe: screen.timeframe, ...moment }
    if (ids.length > 0) hits = await screenChain(query, ids)
    await ownTurn()
    left = keep(table, left, ({ id }) => hits.has(id))
    perLeg.ta = sizeOfBitset(left)
  }
  const closes = closesOn(table, day, isLatest)
  if (!isLatest)
    notes.push(
      'market_cap_usd is that of today at the close of as_of: share count and exchange rate are the latest ones.',
    )
  if (known) {
    notes.push(KNOWN_FIGURES_NOTE)
    await known.load(left)
  }
  await ownTurn()
  const sorted = sortMatches(known?.table ?? table, left, screen, hits, isLatest ? null : closes)
  const { rows, ...page } = pageOf(sorted, call)
  const matches = [...rows].map((index): ScreenMatch => {
    const listing = listingAt(table, index)
    return {
      listing,
      ...closes(index),
      ta: hits.stepsOf(listing.id),
      fundamental: judged.map((one) => matchedAt(one, index)),
      options: options ?? [],
      dividend: dividend ? dividendFacts(listing.id, day, isLatest) : null,
    }
  })
  return {
    ...page,
    rows: matches,
    notes,
    asOf: isoOfDay(day),
    timeframe: screen.timeframe,
    stats: {
      universe: sizeOfBitset(universe),
      matched: sorted.length,
      elapsedMs: Math.round((performance.now() - begunMs) * 1_000) / 1_000,
      perLeg,
    },
    mark: table.mark ?? (matches.some(({ listing }) => market().markOf(listing) !== null) ? 'demo' : null),
  }
}

function dayOf({ asOf, today }: ScreenCall): number {
  const day = asOf === undefined ? today : (dayOfIso(asOf) ?? today)
  if (day <= today) return day
  const near = isoOfDay(today)
  throw new ApiError('invalid_parameter', `"as_of" must not be in the future: ${asOf} is after today, ${near}.`, {
    param: 'as_of',
    did_you_mean: near,
  })
}

/** Whether a screen judges or orders by figures of statements. */
function asksForFigures({ conditions, order }: ReadScreen): boolean {
  return conditions !== null || (order.by === 'figure' && order.concept !== MCAP)
}

function listingAt(table: FigureTable, index: number): Listing {
  const listing = table.listings[index]
  if (!listing) throw new Error(`There is no listing at index ${index}.`)
  return listing
}

function keep(table: FigureTable, among: Bitset, fits: (listing: Listing) => boolean): Bitset {
  const kept = membersOf(among).filter((index) => fits(listingAt(table, index)))
  return bitsetOf(table.listings.length, kept)
}

function keepByOptions(table: FigureTable, among: Bitset, wanted: readonly OptionPattern[], column: PatternColumn) {
  let isCovered = false
  const met = keep(table, among, ({ id }) => {
    const patterns = column.get(id)
    if (patterns === undefined) return false
    isCovered = true
    return wanted.every((pattern) => patterns.includes(pattern))
  })
  return { met, isCovered }
}

/** Indices of the matches in their order; `closes` are those of an earlier day, null = today's. */
function sortMatches(
  table: FigureTable,
  matched: Bitset,
  { order, sortDir }: ReadScreen,
  hits: ChainHits,
  closes: ClosesOn | null,
): number[] {
  const members = membersOf(matched)
  const caps = closes ? new Float64Array(table.listings.length).fill(Number.NaN) : table.column(MCAP)
  if (closes) for (const index of members) caps[index] = closes(index).marketCapUsd ?? Number.NaN
  const bySize = sortListings(members, caps, order.by === 'relevance' ? 'desc' : sortDir)
  if (order.by === 'figure')
    return order.concept === MCAP ? bySize : sortListings(members, table.column(order.concept), sortDir)
  const ages = new Map(bySize.map((index) => [index, hits.stepsOf(listingAt(table, index).id).at(-1)?.barsAgo ?? 0]))
  const age = (index: number) => ages.get(index) ?? 0
  const sign = sortDir === 'desc' ? 1 : -1
  return bySize.sort((one, other) => sign * (age(one) - age(other)))
}
