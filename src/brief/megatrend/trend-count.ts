import { instantsOf, windowDays } from '../../core/time/window.pure.ts'
import { untilNews } from '../../news/feed/until-news.ts'
import { storiesByTrend } from './trend-count.store.ts'

// One day at a time, and its neighbours while the day turns.
const remember = untilNews<ReadonlyMap<number, number>>(4)

/** Stories of the last 30 UTC days by megatrend; counted once for all nodes, until there is news or the day turns. */
export function storyCounts30d(nowMs: number): Promise<ReadonlyMap<number, number>> {
  const span = windowDays('30d', nowMs)
  const { startMs, endMs } = instantsOf(span)
  return remember(span.to, () => storiesByTrend(new Date(startMs), new Date(endMs)))
}
