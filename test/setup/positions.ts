import { Readable } from 'node:stream'
import { dayOfIso } from '../../src/core/time/day.pure.ts'
import { storeReports } from '../../src/positioning/report.store.ts'
import { loadReports } from '../../src/positioning/report-keeper.ts'
import { reportOf, weeksUntil } from './cot.ts'

/** Stores eight weeks of reports on gold, ten-year notes and enough currencies for a second page of extremes; shows them at once. */
export async function storePositions(): Promise<void> {
  const days = weeksUntil(dayOfIso('2026-11-10') ?? 0, 8)
  const codes = ['088691', '099741', '096742', '097741', '090741', '043602']
  const reports = codes.flatMap((code) => days.map((day, index) => reportOf(code, day, { largeNet: 10 * index })))
  await storeReports(Readable.from([reports]))
  await loadReports()
}
