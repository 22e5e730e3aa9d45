import { z } from 'zod'
import { readShippedRows } from '../../../src/core/file/shipped-rows.source.ts'

const number = z.coerce.number()

/** Typical statements of an industry; figures per year, as fractions of revenue unless named otherwise. */
const industryRow = z.object({
  /** GICS node that it holds for, with everything below that has no row of its own. */
  gics: z.string().regex(/^\d{2,8}$/),
  template: z.enum(['general', 'bank', 'insurance']),
  /** Price to earnings and to book value, return on equity. */
  pe: number,
  pb: number,
  roe: number,
  operating_margin: number,
  /** Operating costs below gross profit. */
  operating_cost: number,
  rd: number,
  sbc: number,
  /** Property, plant and equipment, and the years that they last. */
  plant: number,
  life: number,
  receivable_days: number,
  inventory_days: number,
  payable_days: number,
  deferred_revenue: number,
  /** Net debt in years of EBITDA. */
  leverage: number,
  /** Cash and short-term investments. */
  liquidity: number,
  growth: number,
  /** Standard deviation of yearly growth, and of the margin as a fraction of itself. */
  growth_swing: number,
  margin_swing: number,
  season: z.enum(['flat', 'holiday', 'summer', 'winter', 'yearend']),
  lease: number,
  /** How capital beyond the operating assets is invested; the parts sum to 1. */
  goodwill: number,
  intangible: number,
  investment: number,
  property: number,
  more_plant: number,
})

/** Typical statements of an industry. */
export type Industry = Readonly<z.infer<typeof industryRow>>

/**
 * The industries of the demo; orders of magnitude of the yearly industry averages of Aswath Damodaran (NYU Stern, "Data: Current":
 * margins, return on equity, leverage, working capital, capital expenditure, price multiples, for the US, Europe, Japan and emerging
 * markets), rounded.
 */
const INDUSTRIES: readonly Industry[] = readShippedRows(new URL('industries.csv', import.meta.url), industryRow)

const BY_CODE = new Map(INDUSTRIES.map((industry) => [industry.gics, industry]))
const found = new Map<string, Industry>()

/** The industry of a GICS code: the nearest node above it that has one; industrial companies' without a code. */
export function industryOf(code: string | null): Industry {
  const key = code ?? '20'
  let industry = found.get(key)
  for (let length = key.length; !industry && length >= 2; length--) industry = BY_CODE.get(key.slice(0, length))
  industry ??= BY_CODE.get('20')
  if (!industry) throw new Error('industries.csv has no row for GICS 20.')
  found.set(key, industry)
  return industry
}

/** Revenue of the four calendar quarters over their average. */
const SEASONS: Readonly<Record<Industry['season'], readonly [number, number, number, number]>> = {
  flat: [0.985, 1, 1, 1.015],
  holiday: [0.94, 0.95, 0.97, 1.14],
  summer: [0.91, 1.05, 1.08, 0.96],
  winter: [1.1, 0.94, 0.93, 1.03],
  yearend: [0.94, 0.99, 0.98, 1.09],
}

/** Revenue of the quarter that ends in a month (1 to 12), over the average quarter of the year. */
export function seasonOf(season: Industry['season'], month: number): number {
  return SEASONS[season][Math.floor((month - 1) / 3)] ?? 1
}
