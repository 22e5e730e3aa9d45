import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { Listing } from '../../catalog/catalog.store.ts'
import { addTo, type Bitset, eachMember, emptyBitset, membersOf, sizeOfBitset } from '../../core/bitset.pure.ts'
import { ownTurn } from '../../core/call/own-turn.ts'
import { ApiError } from '../../core/errors.ts'
import { type Page, type PageRequest, pageWith, windowOf } from '../../core/input/paging.pure.ts'
import { dayOfIso, isoOfDay } from '../../core/time/day.pure.ts'
import { conceptOf } from '../../financial/concept/concept.source.ts'
import type { FigureTable } from '../../financial/screen/figure-table.ts'
import { companyFigures, prepareScreen } from '../../financial/screen/figures.ts'
import type { JudgedCondition } from '../../financial/screen/screen.pure.ts'
import { type MatchedCondition, matchedAt } from '../../financial/screen/screen-companies.ts'
import { sortByCount, sortListings, takeInOrder } from '../../financial/screen/sort-listings.pure.ts'
import type { DividendFacts } from '../../market/dividend/dividend.pure.ts'
import { market } from '../../market/market.ts'
import type { OptionPattern } from '../../option/option-pattern.pure.ts'
import { optionPatternsOn, type PatternColumn } from '../../option/sentiment/pattern-column.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { type ClosesOn, closesOn } from './close-on.ts'
import { dividendColumn } from './dividend-leg.ts'
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

/**
 * Screens of today under way at once: enough that the threads which search bars always have one. Were there more, each would only wait,
 * and short calls behind all of them. Screens of earlier days wait for the database, and keep nobody waiting meanwhile.
 */
const underWay = pLimit(availableParallelism() + 1)

const MCAP = conceptOf('mcap').position

/** Runs a screen: figures first, for they cost least, then dividends and options, and the bars of what is left. */
export function runScreen(screen: ReadScreen, call: ScreenCall): Promise<ScreenResult> {
  const begunMs = performance.now()
  const day = dayOf(call)
  const run = () => screenOn(day, screen, call, begunMs)
  return day === call.today ? underWay(run) : run()
}

async function screenOn(day: number, screen: ReadScreen, call: ScreenCall, begunMs: number): Promise<ScreenResult> {
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
  const dividends = dividend && dividendColumn(table.listings, day, isLatest)
  if (dividend && dividends) {
    left = dividends.keep(left, dividend)
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
    const moment = { today: call.today, asOf: isLatest ? null : day }
    const query = { steps: screen.steps, timeframe: screen.timeframe, ...moment }
    if (sizeOfBitset(left) > 0) {
      hits = await screenChain(query, table.listings, left)
      left = hits.listings
    }
    await ownTurn()
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
  const order = orderOf(known?.table ?? table, left, screen, hits, isLatest ? null : closes)
  const { offset, limit } = windowOf(call)
  const matches = takeInOrder(order, left, offset, limit).map((index): ScreenMatch => {
    const listing = listingAt(table, index)
    return {
      listing,
      ...closes(index),
      ta: hits.stepsOf(index),
      fundamental: judged.map((one) => matchedAt(one, index)),
      options: options ?? [],
      dividend: dividends?.factsAt(index) ?? null,
    }
  })
  const matched = sizeOfBitset(left)
  return {
    ...pageWith(matches, matched, call),
    notes,
    asOf: isoOfDay(day),
    timeframe: screen.timeframe,
    stats: {
      universe: sizeOfBitset(universe),
      matched,
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
  throw new ApiError('invalid_parameter', `"asOf" must not be in the future: ${asOf} is after today, ${near}.`, {
    param: 'asOf',
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
  const kept = emptyBitset(table.listings.length)
  eachMember(among, (index) => {
    if (fits(listingAt(table, index))) addTo(kept, index)
  })
  return kept
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

/** Indices in the order in which matches are shown, others among them; `closes` are those of an earlier day, null = today's. */
function orderOf(
  table: FigureTable,
  matched: Bitset,
  { order, sortDir }: ReadScreen,
  hits: ChainHits,
  closes: ClosesOn | null,
): Int32Array {
  const bySize = (direction: 'asc' | 'desc') =>
    closes ? sortBySizeThen(table, matched, closes, direction) : table.order(MCAP, direction)
  if (order.by === 'figure') return order.concept === MCAP ? bySize(sortDir) : table.order(order.concept, sortDir)
  // The most recent first when the largest would come first.
  return sortByCount(bySize('desc'), matched, hits.barsAgoOf, sortDir === 'desc' ? 'asc' : 'desc')
}

function sortBySizeThen(table: FigureTable, matched: Bitset, closes: ClosesOn, direction: 'asc' | 'desc'): Int32Array {
  const members = membersOf(matched)
  const caps = new Float64Array(table.listings.length)
  for (const index of members) caps[index] = closes(index).marketCapUsd ?? Number.NaN
  return sortListings(members, caps, direction)
}
