import type pg from 'pg'
import { type CopyValue, copyRows } from '../../core/database/copy.ts'
import { inTransaction, queryRows } from '../../core/database/db.ts'
import { sql } from '../../core/database/sql.ts'
import type { MacroDataSet } from '../value/data-set.ts'
import type { MacroFrequency } from '../value/frequency.pure.ts'
import { notifyMacroChanged } from '../value/macro-changed.store.ts'
import type { Observations } from '../value/observation.pure.ts'
import type { SeriesFacts } from './series-facts.ts'

/** A series as it is stored: observations, and facts where the catalogue that ships has none. */
export interface StoredSeries extends Observations {
  readonly seriesId: string
  readonly facts: SeriesFacts | null
  readonly dataSet: MacroDataSet
  readonly storedAt: Date
}

interface SeriesRow {
  seriesId: string
  title: string | null
  frequency: MacroFrequency | null
  units: string | null
  seasonalAdjustment: string | null
  source: string | null
  description: string | null
  days: number[]
  values: number[]
  dataSet: MacroDataSet
  storedAt: Date
}

const COLUMNS = sql`series_id AS "seriesId", title, frequency, units, seasonal_adjustment AS "seasonalAdjustment", source, description,
  data_set AS "dataSet", stored_at AS "storedAt"`

/** A stored series; null when there is none. */
export async function readStoredSeries(seriesId: string, client?: pg.PoolClient): Promise<StoredSeries | null> {
  const [row] = await queryRows<SeriesRow>(
    'macro_series',
    sql`SELECT ${COLUMNS}, days, values FROM macro_series WHERE series_id = ${seriesId}`,
    client,
  )
  if (!row) return null
  const { days, dataSet, storedAt } = row
  return {
    seriesId,
    facts: factsOf(row),
    days,
    values: row.values.map((value) => (Number.isNaN(value) ? null : value)),
    dataSet,
    storedAt,
  }
}

/** Facts of the series that were told by files. */
export async function readToldSeries(): Promise<SeriesFacts[]> {
  const rows = await queryRows<SeriesRow>(
    'macro_series_told',
    sql`SELECT ${COLUMNS} FROM macro_series WHERE title IS NOT NULL ORDER BY series_id`,
  )
  return rows.flatMap((row) => factsOf(row) ?? [])
}

function factsOf(row: Omit<SeriesRow, 'days' | 'values'>): SeriesFacts | null {
  if (row.title === null) return null
  return {
    seriesId: row.seriesId,
    title: row.title,
    frequency: row.frequency ?? 'irregular',
    units: row.units ?? '',
    seasonalAdjustment: row.seasonalAdjustment ?? '',
    source: row.source ?? '',
    country: null,
    description: row.description ?? '',
  }
}

/** Writes series in place of what is stored of them. */
export async function writeSeries(series: readonly StoredSeries[], client?: pg.PoolClient): Promise<void> {
  const write = async (within: pg.PoolClient) => {
    await within.query('DELETE FROM macro_series WHERE series_id = ANY($1)', [series.map(({ seriesId }) => seriesId)])
    await copyRows(
      within,
      'macro_series',
      [
        'series_id',
        'title',
        'frequency',
        'units',
        'seasonal_adjustment',
        'source',
        'description',
        'days',
        'values',
        'data_set',
        'stored_at',
      ],
      series.map(({ seriesId, facts, days, values, dataSet, storedAt }): CopyValue[] => [
        seriesId,
        facts?.title ?? null,
        facts?.frequency ?? null,
        facts?.units ?? null,
        facts?.seasonalAdjustment ?? null,
        facts?.source ?? null,
        facts?.description ?? null,
        days,
        values.map((value) => value ?? Number.NaN),
        dataSet,
        storedAt,
      ]),
    )
    await notifyMacroChanged(within)
  }
  await (client ? write(client) : inTransaction(write))
}
