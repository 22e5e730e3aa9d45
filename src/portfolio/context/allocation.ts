import type { Listing } from '../../catalog/catalog.store.ts'
import { catalog } from '../../catalog/catalog.ts'
import type { Book } from '../valuation/book.ts'

/** Part of a portfolio that has something in common. */
export interface WeightedKey {
  readonly key: string
  readonly weightPct: number
}

/** A portfolio by megatrend and country. */
export interface Breakdown {
  readonly themes: readonly WeightedKey[]
  readonly countries: readonly WeightedKey[]
}

/** What is held of a listing, in the base currency; negative when owed. */
export interface Stake {
  readonly listing: Listing
  readonly value: number
}

/** What is held of a listing at the end of a window. */
export interface ContextHolding {
  readonly listing: Listing
  readonly weightPct: number | null
  readonly valueBase: number
  readonly themes: readonly string[]
}

/** Node ids of the first tier end in six zeros. */
const FAMILY = 1_000_000

/** What is held, by listing, both sides together. */
export function stakesOf({ outstanding }: Pick<Book, 'outstanding'>): Stake[] {
  const values = new Map<Listing, number>()
  for (const { listing, marketValueBase } of outstanding.positions)
    values.set(listing, (values.get(listing) ?? 0) + marketValueBase.toNumber())
  return [...values].map(([listing, value]) => ({ listing, value }))
}

/** A book by megatrend and country. */
export function computeBreakdown(book: Pick<Book, 'outstanding'>): Breakdown {
  const stakes = stakesOf(book)
  return {
    themes: weigh(stakes, ({ id }) => themesOf(id)),
    countries: weigh(stakes, ({ country }) => [country ?? 'unknown']),
  }
}

/** Node ids of the megatrends of the first tier that a listing belongs to. */
export function familiesOf(listingId: number): number[] {
  const families = catalog()
    .membershipsOf(listingId)
    .map(({ nodeId }) => Math.floor(nodeId / FAMILY) * FAMILY)
  return [...new Set(families)]
}

/** Slugs of the megatrends of the first tier that a listing belongs to. */
export function themesOf(listingId: number): string[] {
  return familiesOf(listingId).flatMap((id) => catalog().megatrend(id)?.slug ?? [])
}

/** Weights of what listings have in common, largest first: a listing counts whole for each of its keys, and all keys make 100. */
export function weigh(stakes: readonly Stake[], keysOf: (listing: Listing) => readonly string[]): WeightedKey[] {
  const sums = new Map<string, number>()
  for (const { listing, value } of stakes)
    for (const key of keysOf(listing)) sums.set(key, (sums.get(key) ?? 0) + Math.abs(value))
  const total = [...sums.values()].reduce((sum, value) => sum + value, 0)
  if (total === 0) return []
  return [...sums]
    .map(([key, value]) => ({ key, weightPct: Math.round((value / total) * 1e6) / 1e4 }))
    .toSorted((a, b) => b.weightPct - a.weightPct || (a.key < b.key ? -1 : 1))
}
