import DataLoader from 'dataloader'
import type { Context } from '../../core/graphql/context.ts'
import { readPeriods, type StoredStatements } from '../statement/statement.store.ts'
import type { PeriodRequest } from './period-request.pure.ts'

type StatementsLoader = DataLoader<number, StoredStatements | null>

const loaders = new WeakMap<Context, Map<string, StatementsLoader>>()

/** Batched look-up of companies' periods of a type and their latest twelve months, one per request and span. */
export function statementsLoader(context: Context, request: PeriodRequest): StatementsLoader {
  const latest = 'latest' in request && Number.isFinite(request.latest) ? request.latest : null
  const ofRequest = loaders.get(context) ?? new Map<string, StatementsLoader>()
  loaders.set(context, ofRequest)
  const key = `${request.type} ${latest}`
  const present = ofRequest.get(key)
  if (present) return present
  const fresh: StatementsLoader = new DataLoader(async (ids) => {
    const found = await readPeriods(ids, { types: [request.type, 'T'], ...(latest === null ? {} : { latest }) })
    return ids.map((id) => found.get(id) ?? null)
  })
  ofRequest.set(key, fresh)
  return fresh
}
