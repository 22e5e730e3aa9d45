import DataLoader from 'dataloader'
import type { Context } from '../core/graphql/context.ts'
import { DAY_MS } from '../core/time/day.pure.ts'
import { countCoMentions } from './co-mention.store.ts'

type Shared = ReadonlyMap<number, number>

const loaders = new WeakMap<Context, DataLoader<number, Shared>>()
const NONE: Shared = new Map()
/** Days over which co-mentions are counted. */
const DAYS = 365

/** Batched look-up, one per request, of co-mention counts: stories on competition that name a listing, by the other listing they name. */
export function coMentionLoader(context: Context): DataLoader<number, Shared> {
  const present = loaders.get(context)
  if (present) return present
  const since = new Date(context.clock.now() - DAYS * DAY_MS)
  const fresh = new DataLoader<number, Shared>(
    async (ids) => {
      const found = await countCoMentions(ids, since)
      return ids.map((id) => found.get(id) ?? NONE)
    },
    { batchScheduleFn: context.budget.afterTurns },
  )
  loaders.set(context, fresh)
  return fresh
}
