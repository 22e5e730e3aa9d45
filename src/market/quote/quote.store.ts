import { pool, rowsOf } from '../../core/database/db.ts'
import { sharedTexts } from '../../core/database/shared-texts.ts'
import type { DataSet } from '../bars/bar.store.ts'
import { usableBarSql } from '../bars/bar-bounds.pure.ts'
import type { Quote } from './quote.pure.ts'

/** The quote of a listing as its bars are stored: unadjusted. */
export interface QuoteRow extends Quote {
  readonly id: number
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

/** Listings whose latest bars one statement reads: of a large market whose pages are on a slow disk, all in one take longer than a read may. */
export const QUOTES_MAX = 500

/** Reads the latest bars of some listings (null = of all) by primary-key lookups. */
export async function readQuotes(listingIds: readonly number[] | null): Promise<QuoteRow[]> {
  const ids = listingIds ?? (await readSeriesIds())
  const rows: QuoteRow[] = []
  for (let first = 0; first < ids.length; first += QUOTES_MAX)
    for (const row of await readQuotesOf(ids.slice(first, first + QUOTES_MAX))) rows.push(row)
  return rows
}

async function readSeriesIds(): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    undefined,
    'SELECT listing_id AS id FROM market_series ORDER BY listing_id',
    [],
  )
  return rows.map(({ id }) => id)
}

function readQuotesOf(listingIds: readonly number[]): Promise<QuoteRow[]> {
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
      WHERE s.listing_id = ANY($1::int[])`,
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
