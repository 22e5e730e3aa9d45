import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { MACRO_FREQUENCY } from '../value/frequency.pure.ts'
import type { SeriesFacts } from './series-facts.ts'

const seriesRow = z
  .object({
    series_id: z.string().min(1),
    title: z.string().min(1),
    frequency: z.enum(MACRO_FREQUENCY.tokens),
    units: z.string().min(1),
    seasonal_adjustment: z.string().min(1),
    source: z.string().min(1),
    country: z.string().regex(/^([A-Z]{2})?$/),
    prominence: z.enum(['1', '2', '3', '4']).transform(Number),
    also_called: z.string().transform((text) => (text === '' ? [] : text.split('|'))),
    description: z.string().min(1),
  })
  .transform(
    ({ series_id, seasonal_adjustment, also_called, country, ...row }): ListedSeries => ({
      ...row,
      seriesId: series_id,
      seasonalAdjustment: seasonal_adjustment,
      country: country || null,
      alsoCalled: also_called,
    }),
  )

/** A series of the catalogue that ships. */
export interface ListedSeries extends SeriesFacts {
  /** 1 = a headline figure, 3 = a detail, 4 = of a part of the country. */
  readonly prominence: number
  readonly alsoCalled: readonly string[]
}

/** The catalogue that ships. */
export const US_SERIES: readonly ListedSeries[] = readShippedRows(
  new URL('../../../prisma/reference/macro/us-series.csv', import.meta.url),
  seriesRow,
)

const byId = new Map(US_SERIES.map((series) => [series.seriesId, series]))

/** The series of an id, as it is written; null when the catalogue has none. */
export function listedSeries(seriesId: string): ListedSeries | null {
  return byId.get(seriesId) ?? null
}
