import { queryRows } from '../../core/database/db.ts'
import { sql } from '../../core/database/sql.ts'
import { RATIOS, STATEMENT_FIELDS } from '../concept/concept.source.ts'
import { decodeFloats } from '../statement/period-copy.ts'
import type { StatementOrigin } from '../statement/statement.store.ts'

/** The figures that a company is screened by. */
export interface LatestFigures {
  readonly listingId: number
  readonly dataSet: StatementOrigin
  readonly currency: string
  /** US dollars for one unit of the currency at the period's end; null when no rate was known. */
  readonly usdRate: number | null
  /** Figures of statements by position, then ratios. */
  readonly values: Float64Array
  readonly ratios: Float64Array
}

/** Reads the trailing twelve months of some listings; the last fiscal year where they are not known or older. */
export async function readLatestFigures(listingIds: readonly number[]): Promise<LatestFigures[]> {
  const rows = await queryRows<Omit<LatestFigures, 'values' | 'ratios'> & { values: Uint8Array; ratios: Uint8Array }>(
    'latest_figures',
    sql`SELECT l.id AS "listingId", p.* FROM unnest(${[...listingIds]}::int[]) AS l(id) CROSS JOIN LATERAL (
         SELECT data_set AS "dataSet", currency, usd_rate AS "usdRate", array_send("values") AS "values", array_send(ratios) AS ratios
           FROM financial_period WHERE listing_id = l.id AND period_type IN ('T', 'A')
          ORDER BY period_end DESC, period_type DESC LIMIT 1) p`,
  )
  return rows.map(({ values, ratios, ...row }) => ({
    ...row,
    values: decodeFloats(values, STATEMENT_FIELDS.length),
    ratios: decodeFloats(ratios, RATIOS.length),
  }))
}

/** A figure at the end of a fiscal year of a listing. */
export interface YearOfListing {
  readonly listingId: number
  readonly fiscalYear: number
  readonly currency: string
  readonly usdRate: number | null
  readonly value: number
}

/** Reads one concept at the ends of the fiscal years of some listings; of two ends in one fiscal year the later counts. */
export function readFiscalYears(concept: number, listingIds: readonly number[]): Promise<YearOfListing[]> {
  const isRatio = concept >= STATEMENT_FIELDS.length
  const place = (isRatio ? concept - STATEMENT_FIELDS.length : concept) + 1
  const value = isRatio ? sql`ratios[${place}::int]` : sql`"values"[${place}::int]`
  return queryRows<YearOfListing>(
    isRatio ? 'fiscal_years_of_ratio' : 'fiscal_years_of_figure',
    sql`SELECT DISTINCT ON (listing_id, fiscal_year) listing_id AS "listingId", fiscal_year AS "fiscalYear", currency,
               usd_rate AS "usdRate", COALESCE(${value}, 'NaN') AS value
          FROM financial_period WHERE period_type = 'A' AND listing_id = ANY(${[...listingIds]}::int[])
         ORDER BY listing_id, fiscal_year, period_end DESC`,
  )
}
