import type { KnownAsset } from '../../catalog/knowledge.pure.ts'
import type { Aspect } from '../vocabulary/verdict.pure.ts'
import type { EdgeType } from './graph.pure.ts'
import type { FrontierNode } from './propagate.pure.ts'

/** The name the press uses for an asset. */
export function readPressName(asset: KnownAsset): string {
  return asset.shortNames[0] ?? asset.name
}

/** What the reached asset does, by edge type. */
const EDGE_PHRASE: Readonly<Record<EdgeType, string>> = {
  supplier: 'supplies',
  customer: 'buys from',
  competitor: 'competes with',
  partner: 'is a partner of',
  owner: 'owns a stake in',
  subsidiary: 'belongs to',
  input: 'depends on buying',
  output: 'earns from selling',
  producer: 'is produced by',
  rate: 'is sensitive to',
  fx: 'is exposed to',
  sector_supplier: 'works in an industry that supplies',
  sector_competitor: 'works in the same industry as',
}

/** What happened to the seed, by aspect. */
const CAUSE_PHRASE: Readonly<Record<Aspect, readonly [rise: string, fall: string]>> = {
  demand: ['whose demand rises', 'whose demand weakens'],
  technology: ['whose technology advances', 'whose technology suffers a setback'],
  capital: ['whose finances strengthen', 'whose finances weaken'],
  competition: ['which gains ground on rivals', 'which loses ground to rivals'],
  regulation: ['which rules now favour', 'which rules now burden'],
  supply: ['whose supply improves', 'whose supply is disrupted'],
  pricing: ['whose prices hold up well', 'whose prices or costs are under pressure'],
  geopolitics: ['which politics now helps', 'which politics now hurts'],
}

/** What happened to a seed that is no company. */
const PRICE_CAUSE_PHRASE = ['which rises', 'which falls'] as const

/** The path in words, from the reached asset back to the seed: "ASML supplies TSMC, which supplies Nvidia, whose ...". */
export function writeRationale(node: FrontierNode): string {
  let sentence = readPressName(node.asset)
  let at: FrontierNode = node
  while (at.previous !== null && at.edge !== null) {
    sentence += ` ${EDGE_PHRASE[at.edge.type]} ${readPressName(at.previous.asset)}, `
    at = at.previous
    if (at.previous !== null) sentence += 'which'
  }
  const isCompany = at.asset.type === 'stock' || at.asset.type === 'etf'
  const [rise, fall] = isCompany ? CAUSE_PHRASE[at.aspect] : PRICE_CAUSE_PHRASE
  sentence += at.sign > 0 ? rise : fall
  const meaning = node.sign > 0 ? node.rule?.good : node.rule?.bad
  return meaning === undefined || meaning === '' ? `${sentence}.` : `${sentence}: ${meaning}.`
}
