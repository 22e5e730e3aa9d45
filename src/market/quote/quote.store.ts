import { pool, rowsOf } from '../../core/database/db.ts'
import { sharedTexts } from '../../core/database/shared-texts.ts'
import type { DataSet } from '../bars/bar.store.ts'
import { usableBarSql } from '../bars/bar-bounds.pure.ts'

/** A listing's latest bar with the previous close and 52-week range, unadjusted. */
export interface QuoteRow {
  readonly id: number
  /** Days since 1970-01-01. */
  readonly day: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number | null
  readonly previousDay: number | null
  readonly previousClose: number | null
  /** Highest price of the 52 weeks up to and including the latest bar. */
  readonly week52High: number
  readonly week52Low: number
}

/** Data set and currency of a listing's market data. */
export interface SeriesRow {
  readonly id: number
  readonly dataSet: DataSet
  readonly currency: string | null
}

/** Length of the 52-week range in days. */
export const RANGE_DAYS = 364

const USABLE = usableBarSql('b')

/** Reads the latest bars of some listings (null = of all) by primary-key lookups. */
export function readQuotes(listingIds: readonly number[] | null): Promise<QuoteRow[]> {
  return rowsOf<QuoteRow & Record<string, unknown>>(
    undefined,
    `SELECT s.listing_id AS id, last.date - DATE '1970-01-01' AS day, last.open, last.high, last.low, last.close, last.volume,
            before.date - DATE '1970-01-01' AS "previousDay", before.close AS "previousClose",
            span.high AS "week52High", span.low AS "week52Low"
       FROM market_series s
      CROSS JOIN LATERAL (SELECT * FROM bar b WHERE b.listing_id = s.listing_id AND ${USABLE} ORDER BY b.date DESC LIMIT 1) last
       LEFT JOIN LATERAL (SELECT b.date, b.close FROM bar b WHERE b.listing_id = s.listing_id AND ${USABLE} AND b.date < last.date
                           ORDER BY b.date DESC LIMIT 1) before ON true
      CROSS JOIN LATERAL (SELECT max(b.high) AS high, min(b.low) AS low FROM bar b
                           WHERE b.listing_id = s.listing_id AND ${USABLE} AND b.date > last.date - ${RANGE_DAYS}) span
      WHERE $1::int[] IS NULL OR s.listing_id = ANY($1)`,
    [listingIds],
  )
}

/** Reads data set and currency of the market data of some listings (null = of all). */
export async function readOrigins(listingIds: readonly number[] | null): Promise<SeriesRow[]> {
  const { rows } = await pool.query<SeriesRow>({
    text: `SELECT listing_id AS id, data_set AS "dataSet", currency FROM market_series WHERE $1::int[] IS NULL OR listing_id = ANY($1)`,
    values: [listingIds],
    types: sharedTexts(),
  })
  return rows
}
