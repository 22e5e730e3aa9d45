import { catalog } from '../../src/catalog/catalog.ts'
import { recordOf } from '../../src/core/record.pure.ts'
import { dayOfIso } from '../../src/core/time/day.pure.ts'
import type { DataSet } from '../../src/market/bars/bar.store.ts'
import { chainOf } from '../../src/option/chain/chain.pure.ts'
import { type DayFigures, FIGURE_KEYS } from '../../src/option/history/figure.pure.ts'
import { options } from '../../src/option/history/options.ts'
import { storeChains } from '../../src/option/history/store-chains.ts'

/** Figures of a quiet day; what a test says of it goes before. */
function figures(facts: Partial<DayFigures>): DayFigures {
  const quiet = { spot: 100, iv30: 0.3, iv90: 0.3, skew30: 0.05, callVolume: 1_000, putVolume: 800 }
  const unknown = recordOf(FIGURE_KEYS, () => Number.NaN)
  return { ...unknown, ...quiet, callOpenInterest: 10_000, putOpenInterest: 8_000, ...facts }
}

/** Stores daily figures of a listing's options, oldest first, ending on `last` and on weekdays only; shows them at once. */
export async function storeFigures(
  ticker: string,
  last: string,
  days: readonly Partial<DayFigures>[],
  dataSet: DataSet = 'own',
): Promise<void> {
  const { id } = catalog().require(ticker)
  const on: number[] = []
  for (let day = dayOfIso(last) ?? 0; on.length < days.length; day--) if ((day + 3) % 7 < 5) on.unshift(day)
  const rows = days.map((facts, place) => {
    const one = figures(facts)
    return { listingId: id, chain: chainOf(on[place] ?? 0, one.spot, []), figures: one }
  })
  await storeChains(rows, dataSet, false)
  await options().refresh()
  options().evict([id])
}
