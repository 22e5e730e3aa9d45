import MiniSearch from 'minisearch'
import type { ResolvableListing } from '../src/catalog/identity/resolve.pure.ts'
import { SYNONYMS } from '../src/catalog/identity/synonyms.source.ts'
import { readReference } from '../src/catalog/reference/reference.source.ts'
import { benchResolve, type ResolvePeer } from './resolve.ts'

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
  const aliasesOf = Map.groupBy(aliases.rows, (row) => row.ticker)
  const universe = listings.rows.map((row, index) => ({
    id: index + 1,
    ticker: row.ticker,
    symbol: row.ticker.slice(0, row.ticker.lastIndexOf('.')),
    name: row.name,
    shortNames: row.short_names,
    formerNames: row.former_names,
    aliases: (aliasesOf.get(row.ticker) ?? []).map(({ alias }) => alias),
    isin: row.isin,
    country: row.country ?? '',
    type: row.type,
    exchange: row.exchange,
    marketCapUsd: row.market_cap_usd,
    description: row.description,
  }))
  const reference = {
    exchanges: exchanges.rows.map((row) => ({ code: row.code, alsoWritten: row.also_written })),
    synonyms: SYNONYMS,
  }
  benchResolve(universe, reference, [minisearch])
}
