import type { ResolvableListing } from '../src/catalog/identity/resolve.pure.ts'
import type { ReferenceRow } from '../src/catalog/reference/reference.source.ts'

/** The shipped listings as the resolver takes them, with their places as ids. */
export function shippedUniverse(
  listings: readonly ReferenceRow<'listing'>[],
  aliases: readonly ReferenceRow<'alias'>[],
): ResolvableListing[] {
  const aliasesOf = Map.groupBy(aliases, ({ ticker }) => ticker)
  return listings.map((row, id) => ({
    id,
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
}
