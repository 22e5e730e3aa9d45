import DataLoader from 'dataloader'
import type { Context } from '../../core/graphql/context.ts'
import { market } from '../market.ts'
import type { Adjustment } from './adjust.pure.ts'
import type { Timeframe } from './aggregate.pure.ts'
import type { Bars } from './bars.pure.ts'

const loaders = new WeakMap<Context, Map<string, DataLoader<number, Bars>>>()

/** Batched look-up of bar series, one per request, timeframe and adjustment. */
export function seriesLoader(context: Context, timeframe: Timeframe, adjustment: Adjustment): DataLoader<number, Bars> {
  const ofRequest = loaders.get(context) ?? new Map<string, DataLoader<number, Bars>>()
  loaders.set(context, ofRequest)
  const key = `${timeframe} ${adjustment}`
  const present = ofRequest.get(key)
  if (present) return present
  const fresh = new DataLoader<number, Bars>((ids) => market().series(ids, timeframe, adjustment), {
    batchScheduleFn: context.budget.afterTurns,
  })
  ofRequest.set(key, fresh)
  return fresh
}
