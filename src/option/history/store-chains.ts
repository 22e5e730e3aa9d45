import { createHash } from 'node:crypto'
import type pg from 'pg'
import { inTransaction } from '../../core/database/db.ts'
import { yearOfDay } from '../../core/time/day.pure.ts'
import type { DataSet } from '../../market/bars/bar.store.ts'
import { type Chain, CONTRACT_NUMBERS } from '../chain/chain.pure.ts'
import { createSeries, type DayFigures } from './figure.pure.ts'
import {
  claimOptions,
  notifyOptionsChanged,
  type OptionYear,
  readChainDigests,
  readYears,
  replaceChains,
  replaceYears,
  type StoredChain,
} from './history.store.ts'
import { type Change, mergeFigures } from './merge-figures.pure.ts'

/** A chain with the figures of its day. */
export interface DayOfChain {
  readonly listingId: number
  readonly chain: Chain
  readonly figures: DayFigures
}

/**
 * Stores the figures of some chains, and the chains themselves where they are the latest of their listing (all with `keepAll`), in one
 * transaction; returns what each of them changed. Options that another data set brought go first.
 */
export function storeChains(
  days: readonly DayOfChain[],
  dataSet: DataSet,
  keepAll: boolean,
): Promise<readonly Change[]> {
  const listingIds = [...new Set(days.map(({ listingId }) => listingId))]
  return inTransaction(async (client) => {
    await claimOptions(client, listingIds, dataSet)
    const changes = await storeFigures(client, days)
    await storeContracts(client, days, listingIds, keepAll, changes)
    if (changes.some((change) => change !== 'skipped')) await notifyOptionsChanged(client, listingIds)
    return changes
  })
}

async function storeFigures(client: pg.PoolClient, days: readonly DayOfChain[]): Promise<Change[]> {
  const places = Map.groupBy(days.keys(), (place) => {
    const { listingId = 0, chain } = days[place] ?? {}
    return `${listingId} ${yearOfDay(chain?.day ?? 0)}`
  })
  const wanted = [...places.keys()].map((key) => {
    const [listingId = 0, year = 0] = key.split(' ').map(Number)
    return { listingId, year }
  })
  const stored = new Map(
    (await readYears(client, wanted)).map(({ listingId, year, series }) => [`${listingId} ${year}`, series]),
  )
  const changes: Change[] = []
  const changed: OptionYear[] = []
  for (const { listingId, year } of wanted) {
    const key = `${listingId} ${year}`
    const here = places.get(key) ?? []
    const added = here.flatMap((place) => {
      const one = days[place]
      return one ? [{ day: one.chain.day, figures: one.figures }] : []
    })
    const merged = mergeFigures(stored.get(key) ?? createSeries(0), added)
    for (const [index, place] of here.entries()) changes[place] = merged.changes[index] ?? 'skipped'
    if (merged.changes.some((change) => change !== 'skipped')) changed.push({ listingId, year, series: merged.series })
  }
  await replaceYears(client, changed)
  return changes
}

/** Stores the chains that are to be kept; one whose contracts differ from those that are stored counts as updated. */
async function storeContracts(
  client: pg.PoolClient,
  days: readonly DayOfChain[],
  listingIds: readonly number[],
  keepAll: boolean,
  changes: Change[],
): Promise<void> {
  const stored = await readChainDigests(client, listingIds)
  const digests = new Map(stored.map(({ listingId, day, digest }) => [`${listingId} ${day}`, digest]))
  const latest = new Map<number, number>()
  for (const { listingId, day } of [...stored, ...days.map(({ listingId, chain }) => ({ listingId, day: chain.day }))])
    latest.set(listingId, Math.max(latest.get(listingId) ?? day, day))
  const kept = new Map<string, StoredChain>()
  days.forEach(({ listingId, chain }, place) => {
    if (!keepAll && chain.day !== latest.get(listingId)) return
    const key = `${listingId} ${chain.day}`
    const digest = digestOf(chain)
    const before = digests.get(key)
    if (before && Buffer.compare(before, digest) === 0 && !kept.has(key)) return
    if (changes[place] === 'skipped') changes[place] = 'updated'
    kept.set(key, { listingId, chain, digest })
  })
  await replaceChains(client, [...kept.values()], !keepAll)
}

/** SHA-256 over the contracts of a chain. */
export function digestOf(chain: Chain): Uint8Array {
  const hash = createHash('sha256').update(`${chain.day} ${chain.spot}`)
  for (const column of [chain.expiryDay, chain.isCall, ...CONTRACT_NUMBERS.map((key) => chain[key])])
    hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength))
  return hash.digest()
}
