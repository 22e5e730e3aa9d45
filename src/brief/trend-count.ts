import { forgetOnNews } from '../news/feed-total.ts'
import { storiesByTrend } from './trend-count.store.ts'
import { instantsOf, windowDays } from './window.math.ts'

let remembered: { readonly day: string; readonly counts: Promise<ReadonlyMap<number, number>> } | null = null
forgetOnNews(() => {
  remembered = null
})

/** Stories of the last 30 UTC days by megatrend, remembered until there is news or the day turns. */
export function storyCounts30d(nowMs: number): Promise<ReadonlyMap<number, number>> {
  const span = windowDays('30d', nowMs)
  if (remembered?.day === span.to) return remembered.counts
  const { startMs, endMs } = instantsOf(span)
  const counts = storiesByTrend(new Date(startMs), new Date(endMs))
  const mine = { day: span.to, counts }
  remembered = mine
  counts.catch(() => {
    if (remembered === mine) remembered = null
  })
  return counts
}
