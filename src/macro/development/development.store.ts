import type pg from 'pg'
import { type CopyValue, copyRows } from '../../core/database/copy.ts'
import { inTransaction, queryRows } from '../../core/database/db.ts'
import { empty, sql } from '../../core/database/sql.ts'
import type { MacroDataSet } from '../value/data-set.ts'
import { notifyMacroChanged } from '../value/macro-changed.store.ts'
import type { IndicatorFacts } from './indicator.source.ts'
import type { YearlyValues } from './yearly-values.ts'

/** Yearly values of an indicator for a country, as they are stored. */
export interface StoredYearlyValues extends YearlyValues {
  readonly database: number
  readonly indicator: string
  readonly dataSet: MacroDataSet
  readonly storedAt: Date
}

/** Which stored values. */
interface StoredRequest {
  readonly database: number
  readonly indicator: string
  /** ISO 3166 alpha-3; all when empty. */
  readonly countries: readonly string[]
}

interface ValuesRow extends Omit<StoredYearlyValues, 'values'> {
  readonly values: number[]
}

/** The stored values of an indicator, by country. */
export async function readStoredValues(
  { database, indicator, countries }: StoredRequest,
  client?: pg.PoolClient,
): Promise<StoredYearlyValues[]> {
  const rows = await queryRows<ValuesRow>(
    countries.length === 0 ? 'development_series_all' : 'development_series',
    sql`SELECT database, indicator, country, first_year AS "firstYear", values, data_set AS "dataSet", stored_at AS "storedAt"
        FROM development_series WHERE database = ${database} AND indicator = ${indicator}
        ${countries.length === 0 ? empty : sql`AND country = ANY(${countries})`} ORDER BY country`,
    client,
  )
  return rows.map(({ values, ...row }) => ({
    ...row,
    values: values.map((value) => (Number.isNaN(value) ? null : value)),
  }))
}

/** Writes yearly values in place of what is stored of the same indicators and countries. */
export async function writeYearlyValues(series: readonly StoredYearlyValues[], client?: pg.PoolClient): Promise<void> {
  const write = async (within: pg.PoolClient) => {
    await within.query(
      `DELETE FROM development_series s USING unnest($1::int[], $2::text[], $3::text[]) AS new(database, indicator, country)
       WHERE s.database = new.database AND s.indicator = new.indicator AND s.country = new.country`,
      [
        series.map(({ database }) => database),
        series.map(({ indicator }) => indicator),
        series.map(({ country }) => country),
      ],
    )
    await copyRows(
      within,
      'development_series',
      ['database', 'indicator', 'country', 'first_year', 'values', 'data_set', 'stored_at'],
      series.map(({ database, indicator, country, firstYear, values, dataSet, storedAt }): CopyValue[] => [
        database,
        indicator,
        country,
        firstYear,
        values.map((value) => value ?? Number.NaN),
        dataSet,
        storedAt,
      ]),
    )
  }
  await (client ? write(client) : inTransaction(write))
}

/** Facts of the indicators that were told by files. */
export async function readToldIndicators(): Promise<IndicatorFacts[]> {
  return queryRows<IndicatorFacts>(
    'development_indicators',
    sql`SELECT indicator, title, unit, source, topics, description FROM development_indicator ORDER BY indicator`,
  )
}

/** Stores facts of indicators in place of older ones. */
export async function writeIndicators(indicators: readonly IndicatorFacts[]): Promise<void> {
  if (indicators.length === 0) return
  await inTransaction(async (client) => {
    for (const { indicator, title, unit, source, topics, description } of indicators) {
      await client.query(
        `INSERT INTO development_indicator (indicator, title, unit, source, topics, description) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (indicator) DO UPDATE SET title = excluded.title, unit = excluded.unit, source = excluded.source,
           topics = excluded.topics, description = excluded.description`,
        [indicator, title, unit, source, topics, description],
      )
    }
    await notifyMacroChanged(client)
  })
}
