import { catalog } from '../../src/catalog/catalog.ts'
import { dayOfIso } from '../../src/core/time/day.pure.ts'
import { storeActions } from '../../src/market/bars/action.store.ts'
import type { CorporateAction } from '../../src/market/bars/adjust.pure.ts'
import { type DataSet, storeBars } from '../../src/market/bars/bar.store.ts'
import { BarBatch } from '../../src/market/bars/bar-batch.ts'
import { market } from '../../src/market/market.ts'

/** Stores daily closes of a listing, from oldest to newest, ending on `last` and on weekdays only; shows them at once. */
export async function storeCloses(
  ticker: string,
  last: string,
  closes: readonly number[],
  dataSet: DataSet = 'own',
): Promise<void> {
  const listingId = catalog().require(ticker).id
  const batch = new BarBatch(closes.length)
  const days = weekdaysUpTo(last, closes.length)
  closes.forEach((close, index) => {
    const day = days[index] ?? 0
    batch.add({ listingId, day, open: close, high: close + 1, low: close - 1, close, volume: 100 }, 0)
  })
  await storeBars(batch, dataSet, null)
  await market().refresh([listingId])
}

/** Stores corporate actions of a listing and shows them at once. */
export async function storeListingActions(
  ticker: string,
  actions: readonly (readonly [iso: string, type: CorporateAction['type'], value: number])[],
  dataSet: DataSet = 'own',
): Promise<void> {
  const listingId = catalog().require(ticker).id
  const rows = actions.map(([iso, type, value]) => ({ listingId, day: dayOfIso(iso) ?? 0, type, value }))
  await storeActions(rows, dataSet)
  await market().refresh([listingId])
}

function weekdaysUpTo(last: string, count: number): number[] {
  const days: number[] = []
  for (let day = dayOfIso(last) ?? 0; days.length < count; day--) {
    const weekday = new Date(day * 86_400_000).getUTCDay()
    if (weekday !== 0 && weekday !== 6) days.unshift(day)
  }
  return days
}
