import type pg from 'pg'
import { inTransaction } from '../../core/database/db.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { STATEMENT_FIELDS } from '../concept/concept.source.ts'
import { balanceGap } from '../statement/identity.ts'
import type { PreparedPeriod, ReportedPeriod } from '../statement/period.pure.ts'
import { prepareCompany } from '../statement/prepare.ts'
import { lockStatements, readPeriods, storePeriodsIn } from '../statement/statement.store.ts'
import { readUsdRates } from '../statement/usd-rate.ts'
import { type Figure, newFigures } from './figure.pure.ts'
import { readFigures, storeFigures } from './figure.store.ts'

/** What is stored of a company before a file is taken. */
export interface KnownCompany {
  /** All figures, those of the file included, with their history. */
  readonly figures: readonly Figure[]
  /** Its own periods as they are stored. */
  readonly periods: readonly PreparedPeriod[]
}

/** What happened to a company's periods. */
export interface CompanyOutcome {
  /** By `A 2024-12-31`. */
  readonly changes: ReadonlyMap<string, 'inserted' | 'updated' | 'skipped'>
  /** Periods whose assets are not liabilities and equity. */
  readonly unbalanced: readonly string[]
}

/**
 * Takes figures of a company into the store: adds them to its history, and prepares its periods again from what was reported so far and
 * what `assemble` makes of the figures now known. All or nothing.
 */
export async function takeCompany(
  listingId: number,
  fresh: readonly Figure[],
  assemble: (known: KnownCompany) => readonly ReportedPeriod[],
): Promise<CompanyOutcome> {
  return inTransaction(async (client) => {
    await lockStatements(client)
    const before = await readFigures(client, listingId)
    const added = newFigures(before, fresh)
    await storeFigures(client, listingId, added)
    const stored = await ownPeriods(client, listingId)
    const figures = [...before, ...added]
    const reported = mergePeriods(stored, assemble({ figures, periods: stored }))
    const rateAt = await readUsdRates(reported.map(({ currency }) => currency))
    const periods = prepareCompany(reported, rateAt)
    await storePeriodsIn(client, [{ listingId, periods }], 'own')
    return { changes: changesOf(stored, periods), unbalanced: periods.flatMap(unbalanced) }
  })
}

async function ownPeriods(client: pg.PoolClient, listingId: number): Promise<readonly PreparedPeriod[]> {
  const stored = (await readPeriods([listingId], {}, client)).get(listingId)
  return stored?.dataSet === 'own' ? stored.periods : []
}

/** What was reported so far, with what is reported now in its place where both have a figure. */
function mergePeriods(stored: readonly PreparedPeriod[], fresh: readonly ReportedPeriod[]): ReportedPeriod[] {
  const periods = new Map<string, ReportedPeriod>()
  for (const { periodType, fiscalPeriod, derived, values, ...period } of stored) {
    if (periodType === 'T' || fiscalPeriod === 'TTM') continue
    const reported = Float64Array.from(values)
    for (const position of derived) reported[position] = Number.NaN
    // What has no flow of its own was made of a year or of quarters, and will be made again.
    const isMade =
      derived.length > 0 && stored.some((one) => one.periodType !== periodType && one.endDay === period.endDay)
    if (reported.every((value, position) => Number.isNaN(value) || (isMade && isBalance(position)))) continue
    periods.set(keyOf({ periodType, ...period }), { ...period, periodType, fiscalPeriod, values: reported })
  }
  for (const period of fresh) {
    const known = periods.get(keyOf(period))
    if (!known || known.currency !== period.currency) periods.set(keyOf(period), period)
    else {
      const values = Float64Array.from(period.values, (value, index) =>
        Number.isNaN(value) ? (known.values[index] ?? Number.NaN) : value,
      )
      periods.set(keyOf(period), { ...period, values, filingDay: period.filingDay ?? known.filingDay })
    }
  }
  return [...periods.values()]
}

/** How a period is told apart from the others of its company. */
export function keyOf({ periodType, endDay }: Pick<PreparedPeriod, 'periodType' | 'endDay'>): string {
  return `${periodType} ${isoOfDay(endDay)}`
}

function changesOf(stored: readonly PreparedPeriod[], now: readonly PreparedPeriod[]): CompanyOutcome['changes'] {
  const before = new Map(stored.map((period) => [keyOf(period), period]))
  return new Map(
    now.map((period) => {
      const known = before.get(keyOf(period))
      return [keyOf(period), known ? (isSame(known, period) ? 'skipped' : 'updated') : 'inserted'] as const
    }),
  )
}

function isSame(one: PreparedPeriod, other: PreparedPeriod): boolean {
  const sameNumbers = (a: Float64Array, b: Float64Array) =>
    a.every((value, index) => value === b[index] || !(Number.isFinite(value) || Number.isFinite(b[index])))
  const plain = ({ fiscalYear, fiscalPeriod, currency, filingDay, usdRate, derived }: PreparedPeriod) =>
    [fiscalYear, fiscalPeriod, currency, filingDay, usdRate, derived.join(' ')].join('|')
  return plain(one) === plain(other) && sameNumbers(one.values, other.values) && sameNumbers(one.ratios, other.ratios)
}

function unbalanced(period: PreparedPeriod): string[] {
  const gap = period.periodType === 'T' ? null : balanceGap(period.values)
  return gap === null
    ? []
    : [`${keyOf(period)}: assets differ from liabilities and equity by ${gap} ${period.currency}`]
}

/** Whether a concept is a balance of one day. */
export function isBalance(position: number): boolean {
  return STATEMENT_FIELDS[position]?.combine === 'last'
}
