import { findIssuers } from '../../catalog/identity/issuer.pure.ts'
import type { Knowledge, KnownAsset, RelationType } from '../../catalog/knowledge.pure.ts'
import { type BusinessPart, computeBusinessShare, isSelling } from '../../catalog/taxonomy/business-share.pure.ts'
import { rememberOne } from '../../core/once.pure.ts'
import { familyOf, indexThemeKeywords, trendOf } from '../classify/theme.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import { wordSet } from '../text/word-set.pure.ts'
import { STEP_RELATIONS } from '../vocabulary/verdict.pure.ts'

/** Types of the graph's edges: what the reached asset is to the moved one. */
export const EDGE_TYPES = STEP_RELATIONS.filter(
  (relation) => relation !== 'member' && relation !== 'line' && relation !== 'event',
)
export type EdgeType = (typeof EDGE_TYPES)[number]

/** An edge from a moved asset to one it moves. */
export interface GraphEdge {
  readonly to: KnownAsset
  readonly type: EdgeType
  /** Importance of the moved asset for the reached one. */
  readonly weight: number
  /** Only for rates and currencies: what a rise does. */
  readonly sign: 1 | -1
  /** What is sold, shared or competed for: "supplier of tyres". */
  readonly note: string
  /** Share of the moved company's business in which the reached one sells too, 0 to 1. */
  readonly overlap: number
}

/** The knowledge graph as effects walk it. */
export type Graph = ReturnType<typeof createGraph>

// The edge types of a relation from its source and from its target; null where no effect passes.
const EDGES_OF_RELATION: Readonly<
  Record<RelationType, readonly [fromSource: EdgeType | null, fromTarget: EdgeType | null]>
> = {
  supplier: ['customer', 'supplier'],
  competitor: ['competitor', 'competitor'],
  partner: ['partner', 'partner'],
  parent: ['subsidiary', 'owner'],
  input: ['input', null],
  output: ['output', 'producer'],
  rate: ['rate', null],
  fx: ['fx', null],
  // Further share classes get the impact of the main one: asset-impact.pure.ts.
  line: [null, null],
}

/** Relations of which a company has none where only its industry is known. */
const OF_COMPANIES = wordSet('supplier competitor partner parent')
/** Edges along which a small company moves a large one little. */
const OF_SIZE = wordSet('supplier competitor partner sector_supplier sector_competitor')

/** Companies of an industry taken as neighbours of a company without relations. */
const MAX_PER_SECTOR = 2

/** Overlap of the businesses of two companies of which it is not known. */
const UNKNOWN_OVERLAP = 0.5

/** How much of what is told of a business that is a smaller part of a company is felt by those the company deals with. */
const SECONDARY_SEGMENT = 0.4

/** What is heard of a company falls with this power of its size beside a larger one it deals with. */
const SIZE_POWER = 0.3

/** A product that notes of relations name, and the families of megatrends it belongs to: prisma/reference/ripple/note-words.csv. */
export interface NoteWord {
  readonly phrase: string
  readonly families: readonly number[]
}

/**
 * Builds the graph: an asset's own relations, or those of its industry where it has no company relation. The lines of one issuer are one
 * asset, its main line. Edges weigh what the moved asset is to the reached one: a small customer moves its large supplier little, a holding
 * moves its owner by its part of the owner's value, a maker moves the price of its product by its part of all makers.
 */
export function createGraph(knowledge: Knowledge, noteWords: readonly NoteWord[] = []) {
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset]))
  const mainOf = indexMainLines(knowledge)
  const selling = Map.groupBy(knowledge.memberships, ({ assetId }) => mainOf(assetId))
  const edges = new Map<number, GraphEdge[]>()
  const linked = new Set<number>()
  const output = sumOutput(knowledge, byId)
  const add = (fromId: number, toId: number, type: EdgeType | null, weight: number, sign: 1 | -1, note: string) => {
    const [from, to] = [byId.get(mainOf(fromId)), byId.get(mainOf(toId))]
    if (from === undefined || to === undefined || type === null || from === to || isSecondaryLine(to)) return
    const list = edges.get(from.id) ?? []
    edges.set(from.id, list)
    if (list.some((edge) => edge.to === to && edge.type === type)) return
    const isRival = type === 'competitor'
    const overlap = isRival ? computeBusinessShare(selling.get(from.id) ?? [], selling.get(to.id) ?? []) : null
    const scaled = weighEdge(type, from, to, weight, output.get(to.id) ?? 0)
    list.push({ to, type, weight: scaled, sign, note, overlap: overlap ?? UNKNOWN_OVERLAP })
  }
  for (const { sourceId, targetId, type, weight, sign, note } of knowledge.relations) {
    const [fromSource, fromTarget] = EDGES_OF_RELATION[type]
    add(sourceId, targetId, fromSource, weight, sign ?? 1, note)
    add(targetId, sourceId, fromTarget, weight, sign ?? 1, note)
    if (OF_COMPANIES.has(type)) for (const id of [sourceId, targetId]) linked.add(mainOf(id))
  }
  const bySector = indexLargestBySector(knowledge.assets)
  /** The largest of an industry, those at home first. */
  const neighboursOf = ({ id, country }: KnownAsset, gics: string) => {
    const others = (bySector.get(gics) ?? []).filter((other) => other.id !== id)
    const near = others.filter((other) => other.country === country)
    return (near.length > 0 ? near : others).slice(0, MAX_PER_SECTOR)
  }
  for (const asset of knowledge.assets) {
    if (asset.gics === null || linked.has(asset.id)) continue
    for (const link of knowledge.sectorLinks) {
      if (!asset.gics.startsWith(link.targetGics)) continue
      for (const other of neighboursOf(asset, link.sourceGics))
        add(asset.id, other.id, `sector_${link.type}`, link.weight, 1, '')
    }
    if (!edges.get(asset.id)?.some(({ type }) => type === 'sector_competitor'))
      for (const peer of neighboursOf(asset, asset.gics)) add(asset.id, peer.id, 'sector_competitor', 0.5, 1, '')
  }
  for (const list of edges.values()) {
    list.sort((a, b) => b.weight - a.weight || sizeOf(b.to) - sizeOf(a.to))
  }
  const segments = new Map([...selling].map(([id, parts]) => [id, collectSegments(parts)]))
  const keywords = indexThemeKeywords(knowledge)
  const products = new PhraseTrie<readonly number[]>()
  for (const { phrase, families: nodes } of noteWords) products.add(phrase, () => nodes)
  const familiesOf = rememberOne((note: string): ReadonlySet<number> => {
    const whole = tokenise(note)
    // "Chips for cars" are chips.
    const product = tokenise(note.replace(/ for .*$/, ''))
    const told = [keywords.findAll(whole.words, whole.breaks), products.findAll(product.words, product.breaks)]
    return new Set(told.flat().flatMap(({ value }) => value.map(familyOf)))
  })
  const names = new Map(knowledge.megatrends.map(({ nodeId, name }) => [nodeId, name]))
  return {
    /** The edges out of an asset, heaviest first. */
    edgesFrom: (assetId: number): readonly GraphEdge[] => edges.get(assetId) ?? NO_EDGES,
    /** The megatrends in which a company sells something, with those above them, and how much of its business each is. */
    segmentsOf: (assetId: number): ReadonlyMap<number, number> => segments.get(assetId) ?? NO_SEGMENTS,
    /** The families of megatrends that a note of an edge speaks of: "chips for phones". */
    familiesOf,
    /** The name of a megatrend. */
    nameOf: (nodeId: number) => names.get(nodeId) ?? '',
  }
}

/** The main line of each listing: the one of its issuer that has a press name. */
function indexMainLines(knowledge: Knowledge): (assetId: number) => number {
  const issuers = findIssuers(knowledge.relations)
  const main = new Map<number, number>()
  for (const asset of knowledge.assets) {
    const issuer = issuers.get(asset.id)
    if (issuer !== undefined && !isSecondaryLine(asset) && !main.has(issuer)) main.set(issuer, asset.id)
  }
  return (assetId) => main.get(issuers.get(assetId) ?? assetId) ?? assetId
}

/** What one asset is to another by their sizes, where it is more or less than the link itself says. */
function weighEdge(type: EdgeType, from: KnownAsset, to: KnownAsset, weight: number, output: number): number {
  const [own, its] = [sizeOf(from), sizeOf(to)]
  // The root of its part of all makers, as a price moves more than what is missing.
  if (type === 'producer') return output > 0 ? Math.sqrt(Math.min(1, (weight * own) / output)) : 0
  if (own <= 0 || its <= 0) return weight
  if (type === 'owner') return Math.min(1, (weight * own) / its)
  return OF_SIZE.has(type) ? weight * compareSize(from, to) : weight
}

/** How much of what happens to a company is felt by one it deals with, by their sizes: 0 to 1. */
export function compareSize(from: KnownAsset, to: KnownAsset): number {
  const [own, its] = [sizeOf(from), sizeOf(to)]
  return own > 0 && its > 0 ? Math.min(1, (own / its) ** SIZE_POWER) : 1
}

/** Market values of the known makers of each commodity, as far as they live of it. */
function sumOutput(knowledge: Knowledge, byId: ReadonlyMap<number, KnownAsset>): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { sourceId, targetId, type, weight } of knowledge.relations) {
    if (type !== 'output') continue
    sums.set(sourceId, (sums.get(sourceId) ?? 0) + weight * sizeOf(byId.get(targetId)))
  }
  return sums
}

function collectSegments(parts: readonly BusinessPart[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const { nodeId, exposure } of parts.filter(isSelling)) {
    for (const node of [nodeId, trendOf(nodeId), familyOf(nodeId)]) {
      if (exposure === 'core' || !found.has(node)) found.set(node, exposure === 'core' ? 1 : SECONDARY_SEGMENT)
    }
  }
  return found
}

const NO_SEGMENTS = new Map<number, number>()
const NO_EDGES: readonly GraphEdge[] = []

/** The edge by which one asset is to another what the type says. */
export function findEdge({ edgesFrom }: Graph, from: KnownAsset, to: KnownAsset, type: string): GraphEdge | undefined {
  return edgesFrom(from.id).find((edge) => edge.to === to && edge.type === type)
}

/** True where there is such an edge. */
export function hasEdge(graph: Graph, from: KnownAsset, to: KnownAsset, type: string): boolean {
  return findEdge(graph, from, to, type) !== undefined
}

/** Orders what is about assets, the largest asset first. */
export function compareSizes(a: { readonly asset: KnownAsset }, b: typeof a): number {
  return sizeOf(b.asset) - sizeOf(a.asset)
}

/** Its market value in dollars; 0 where it is not known. */
export function sizeOf(asset: KnownAsset | undefined): number {
  return asset?.marketCapUsd ?? 0
}

/** A further share class or depositary receipt: only the main line of a company has a press name. */
export function isSecondaryLine(asset: KnownAsset): boolean {
  return asset.type === 'stock' && asset.shortNames.length === 0
}

/** Companies of every GICS prefix (2, 4, 6, 8 digits), largest first. */
function indexLargestBySector(assets: readonly KnownAsset[]): Map<string, readonly KnownAsset[]> {
  const sized = assets
    .filter((asset) => asset.type === 'stock' && asset.gics !== null && !isSecondaryLine(asset))
    .sort((a, b) => sizeOf(b) - sizeOf(a) || a.id - b.id)
  const lengths = [2, 4, 6, 8]
  return new Map(lengths.flatMap((digits) => [...Map.groupBy(sized, ({ gics }) => (gics ?? '').slice(0, digits))]))
}
