import MiniSearch from 'minisearch'
import type { ResolvableListing } from '../src/catalog/identity/resolve.pure.ts'
import { SYNONYMS } from '../src/catalog/identity/synonyms.source.ts'
import { readReference } from '../src/catalog/reference/reference.source.ts'
import { benchResolve, type ResolvePeer } from './resolve.ts'
import { shippedUniverse } from './shipped-universe.ts'

const minisearch: ResolvePeer = {
  name: 'minisearch 7.2.0',
  build(listings) {
    const index = new MiniSearch<ResolvableListing>({
      fields: ['ticker', 'symbol', 'name', 'shortNames', 'formerNames', 'aliases', 'description'],
      searchOptions: { fuzzy: 0.2, prefix: true, boost: { symbol: 5, ticker: 5, shortNames: 3, name: 2 } },
      stringifyField: (value) => (Array.isArray(value) ? value.join(' ') : String(value)),
    })
    index.addAll(listings)
    return (query) => index.search(query)[0]?.id ?? null
  },
}

/** Benchmarks the resolver over the shipped universe plus 25,000 fictitious listings, compared with minisearch on the same queries. */
export async function benchResolver(): Promise<void> {
  const [listings, aliases, exchanges] = await Promise.all([
    readReference('listing'),
    readReference('alias'),
    readReference('exchange'),
  ])
  const universe = shippedUniverse(listings.rows, aliases.rows)
  const reference = {
    exchanges: exchanges.rows.map((row) => ({ code: row.code, alsoWritten: row.also_written })),
    synonyms: SYNONYMS,
  }
  benchResolve(universe, reference, [minisearch])
}
