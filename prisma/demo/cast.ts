import type { Knowledge, KnownAsset, RelationType } from '../../src/enrichment/knowledge.math.ts'
import type { ThemePhrases } from './theme-phrase.ts'

/** Who plays in demo stories: the assets and trends of the graph, by the names the press would use. */
export interface Cast {
  readonly companies: readonly KnownAsset[]
  readonly assetsOf: (type: KnownAsset['type']) => readonly KnownAsset[]
  /** Trends that have companies in them, by phrases of the press. */
  readonly themes: readonly ThemePhrases[]
  readonly membersOf: (nodeId: number) => readonly KnownAsset[]
  /** Trends a company takes part in. */
  readonly themesOf: (assetId: number) => readonly ThemePhrases[]
  readonly productsOf: (assetId: number) => readonly string[]
  /** Press names of the assets at the other end of links of a type; `end` says which end they are at. */
  readonly linked: (assetId: number, type: RelationType, end: 'source' | 'target' | 'either') => readonly string[]
}

/** The name a headline uses. */
export function pressName(asset: KnownAsset): string {
  return asset.shortNames[0] ?? asset.name
}

/** Indexes the graph for the story teller. */
export function castOf(knowledge: Knowledge, themes: readonly ThemePhrases[]): Cast {
  const assets = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const byType = Map.groupBy(knowledge.assets, (asset) => asset.type)
  // Of several lines of one company only the one with press names is in the news.
  const companies = (byType.get('stock') ?? []).filter((asset) => asset.shortNames.length > 0)
  const isCompany = new Set(companies.map((asset) => asset.id))
  const members = Map.groupBy(
    knowledge.memberships.filter((membership) => isCompany.has(membership.assetId)),
    (membership) => membership.nodeId,
  )
  const themeOf = new Map(themes.map((theme) => [theme.nodeId, theme]))
  const memberships = Map.groupBy(knowledge.memberships, (membership) => membership.assetId)
  const products = Map.groupBy(
    knowledge.aliases.filter(({ kind }) => kind === 'product' || kind === 'brand'),
    (alias) => alias.assetId,
  )
  const links = Map.groupBy(
    knowledge.relations.flatMap(({ sourceId, targetId, type }) => [
      { key: `${targetId} ${type} source`, other: sourceId },
      { key: `${sourceId} ${type} target`, other: targetId },
    ]),
    ({ key }) => key,
  )
  const namesAt = (assetId: number, type: RelationType, end: 'source' | 'target') =>
    (links.get(`${assetId} ${type} ${end}`) ?? []).flatMap(({ other }) => {
      const asset = assets.get(other)
      return asset && asset.shortNames.length > 0 ? [pressName(asset)] : []
    })
  return {
    companies,
    assetsOf: (type) => byType.get(type) ?? [],
    themes: themes.filter(({ nodeId }) => members.has(nodeId)),
    membersOf: (nodeId) => (members.get(nodeId) ?? []).flatMap(({ assetId }) => assets.get(assetId) ?? []),
    themesOf: (assetId) => (memberships.get(assetId) ?? []).flatMap(({ nodeId }) => themeOf.get(nodeId) ?? []),
    productsOf: (assetId) => (products.get(assetId) ?? []).map(({ alias }) => alias),
    linked: (assetId, type, end) =>
      end === 'either'
        ? [...namesAt(assetId, type, 'source'), ...namesAt(assetId, type, 'target')]
        : namesAt(assetId, type, end),
  }
}
