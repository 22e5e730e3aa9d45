import type { Knowledge, KnownAsset, KnownMegatrend, RelationType } from '../../src/enrichment/knowledge.math.ts'

/** Who plays in demo stories: the assets and trends of the graph, by the names the press would use. */
export interface Cast {
  readonly companies: readonly KnownAsset[]
  readonly assetsOf: (type: KnownAsset['type']) => readonly KnownAsset[]
  /** Trends that have companies in them. */
  readonly themes: readonly KnownMegatrend[]
  readonly membersOf: (nodeId: number) => readonly KnownAsset[]
  /** Phrases of the trends a company takes part in. */
  readonly phrasesOf: (assetId: number) => readonly string[]
  readonly productsOf: (assetId: number) => readonly string[]
  /** A trend's phrase with the capitals of its words: "lng carrier" is "LNG carrier". */
  readonly spelt: (phrase: string) => string
  /** Press names of the assets at the other end of links of a type; `end` says which end they are at. */
  readonly linked: (assetId: number, type: RelationType, end: 'source' | 'target' | 'either') => readonly string[]
}

/** The name a headline uses. */
export function pressName(asset: KnownAsset): string {
  return asset.shortNames[0] ?? asset.name
}

/** Spells acronyms, and words that are never written small, as descriptions do within sentences. */
function spellingOf(descriptions: readonly string[]): (phrase: string) => string {
  const spellings = new Map<string, string[]>()
  for (const description of descriptions) {
    for (const [word] of description.replace(/^\S+/, '').matchAll(/[A-Za-z][A-Za-z0-9]*/g)) {
      const known = spellings.get(word.toLowerCase())
      if (known) known.push(word)
      else spellings.set(word.toLowerCase(), [word])
    }
  }
  return (phrase) =>
    phrase.replaceAll(/[a-z][a-z0-9]*/g, (word) => {
      const [spelling = word, ...others] = spellings.get(word) ?? []
      const always = others.every((other) => other === spelling)
      // A word met once or twice may be part of a name: Super Retail.
      return always && (others.length >= 3 || /^[A-Z0-9]+$/.test(spelling)) ? spelling : word
    })
}

/** Indexes the graph for the story teller. */
export function castOf(knowledge: Knowledge): Cast {
  const assets = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const byType = Map.groupBy(knowledge.assets, (asset) => asset.type)
  // Of several lines of one company only the one with press names is in the news.
  const companies = (byType.get('stock') ?? []).filter((asset) => asset.shortNames.length > 0)
  const isCompany = new Set(companies.map((asset) => asset.id))
  const members = Map.groupBy(
    knowledge.memberships.filter((membership) => isCompany.has(membership.assetId)),
    (membership) => membership.nodeId,
  )
  const nodes = new Map(knowledge.megatrends.map((node) => [node.nodeId, node]))
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
    themes: knowledge.megatrends.filter((node) => node.tier === 3 && members.has(node.nodeId)),
    membersOf: (nodeId) => (members.get(nodeId) ?? []).flatMap(({ assetId }) => assets.get(assetId) ?? []),
    phrasesOf: (assetId) => (memberships.get(assetId) ?? []).flatMap(({ nodeId }) => nodes.get(nodeId)?.keywords ?? []),
    productsOf: (assetId) => (products.get(assetId) ?? []).map(({ alias }) => alias),
    spelt: spellingOf(knowledge.assets.map(({ description }) => description)),
    linked: (assetId, type, end) =>
      end === 'either'
        ? [...namesAt(assetId, type, 'source'), ...namesAt(assetId, type, 'target')]
        : namesAt(assetId, type, end),
  }
}
