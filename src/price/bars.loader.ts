import DataLoader from 'dataloader'
import type { Context } from '../core/context.ts'
import type { Adjustment } from './adjust.math.ts'
import type { Timeframe } from './aggregate.math.ts'
import type { Bars } from './bars.math.ts'
import { market } from './market.ts'

const loaders = new WeakMap<Context, Map<string, DataLoader<number, Bars>>>()

/** Series of listings; those one turn of a request asks for are read in one statement. */
export function seriesLoader(context: Context, timeframe: Timeframe, adjustment: Adjustment): DataLoader<number, Bars> {
  const ofRequest = loaders.get(context) ?? new Map<string, DataLoader<number, Bars>>()
  loaders.set(context, ofRequest)
  const key = `${timeframe} ${adjustment}`
  const present = ofRequest.get(key)
  if (present) return present
  const fresh = new DataLoader<number, Bars>((ids) => market().series(ids, timeframe, adjustment))
  ofRequest.set(key, fresh)
  return fresh
}
