import { describe, expect, test } from 'vitest'
import type { Knowledge, KnownAsset, KnownRelation } from '../../catalog/knowledge.pure.ts'
import type { Verdict } from '../vocabulary/verdict.pure.ts'
import { createGraph } from './graph.pure.ts'
import { createPropagator, MAX_EFFECTS, type RippleRule } from './propagate.pure.ts'

const asset = (id: number, name: string, more: Partial<KnownAsset> = {}): KnownAsset => ({
  id,
  ticker: `${name.toUpperCase()}.US`,
  symbol: name.toUpperCase(),
  name,
  shortNames: [name],
  formerNames: [],
  type: 'stock',
  country: 'US',
  gics: '45301020',
  marketCapUsd: 1e9 * id,
  description: '',
  ...more,
})

const rule = (edge: RippleRule['edge'], aspect: RippleRule['aspect'], factor: number, becomes: RippleRule['becomes']) =>
  ({ edge, aspect, scope: '*', factor, becomes, good: 'good for it', bad: 'bad for it' }) satisfies RippleRule

const RULES = [
  rule('supplier', 'demand', 0.8, 'demand'),
  rule('customer', 'supply', 0.8, 'supply'),
  rule('competitor', 'supply', -0.6, 'competition'),
  rule('competitor', 'competition', -0.6, 'competition'),
  rule('input', '*', -0.7, 'pricing'),
  rule('output', '*', 0.7, 'pricing'),
  rule('rate', '*', 0.7, 'capital'),
]

const relation = (sourceId: number, targetId: number, type: KnownRelation['type'], sign: 1 | -1 | null = null) =>
  ({ sourceId, targetId, type, weight: 1, sign }) satisfies KnownRelation

function world(assets: readonly KnownAsset[], relations: readonly KnownRelation[]) {
  const knowledge: Knowledge = { assets, relations, aliases: [], megatrends: [], memberships: [], sectorLinks: [] }
  return createPropagator(createGraph(knowledge), RULES)
}

const verdict = (score: number, aspect: Verdict['aspect']): Verdict => ({
  direction: score > 0 ? 'pos' : 'neg',
  score,
  aspect,
  because: '',
})

const nvidia = asset(1, 'Nvidia')
const tsmc = asset(2, 'TSMC')
const asml = asset(3, 'ASML')
const toyota = asset(4, 'Toyota')
const oil = asset(5, 'Oil', { type: 'commodity', gics: null })

describe('propagation', () => {
  test('a rise of demand reaches suppliers, and theirs more weakly, with the path in words', () => {
    const propagate = world([nvidia, tsmc, asml], [relation(2, 1, 'supplier'), relation(3, 2, 'supplier')])
    const effects = propagate([{ asset: nvidia, verdict: verdict(1, 'demand'), relevance: 1 }], 'company')
    expect(effects.map((effect) => [effect.asset.name, effect.direction, effect.hop, effect.path])).toEqual([
      ['TSMC', 'pos', 1, [1, 2]],
      ['ASML', 'pos', 2, [1, 2, 3]],
    ])
    expect(effects[1]?.rationale).toBe('ASML supplies TSMC, which supplies Nvidia, whose demand rises: good for it.')
    // What the rule lets pass, and less of it with each further hop.
    expect(effects[0]?.strength).toBeCloseTo(0.8)
    expect(effects[1]?.strength).toBeCloseTo(0.8 * 0.8 * 0.75)
  })

  test('an effect ends after three hops', () => {
    const chain = Array.from({ length: 6 }, (_, i) => asset(10 + i, `Link${i}`))
    const links = chain.slice(1).map((one, i) => relation(one.id, 10 + i, 'supplier'))
    const [first] = chain
    const effects = world(chain, links)(
      first ? [{ asset: first, verdict: verdict(1, 'demand'), relevance: 1 }] : [],
      'company',
    )
    expect(effects.map((effect) => effect.hop)).toEqual([1, 2, 3])
  })

  test('of several paths the strongest wins, even a longer one', () => {
    const demand = { asset: nvidia, verdict: verdict(1, 'demand'), relevance: 1 }
    const pathTo = (name: string, relations: readonly KnownRelation[], others: readonly KnownAsset[] = []) => {
      const named = others.map((one) => ({ asset: one, verdict: verdict(1, 'demand'), relevance: 0.1 }))
      const effects = world([nvidia, tsmc, asml, toyota], relations)([demand, ...named], 'company')
      return effects.find((effect) => effect.asset.name === name)?.path
    }
    const through = [relation(2, 1, 'supplier'), relation(3, 2, 'supplier')]
    expect(pathTo('ASML', [...through, { ...relation(3, 1, 'supplier'), weight: 0.2 }])).toEqual([1, 2, 3])
    expect(pathTo('ASML', [...through, relation(3, 1, 'supplier')])).toEqual([1, 3])
    expect(pathTo('ASML', [relation(3, 1, 'supplier'), relation(3, 4, 'supplier')], [toyota])).toEqual([1, 3])
  })

  test('one edge type does not crowd out another that is weaker', () => {
    const many = Array.from({ length: 40 }, (_, i) => asset(100 + i, `Other${i}`))
    const relations = many.map((one, i) => relation(2, one.id, i < 20 ? 'supplier' : 'competitor'))
    const effects = world([tsmc, ...many], relations)(
      [{ asset: tsmc, verdict: verdict(-1, 'supply'), relevance: 1 }],
      'company',
    )
    expect(effects.filter((effect) => effect.direction === 'neg')).toHaveLength(7)
    expect(effects.filter((effect) => effect.direction === 'pos')).toHaveLength(MAX_EFFECTS - 7)
  })

  test('a supply cut hurts customers and helps competitors', () => {
    const propagate = world([nvidia, tsmc, toyota], [relation(2, 1, 'supplier'), relation(2, 4, 'competitor')])
    const effects = propagate([{ asset: tsmc, verdict: verdict(-1, 'supply'), relevance: 1 }], 'company')
    expect(new Map(effects.map((effect) => [effect.asset.name, effect.direction]))).toEqual(
      new Map([
        ['Nvidia', 'neg'],
        ['Toyota', 'pos'],
      ]),
    )
  })

  test('a dearer commodity hurts who buys it and helps who sells it', () => {
    const propagate = world([oil, toyota, tsmc], [relation(5, 4, 'input'), relation(5, 2, 'output')])
    const effects = propagate([{ asset: oil, verdict: verdict(1, 'supply'), relevance: 1 }], 'company')
    expect(effects.map((effect) => `${effect.asset.name} ${effect.direction}`).sort()).toEqual([
      'TSMC pos',
      'Toyota neg',
    ])
  })

  test('a rate follows the sign of its edge', () => {
    const rate = asset(6, 'Yield', { type: 'bond', gics: null })
    const effects = world([rate, toyota], [relation(6, 4, 'rate', -1)])(
      [{ asset: rate, verdict: verdict(1, 'capital'), relevance: 1 }],
      'company',
    )
    expect(effects[0]?.direction).toBe('neg')
  })

  test('named companies are never reached', () => {
    const propagate = world([nvidia, tsmc], [relation(2, 1, 'supplier')])
    const both = [nvidia, tsmc].map((one) => ({ asset: one, verdict: verdict(1, 'demand'), relevance: 1 }))
    expect(propagate(both, 'company')).toEqual([])
  })

  test('an unclear verdict has no effects', () => {
    const propagate = world([nvidia, tsmc], [relation(2, 1, 'supplier')])
    const unclear: Verdict = { direction: 'ambiguous', score: 0, aspect: 'demand', because: '' }
    expect(propagate([{ asset: nvidia, verdict: unclear, relevance: 1 }], 'company')).toEqual([])
  })

  test('no more than the cap, the largest first on ties', () => {
    const many = Array.from({ length: 40 }, (_, i) => asset(100 + i, `Supplier${i}`))
    const buyers = many.slice(20).map((one) => relation(1, one.id, 'competitor'))
    const sellers = many.slice(0, 20).map((one) => relation(one.id, 1, 'supplier'))
    const effects = world([nvidia, ...many], [...sellers, ...buyers])(
      [{ asset: nvidia, verdict: verdict(1, 'demand'), relevance: 1 }],
      'company',
    )
    expect(effects.length).toBeLessThanOrEqual(MAX_EFFECTS)
    expect(effects[0]?.asset.name).toBe('Supplier19')
  })

  test('where no company link is known the largest peers of the industry take their place', () => {
    const knowledge: Knowledge = {
      assets: [nvidia, tsmc, asml],
      relations: [],
      aliases: [],
      megatrends: [],
      memberships: [],
      sectorLinks: [],
    }
    const steps = createGraph(knowledge)(1)
    expect(steps.map((step) => [step.to.name, step.type])).toEqual([
      ['ASML', 'sector_competitor'],
      ['TSMC', 'sector_competitor'],
    ])
    const linked = createGraph({ ...knowledge, relations: [relation(2, 1, 'supplier')] })(1)
    expect(linked.map((step) => [step.to.name, step.type])).toEqual([['TSMC', 'supplier']])
  })
})
