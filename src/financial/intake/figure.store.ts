import type pg from 'pg'
import { copyRows } from '../../core/database/copy.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import type { Figure } from './figure.pure.ts'

const COLUMNS = ['listing_id', 'concept', 'period_start', 'period_end', 'filed', 'tag', 'currency', 'value']

const STAGING = 'CREATE TEMP TABLE IF NOT EXISTS staged_figure (LIKE reported_figure) ON COMMIT DELETE ROWS'

const UPSERT = `
  INSERT INTO reported_figure (${COLUMNS.join(', ')}) SELECT ${COLUMNS.join(', ')} FROM staged_figure
  ON CONFLICT (listing_id, concept, period_end, period_start, filed) DO UPDATE
    SET tag = excluded.tag, currency = excluded.currency, value = excluded.value`

/** Stores figures of one listing by COPY; one of the same period filed on the same day is replaced. */
export async function storeFigures(
  client: pg.PoolClient,
  listingId: number,
  figures: readonly Figure[],
): Promise<void> {
  if (figures.length === 0) return
  await client.query(STAGING)
  // One statement must not write a row twice: of two of one day the later counts.
  const unique = new Map(
    figures.map((figure) => [[figure.concept, figure.startDay, figure.endDay, figure.filedDay].join(' '), figure]),
  )
  const rows = [...unique.values()].map(({ concept, startDay, endDay, filedDay, tag, currency, value }) => [
    listingId,
    concept,
    isoOfDay(startDay),
    isoOfDay(endDay),
    isoOfDay(filedDay),
    tag,
    currency,
    value,
  ])
  await copyRows(client, 'staged_figure', COLUMNS, rows)
  await client.query(UPSERT)
  // Another listing may follow in the same transaction.
  await client.query('TRUNCATE staged_figure')
}

/** Reads all figures of a listing with their history, oldest filing first. */
export async function readFigures(client: pg.PoolClient, listingId: number): Promise<Figure[]> {
  const { rows } = await client.query<Figure>(
    `SELECT concept, period_start - DATE '1970-01-01' AS "startDay", period_end - DATE '1970-01-01' AS "endDay",
            filed - DATE '1970-01-01' AS "filedDay", tag, currency, value
       FROM reported_figure WHERE listing_id = $1 ORDER BY filed`,
    [listingId],
  )
  return rows
}
