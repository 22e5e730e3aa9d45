import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { readReference } from '../catalog/reference/reference.source.ts'

/** The shipped reference data as enrichment wants it, without a database; ids are row numbers. For benchmarks and tests. */
export async function readKnowledge(): Promise<Knowledge> {
  const [listings, aliases, megatrends, memberships, relations, sectorLinks] = await Promise.all([
    readReference('listing'),
    readReference('alias'),
    readReference('megatrend'),
    readReference('membership'),
    readReference('relation'),
    readReference('sectorLink'),
  ])
  const ids = new Map(listings.rows.map((row, index) => [row.ticker, index + 1]))
  const idOf = (ticker: string) => ids.get(ticker) ?? 0
  const known = (...tickers: string[]) => tickers.every((ticker) => ids.has(ticker))
  return {
    assets: listings.rows.map((row) => ({
      id: idOf(row.ticker),
      ticker: row.ticker,
      symbol: row.ticker.slice(0, row.ticker.lastIndexOf('.')),
      name: row.name,
      shortNames: row.short_names,
      formerNames: row.former_names,
      type: row.type,
      country: row.country ?? '',
      gics: row.gics,
      marketCapUsd: row.market_cap_usd,
      description: row.description,
    })),
    aliases: aliases.rows
      .filter((row) => known(row.ticker))
      .map((row) => ({ alias: row.alias, assetId: idOf(row.ticker), kind: row.kind })),
    megatrends: megatrends.rows.map((row) => ({
      nodeId: row.node_id,
      parentId: row.parent_id,
      name: row.name,
      tier: row.tier === 1 ? 1 : row.tier === 2 ? 2 : 3,
      keywords: row.keywords,
    })),
    memberships: memberships.rows
      .filter((row) => known(row.ticker))
      .map((row) => ({
        assetId: idOf(row.ticker),
        nodeId: row.node_id,
        role: row.role,
        exposure: row.exposure,
        reason: row.reason,
      })),
    relations: relations.rows
      .filter((row) => known(row.source, row.target))
      .map((row) => ({
        sourceId: idOf(row.source),
        targetId: idOf(row.target),
        type: row.type,
        weight: row.weight,
        sign: row.sign === 1 ? 1 : row.sign === -1 ? -1 : null,
        note: row.note,
      })),
    sectorLinks: sectorLinks.rows.map((row) => ({
      sourceGics: row.source_gics,
      targetGics: row.target_gics,
      type: row.type,
      weight: row.weight,
    })),
  }
}
