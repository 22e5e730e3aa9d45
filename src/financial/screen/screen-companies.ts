import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import type { Catalog } from '../../catalog/catalog-snapshot.ts'
import { type Bitset, bitsetOf, membersOf } from '../../core/bitset.pure.ts'
import { ApiError } from '../../core/errors.ts'
import { nearest } from '../../core/input/nearest.pure.ts'
import { type Page, type PageRequest, pageWith, windowOf } from '../../core/input/paging.pure.ts'
import { roundTo } from '../../core/round.pure.ts'
import { conceptOf, findConcept } from '../concept/concept.source.ts'
import { roundRatio } from '../report/figure.ts'
import type { Cohort } from './cohort.pure.ts'
import { nearestConcepts } from './condition.input.ts'
import type { Condition } from './condition.pure.ts'
import type { FigureTable } from './figure-table.ts'
import { companyFigures, prepareScreen } from './figures.ts'
import { isGrowth } from './pattern.pure.ts'
import { type JudgedCondition, screenFigures } from './screen.pure.ts'
import { takeInOrder } from './sort-listings.pure.ts'

/** Most concepts whose growth one screen may ask of: each has to be read from all fiscal years. */
const GROWTH_CONCEPTS_MAX = 24

/** A condition as a company met it. */
export interface MatchedCondition {
  readonly condition: Condition
  /** The figure; the run of growth in years, or the growth rate, for patterns of growth. */
  readonly value: number
  /** The number it was compared with; null for a span. */
  readonly threshold: number | null
  readonly cohort: Cohort | null
}

/** A company that meets every condition. */
export interface ScreenedCompany {
  readonly listing: Listing
  /** Latest figures by key of the concept, of the conditions and of the order. */
  readonly values: Readonly<Record<string, number | null>>
  readonly matched: readonly MatchedCondition[]
}

/** What narrows a screen beside its conditions. */
interface ScreenFilters {
  readonly marketCapMin?: number | undefined
  readonly marketCapMax?: number | undefined
  /** GICS code or name of a sector. */
  readonly sector?: string | undefined
}

/** A screen as it is asked for. */
export interface ScreenRequest extends PageRequest {
  readonly conditions: readonly Condition[]
  /** What was read differently from how it was given. */
  readonly notes: readonly string[]
  readonly filters?: ScreenFilters | undefined
  readonly sortBy?: string | undefined
  readonly sortDir?: 'asc' | 'desc' | undefined
}

/** A page of companies that meet every condition. */
export interface ScreenPage extends Page<ScreenedCompany> {
  readonly mark: 'demo' | null
}

const MCAP = conceptOf('mcap').position

/** Screens all stocks; filters narrow the answer, not the cohorts. Unknown figures come last in either direction. */
export async function screenCompanies(asked: ScreenRequest): Promise<ScreenPage> {
  const { conditions, filters = {}, sortDir = 'desc' } = asked
  const order = sortConcept(asked.sortBy)
  requireFewGrowths(conditions)
  const table = await companyFigures()
  const among = stocksWhere(table, filters)
  const columns = await prepareScreen(table, conditions)
  const screened = screenFigures(columns, conditions, table.stocks, among)
  const met = bitsetOf(table.listings.length, screened.listings)
  const { offset, limit } = windowOf(asked)
  const rows = takeInOrder(table.order(order.position, sortDir), met, offset, limit)
  const shown = [...conditions, { concept: order.position, key: order.key }]
  const notes = [...asked.notes, ...screened.notes]
  return {
    ...pageWith(
      rows.map((index) => rowOf(table, index, shown, screened.conditions)),
      screened.listings.length,
      asked,
    ),
    ...(notes.length > 0 ? { notes } : {}),
    mark: table.mark,
  }
}

/** The concept to sort by; throws 400 with the nearest when there is none of that name, and with what is taken besides. */
export function sortConcept(name = 'mcap', besides = '') {
  const concept = findConcept(name)
  if (concept) return concept
  const near = nearestConcepts(name)
  throw new ApiError(
    'unknown_concept',
    `"sortBy" must be ${besides}a financial concept; ${JSON.stringify(name)} was given. The nearest are ${near.join(', ')}.`,
    { param: 'sortBy', ...(near[0] === undefined ? {} : { did_you_mean: near[0] }) },
  )
}

function requireFewGrowths(conditions: readonly Condition[]): void {
  const concepts = new Set(conditions.filter(({ pattern }) => isGrowth(pattern)).map(({ concept }) => concept))
  if (concepts.size <= GROWTH_CONCEPTS_MAX) return
  throw new ApiError(
    'invalid_parameter',
    `"conditions" may ask for the growth of at most ${GROWTH_CONCEPTS_MAX} concepts; ${concepts.size} were given.`,
    { param: 'conditions' },
  )
}

function stocksWhere(table: FigureTable, { marketCapMin, marketCapMax, sector }: ScreenFilters): Bitset {
  if (marketCapMin === undefined && marketCapMax === undefined && sector === undefined) return table.stocks
  const code = sector === undefined ? '' : sectorCode(table.catalog, sector)
  const mcap = table.column(MCAP)
  const kept = membersOf(table.stocks).filter((index) => {
    const value = mcap[index] ?? Number.NaN
    const isLarge = marketCapMin === undefined || value >= marketCapMin
    const isSmall = marketCapMax === undefined || value <= marketCapMax
    return isLarge && isSmall && (table.listings[index]?.gicsCode?.startsWith(code) ?? code === '')
  })
  return bitsetOf(table.listings.length, kept)
}

/** GICS code of a sector by its code or name; throws 400 with the most similar name when there is none. */
function sectorCode({ rows }: Catalog, sector: string): string {
  const sectors = rows.gics.filter(({ code }) => code.length === 2)
  const wanted = sector.trim().toLowerCase()
  const found = sectors.find(({ code, name }) => code === wanted || name.toLowerCase() === wanted)
  if (found) return found.code
  const names = sectors.map(({ name }) => name)
  const near = nearest(sector, names)
  throw new ApiError(
    'invalid_parameter',
    `"filters.sector" must be a GICS sector, its two digits or its name: ${names.join(', ')}; ${JSON.stringify(sector)} was given.`,
    { param: 'filters.sector', ...(near === null ? {} : { did_you_mean: near }) },
  )
}

function rowOf(
  table: FigureTable,
  index: number,
  shown: readonly { readonly concept: number; readonly key: string }[],
  judged: readonly JudgedCondition[],
): ScreenedCompany {
  const listing = table.listings[index]
  if (!listing) throw new Error(`There is no listing at index ${index}.`)
  return {
    listing,
    values: Object.fromEntries(shown.map(({ concept, key }) => [key, roundKnown(table.figure(listing.id, concept))])),
    matched: judged.map((one) => matchedAt(one, index)),
  }
}

/** How the listing at an index met a condition. */
export function matchedAt(judged: JudgedCondition, index: number): MatchedCondition {
  return {
    condition: judged.condition,
    value: roundFigure(judged.valueOf(index)),
    threshold: roundKnown(judged.thresholdOf(index)),
    cohort: roundCohort(judged.cohortOf(index)),
  }
}

const EXACT_FROM = 1e6

/** Money to hundredths, ratios and rates to as many digits as statements show; companies are judged by the exact figure. */
function roundFigure(value: number): number {
  return Math.abs(value) >= EXACT_FROM ? roundTo(value, 2) : roundRatio(value)
}

function roundKnown(value: number | null): number | null {
  return value === null ? null : roundFigure(value)
}

function roundCohort(cohort: Cohort | null): Cohort | null {
  if (!cohort) return null
  const { p10, p20, p25, p50, p75, p80, p90 } = cohort
  return {
    ...cohort,
    p10: roundFigure(p10),
    p20: roundFigure(p20),
    p25: roundFigure(p25),
    p50: roundFigure(p50),
    p75: roundFigure(p75),
    p80: roundFigure(p80),
    p90: roundFigure(p90),
  }
}

/** Name of the GICS sector of a listing; null without one. */
export function sectorName({ gicsCode }: Listing): string | null {
  return gicsCode === null ? null : (catalog().gicsNode(gicsCode.slice(0, 2))?.name ?? null)
}
