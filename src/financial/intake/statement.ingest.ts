import { catalog } from '../../catalog/catalog.ts'
import { type IngestSummary, newSummary, note, type OnProgress, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import { dayOfParts, yearOfDay, yearsLater } from '../../core/time/day.pure.ts'
import { STATEMENT_FIELDS } from '../concept/concept.source.ts'
import type { PreparedPeriod, ReportedPeriod } from '../statement/period.pure.ts'
import { vacuumStatements } from '../statement/statement.store.ts'
import { isBalance, type KnownCompany, keyOf, takeCompany } from './company.ingest.ts'
import { type Figure, latestFigures, spanOf } from './figure.pure.ts'
import { fiscalQuartersIn, fiscalYearsIn } from './fiscal-calendar.ts'
import type { StatementBlock, StatementRow } from './statement-table.source.ts'

/** Rows held until they are stored; companies that go on after that are merged with what is stored. */
const ROWS_HELD_MAX = 20_000

/** Number of written periods from which the tables are vacuumed after the ingest. */
const VACUUM_ROWS_MIN = 20_000

/** Stores rows of statements company by company; the same rows again change nothing. */
export async function ingestStatements(
  source: string,
  blocks: AsyncIterable<StatementBlock>,
  tools: { readonly clock: Clock; readonly onProgress?: OnProgress },
): Promise<IngestSummary> {
  const startedAt = tools.clock.now()
  const summary = newSummary(source)
  let held: StatementRow[] = []
  const store = async () => {
    for (const [listingId, rows] of Map.groupBy(held, (row) => row.listingId)) {
      await takeRows(listingId, rows, summary)
      tools.onProgress?.(summary)
    }
    held = []
  }
  for await (const { rows, rejected } of blocks) {
    reject(summary, rejected)
    summary.read += rows.length
    held.push(...rows)
    if (held.length >= ROWS_HELD_MAX) await store()
  }
  await store()
  if (summary.inserted + summary.updated >= VACUUM_ROWS_MIN) await vacuumStatements()
  summary.elapsed_ms = tools.clock.now() - startedAt
  return summary
}

async function takeRows(listingId: number, rows: readonly StatementRow[], summary: IngestSummary): Promise<void> {
  const { changes, unbalanced } = await takeCompany(listingId, rows.flatMap(figuresOf), (known) =>
    periodsOf(rows, known),
  )
  for (const row of rows) summary[changes.get(keyOf(row)) ?? 'skipped']++
  const ticker = catalog().listing(listingId)?.ticker ?? ''
  for (const text of unbalanced) note(summary, `${ticker} ${text}`)
}

/** First day of a row's flows: a year or three months before its end. */
function startOf({ periodType, endDay }: Pick<StatementRow, 'periodType' | 'endDay'>): number {
  return periodType === 'A' ? yearsLater(endDay, -1) + 1 : endDay - 90
}

/** The figures of a row as a filing's; one that names no day of filing counts as filed when the period ended. */
function figuresOf(row: StatementRow): Figure[] {
  const figures: Figure[] = []
  for (const { position, key } of STATEMENT_FIELDS) {
    const value = row.values[position] ?? Number.NaN
    if (Number.isNaN(value)) continue
    figures.push({
      concept: position,
      startDay: isBalance(position) ? row.endDay : startOf(row),
      endDay: row.endDay,
      filedDay: row.filingDay ?? row.endDay,
      tag: key,
      currency: row.currency,
      value,
    })
  }
  return figures
}

/** The periods of rows. A figure that a later filing restated, in another file, keeps the later value. */
function periodsOf(rows: readonly StatementRow[], { figures, periods }: KnownCompany): ReportedPeriod[] {
  const latest = new Map<string, Figure>()
  for (const figure of latestFigures(figures).values()) {
    const key = `${figure.concept} ${spanOf(figure)} ${figure.endDay}`
    const known = latest.get(key)
    if (!known || figure.filedDay >= known.filedDay) latest.set(key, figure)
  }
  const fiscalOf = nameFiscalPeriods(rows, periods)
  return rows.map((row) => {
    const filed = row.filingDay
    const values = Float64Array.from(row.values, (value, position) => {
      const span = isBalance(position) ? 'day' : row.periodType === 'A' ? 'year' : 'quarter'
      const restated = filed === null ? undefined : latest.get(`${position} ${span} ${row.endDay}`)
      return !Number.isNaN(value) && restated && filed !== null && restated.filedDay > filed ? restated.value : value
    })
    const { periodType, endDay, currency } = row
    return { periodType, endDay, currency, filingDay: filed, values, ...fiscalOf(row) }
  })
}

type Fiscal = Pick<ReportedPeriod, 'fiscalYear' | 'fiscalPeriod'>

/** Names the fiscal period of a row: as the row says, else by the fiscal years among rows and stored periods, else by the calendar. */
function nameFiscalPeriods(
  rows: readonly StatementRow[],
  stored: readonly PreparedPeriod[],
): (row: StatementRow) => Fiscal {
  const periods: readonly Pick<StatementRow, 'periodType' | 'endDay' | 'fiscalYear'>[] = [
    ...rows,
    ...stored.flatMap(({ periodType, endDay, fiscalYear }) =>
      periodType === 'T' ? [] : [{ periodType, endDay, fiscalYear }],
    ),
  ]
  const spans = periods.map((period): Figure => {
    const { endDay } = period
    return { concept: 0, startDay: startOf(period), endDay, filedDay: endDay, tag: '', currency: '', value: 0 }
  })
  const named = periods.flatMap(({ periodType, endDay, fiscalYear }) =>
    periodType === 'A' && fiscalYear !== null ? [[endDay, fiscalYear] as const] : [],
  )
  const years = fiscalYearsIn(spans, new Map(named))
  const quarters = fiscalQuartersIn(spans, years)
  return ({ periodType, endDay, fiscalYear, fiscalPeriod }) => {
    if (periodType === 'A') {
      const year = years.find((one) => one.endDay === endDay)
      return { fiscalYear: fiscalYear ?? year?.fiscalYear ?? yearOfDay(endDay), fiscalPeriod: 'FY' }
    }
    const quarter = quarters.find((one) => one.endDay === endDay)
    return {
      fiscalYear: fiscalYear ?? quarter?.year.fiscalYear ?? yearOfDay(endDay),
      fiscalPeriod: fiscalPeriod ?? quarterName(quarter?.number ?? calendarQuarter(endDay)),
    }
  }
}

/** The quarter of the calendar year that ends about this day. */
function calendarQuarter(endDay: number): number {
  const daysIntoYear = endDay - (dayOfParts(yearOfDay(endDay), 1, 1) ?? endDay) + 1
  return Math.max(1, Math.round(daysIntoYear / 91.25))
}

function quarterName(number: number): ReportedPeriod['fiscalPeriod'] {
  return (['Q1', 'Q2', 'Q3', 'Q4'] as const)[number - 1] ?? 'Q4'
}
