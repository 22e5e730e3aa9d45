import type { Listing } from '../catalog/catalog.store.ts'
import { catalog } from '../catalog/catalog.ts'
import { percentileOf } from '../core/percentile.pure.ts'
import { market } from '../market/market.ts'
import { SHOWN_RATIOS, type ShownRatios } from './shown-ratio.ts'

/** How a measure is distributed over the companies of a sector in the demo market. */
export interface SectorDistribution {
  readonly measure: string
  readonly sector: string
  /** Companies that have one. */
  readonly count: number
  readonly p10: number
  readonly p50: number
  readonly p90: number
}

/** A measure of a company on a day; null where it has none. */
type Measure = (listing: Listing, today: number) => number | null

/** What the demo command shows, so that anyone sees whether market and statements are sane; a new measure is a line here. */
function listMeasures(ratios: ReadonlyMap<number, ShownRatios>): Readonly<Record<string, Measure>> {
  return {
    dividend_yield: ({ id }, today) => market().dividends(id, today)?.yield || null,
    ...Object.fromEntries(
      SHOWN_RATIOS.map((key): [string, Measure] => [
        key,
        ({ id }) => {
          const value = ratios.get(id)?.[key] ?? Number.NaN
          return Number.isFinite(value) ? value : null
        },
      ]),
    ),
  }
}

/** Computes each measure's 10th, 50th and 90th percentile by sector, over the companies with demo prices; `ratios` by listing id. */
export function computeDistributions(today: number, ratios: ReadonlyMap<number, ShownRatios>): SectorDistribution[] {
  const companies = catalog().listings.filter(({ id, type }) => type === 'stock' && market().dataSet(id) === 'demo')
  const sectors = Map.groupBy(companies, ({ gicsCode }) => gicsCode?.slice(0, 2) ?? '')
  const codes = [...sectors.keys()].filter((code) => code !== '').sort()
  return Object.entries(listMeasures(ratios)).flatMap(([measure, read]) =>
    codes.flatMap((code) => {
      const values = Float64Array.from(
        (sectors.get(code) ?? []).flatMap((listing) => read(listing, today) ?? []),
      ).sort()
      if (values.length === 0) return []
      const [p10, p50, p90] = [percentileOf(values, 0.1), percentileOf(values, 0.5), percentileOf(values, 0.9)]
      return [{ measure, sector: catalog().gicsNode(code)?.name ?? code, count: values.length, p10, p50, p90 }]
    }),
  )
}

/** Writes distributions as aligned lines, a block for each measure. */
export function writeDistributions(rows: readonly SectorDistribution[]): string {
  const digits = (value: number) => value.toPrecision(3).padStart(9)
  return [...Map.groupBy(rows, ({ measure }) => measure)]
    .map(([measure, ofMeasure]) =>
      [
        `${measure.padEnd(24)} companies      p10      p50      p90`,
        ...ofMeasure.map(
          ({ sector, count, p10, p50, p90 }) =>
            `${sector.padEnd(24)} ${String(count).padStart(9)}${digits(p10)}${digits(p50)}${digits(p90)}`,
        ),
      ].join('\n'),
    )
    .join('\n\n')
}
