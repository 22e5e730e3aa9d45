import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'

/** A development indicator. */
export interface IndicatorFacts {
  /** Dotted id. */
  readonly indicator: string
  readonly title: string
  readonly unit: string
  readonly topics: readonly string[]
  readonly source: string
  readonly description: string
}

/** An indicator of the catalogue that ships. */
export interface ListedIndicator extends IndicatorFacts {
  /** 1 = a headline figure, 3 = a detail. */
  readonly prominence: number
  /** Whether only low and middle income countries report it. */
  readonly developingOnly: boolean
  readonly alsoCalled: readonly string[]
}

/** The database of the indicators that are listed. */
export const WORLD_DEVELOPMENT_INDICATORS = 'World Development Indicators'

const list = z.string().transform((text) => (text === '' ? [] : text.split('|')))

const indicatorRow = z
  .object({
    indicator: z.string().regex(/^[A-Z0-9]+(\.[A-Z0-9]+)+$/),
    title: z.string().min(1),
    unit: z.string().min(1),
    topics: list,
    prominence: z.enum(['1', '2', '3']).transform(Number),
    reported_by: z.enum(['', 'developing']),
    also_called: list,
    description: z.string().min(1),
  })
  .transform(
    ({ reported_by, also_called, ...row }): ListedIndicator => ({
      ...row,
      source: WORLD_DEVELOPMENT_INDICATORS,
      developingOnly: reported_by === 'developing',
      alsoCalled: also_called,
    }),
  )

/** The catalogue that ships. */
export const INDICATORS: readonly ListedIndicator[] = readShippedRows(
  new URL('../../../prisma/reference/macro/development-indicators.csv', import.meta.url),
  indicatorRow,
)

const byId = new Map(INDICATORS.map((one) => [one.indicator, one]))

/** The indicator of an id, as it is written; null when the catalogue has none. */
export function listedIndicator(indicator: string): ListedIndicator | null {
  return byId.get(indicator) ?? null
}
