import DataLoader from 'dataloader'
import type { Context } from '../core/context.ts'
import { sharedCompetitionStories } from './rivalry.store.ts'

type Shared = ReadonlyMap<number, number>

const loaders = new WeakMap<Context, DataLoader<number, Shared>>()
const NONE: Shared = new Map()
/** Days stories on competition are looked at. */
const DAYS = 365

/** Stories on competition that name a listing, by the listing named beside it; those of one turn are read in one statement. */
export function rivalryLoader(context: Context): DataLoader<number, Shared> {
  const present = loaders.get(context)
  if (present) return present
  const since = new Date(context.clock.now() - DAYS * 86_400_000)
  const fresh = new DataLoader<number, Shared>(async (ids) => {
    const found = await sharedCompetitionStories(ids, since)
    return ids.map((id) => found.get(id) ?? NONE)
  })
  loaders.set(context, fresh)
  return fresh
}
