import { queryRows } from '../../core/database/db.ts'
import { type Sql, sql } from '../../core/database/sql.ts'
import { RATIOS, STATEMENT_FIELDS } from '../../financial/concept/concept.source.ts'
import type { YearOfListing } from '../../financial/screen/figure.store.ts'
import type { PreparedPeriod } from '../../financial/statement/period.pure.ts'
import { decodeFloats } from '../../financial/statement/period-copy.ts'
import type { StatementOrigin } from '../../financial/statement/statement.store.ts'

/**
 * Days after its end on which a period counts as known where the day of its filing is not: the longest that issuers on regulated markets
 * may take under Directive 2004/109/EC, four months for the year (article 4) and three for half a year (article 5).
 */
export const YEAR_LAG_DAYS = 120
export const QUARTER_LAG_DAYS = 90

/** Periods that the trailing twelve months and their growth are made of: quarters of two years, and the years before them. */
const QUARTERS = 8
const YEARS = 3

const NO_RATIOS = new Float64Array(RATIOS.length).fill(Number.NaN)

/** A period that was known on a day; of a quarter without its ratios. */
export interface KnownPeriod extends Omit<PreparedPeriod, 'derived'> {
  readonly listingId: number
  readonly dataSet: StatementOrigin
}

function knownBy(day: number): Sql {
  return sql`COALESCE(filing_date, period_end + CASE period_type WHEN 'A' THEN ${YEAR_LAG_DAYS}::int ELSE ${QUARTER_LAG_DAYS}::int END)
    <= DATE '1970-01-01' + ${day}::int`
}

/** Reads the latest periods of some listings that were known on a day: the last three years and eight quarters, oldest first. */
export async function readKnownPeriods(listingIds: readonly number[], day: number): Promise<KnownPeriod[]> {
  const latest = (type: 'A' | 'Q', count: number) => sql`(SELECT * FROM financial_period
     WHERE listing_id = l.id AND period_type = ${type} AND ${knownBy(day)} ORDER BY period_end DESC LIMIT ${count}::int)`
  const rows = await queryRows<
    Omit<KnownPeriod, 'values' | 'ratios'> & { values: Uint8Array; ratios: Uint8Array | null }
  >(
    undefined,
    sql`SELECT l.id AS "listingId", data_set AS "dataSet", period_type AS "periodType", period_end - DATE '1970-01-01' AS "endDay",
               fiscal_year AS "fiscalYear", fiscal_period AS "fiscalPeriod", currency, filing_date - DATE '1970-01-01' AS "filingDay",
               usd_rate AS "usdRate", array_send("values") AS "values",
               -- Those of a quarter are computed anew for the twelve months that end with it.
               CASE period_type WHEN 'A' THEN array_send(ratios) END AS ratios
          FROM unnest(${[...listingIds]}::int[]) AS l(id)
         CROSS JOIN LATERAL (${latest('A', YEARS)} UNION ALL ${latest('Q', QUARTERS)}) p ORDER BY l.id, period_end, period_type`,
  )
  return rows.map(({ values, ratios, ...row }) => ({
    ...row,
    values: decodeFloats(values, STATEMENT_FIELDS.length),
    ratios: ratios ? decodeFloats(ratios, RATIOS.length) : NO_RATIOS,
  }))
}

/** Reads one concept at the ends of the fiscal years of some listings that were known on a day. */
export function readKnownYears(concept: number, listingIds: readonly number[], day: number): Promise<YearOfListing[]> {
  const isRatio = concept >= STATEMENT_FIELDS.length
  const place = (isRatio ? concept - STATEMENT_FIELDS.length : concept) + 1
  const value = isRatio ? sql`ratios[${place}::int]` : sql`"values"[${place}::int]`
  return queryRows<YearOfListing>(
    undefined,
    sql`SELECT DISTINCT ON (listing_id, fiscal_year) listing_id AS "listingId", fiscal_year AS "fiscalYear", currency,
               usd_rate AS "usdRate", COALESCE(${value}, 'NaN') AS value
          FROM financial_period WHERE period_type = 'A' AND listing_id = ANY(${[...listingIds]}::int[]) AND ${knownBy(day)}
         ORDER BY listing_id, fiscal_year, period_end DESC`,
  )
}
