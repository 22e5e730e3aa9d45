import { describe, expect, test } from 'vitest'
import type { Knowledge, KnownAsset, KnownRelation, Verdict } from './knowledge.math.ts'
import { createRipple, MOST_WAVES, type RippleRule } from './ripple.math.ts'
import { createGraph } from './ripple-graph.math.ts'

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
  return createRipple(createGraph(knowledge), RULES)
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

describe('ripples', () => {
  test('a rise of demand reaches suppliers, and theirs more weakly, with the path in words', () => {
    const ripple = world([nvidia, tsmc, asml], [relation(2, 1, 'supplier'), relation(3, 2, 'supplier')])
    const waves = ripple([{ asset: nvidia, verdict: verdict(1, 'demand'), relevance: 1 }], 'company')
    expect(waves.map((wave) => [wave.asset.name, wave.direction, wave.hop, wave.path])).toEqual([
      ['TSMC', 'pos', 1, [1, 2]],
      ['ASML', 'pos', 2, [1, 2, 3]],
    ])
    expect(waves[1]?.rationale).toBe('ASML supplies TSMC, which supplies Nvidia, whose demand rises: good for it.')
    // What the rule lets pass, and less of it with each further hop.
    expect(waves[0]?.strength).toBeCloseTo(0.8)
    expect(waves[1]?.strength).toBeCloseTo(0.8 * 0.8 * 0.75)
  })

  test('a ripple ends after three hops', () => {
    const chain = Array.from({ length: 6 }, (_, i) => asset(10 + i, `Link${i}`))
    const links = chain.slice(1).map((one, i) => relation(one.id, 10 + i, 'supplier'))
    const [first] = chain
    const waves = world(chain, links)(
      first ? [{ asset: first, verdict: verdict(1, 'demand'), relevance: 1 }] : [],
      'company',
    )
    expect(waves.map((wave) => wave.hop)).toEqual([1, 2, 3])
  })

  test('of several paths the strongest tells, be it the longer one', () => {
    const demand = { asset: nvidia, verdict: verdict(1, 'demand'), relevance: 1 }
    const pathTo = (name: string, relations: readonly KnownRelation[], others: readonly KnownAsset[] = []) => {
      const named = others.map((one) => ({ asset: one, verdict: verdict(1, 'demand'), relevance: 0.1 }))
      const waves = world([nvidia, tsmc, asml, toyota], relations)([demand, ...named], 'company')
      return waves.find((wave) => wave.asset.name === name)?.path
    }
    const through = [relation(2, 1, 'supplier'), relation(3, 2, 'supplier')]
    expect(pathTo('ASML', [...through, { ...relation(3, 1, 'supplier'), weight: 0.2 }])).toEqual([1, 2, 3])
    expect(pathTo('ASML', [...through, relation(3, 1, 'supplier')])).toEqual([1, 3])
    expect(pathTo('ASML', [relation(3, 1, 'supplier'), relation(3, 4, 'supplier')], [toyota])).toEqual([1, 3])
  })

  test('one kind of edge does not crowd out another that is weaker', () => {
    const many = Array.from({ length: 40 }, (_, i) => asset(100 + i, `Other${i}`))
    const relations = many.map((one, i) => relation(2, one.id, i < 20 ? 'supplier' : 'competitor'))
    const waves = world([tsmc, ...many], relations)(
      [{ asset: tsmc, verdict: verdict(-1, 'supply'), relevance: 1 }],
      'company',
    )
    expect(waves.filter((wave) => wave.direction === 'neg')).toHaveLength(7)
    expect(waves.filter((wave) => wave.direction === 'pos')).toHaveLength(MOST_WAVES - 7)
  })

  test('a supply cut hurts customers and helps competitors', () => {
    const ripple = world([nvidia, tsmc, toyota], [relation(2, 1, 'supplier'), relation(2, 4, 'competitor')])
    const waves = ripple([{ asset: tsmc, verdict: verdict(-1, 'supply'), relevance: 1 }], 'company')
    expect(new Map(waves.map((wave) => [wave.asset.name, wave.direction]))).toEqual(
      new Map([
        ['Nvidia', 'neg'],
        ['Toyota', 'pos'],
      ]),
    )
  })

  test('a dearer commodity hurts who buys it and helps who sells it', () => {
    const ripple = world([oil, toyota, tsmc], [relation(5, 4, 'input'), relation(5, 2, 'output')])
    const waves = ripple([{ asset: oil, verdict: verdict(1, 'supply'), relevance: 1 }], 'company')
    expect(waves.map((wave) => `${wave.asset.name} ${wave.direction}`).sort()).toEqual(['TSMC pos', 'Toyota neg'])
  })

  test('a rate follows the sign of its edge', () => {
    const rate = asset(6, 'Yield', { type: 'bond', gics: null })
    const waves = world([rate, toyota], [relation(6, 4, 'rate', -1)])(
      [{ asset: rate, verdict: verdict(1, 'capital'), relevance: 1 }],
      'company',
    )
    expect(waves[0]?.direction).toBe('neg')
  })

  test('named companies are never reached', () => {
    const ripple = world([nvidia, tsmc], [relation(2, 1, 'supplier')])
    const both = [nvidia, tsmc].map((one) => ({ asset: one, verdict: verdict(1, 'demand'), relevance: 1 }))
    expect(ripple(both, 'company')).toEqual([])
  })

  test('an unclear verdict makes no waves', () => {
    const ripple = world([nvidia, tsmc], [relation(2, 1, 'supplier')])
    const unclear: Verdict = { direction: 'ambiguous', score: 0, aspect: 'demand', because: '' }
    expect(ripple([{ asset: nvidia, verdict: unclear, relevance: 1 }], 'company')).toEqual([])
  })

  test('no more than the cap, the largest first on ties', () => {
    const many = Array.from({ length: 40 }, (_, i) => asset(100 + i, `Supplier${i}`))
    const buyers = many.slice(20).map((one) => relation(1, one.id, 'competitor'))
    const sellers = many.slice(0, 20).map((one) => relation(one.id, 1, 'supplier'))
    const waves = world([nvidia, ...many], [...sellers, ...buyers])(
      [{ asset: nvidia, verdict: verdict(1, 'demand'), relevance: 1 }],
      'company',
    )
    expect(waves.length).toBeLessThanOrEqual(MOST_WAVES)
    expect(waves[0]?.asset.name).toBe('Supplier19')
  })

  test('where no company link is known the largest peers of the industry stand in', () => {
    const knowledge: Knowledge = {
      assets: [nvidia, tsmc, asml],
      relations: [],
      aliases: [],
      megatrends: [],
      memberships: [],
      sectorLinks: [],
    }
    const steps = createGraph(knowledge)(1)
    expect(steps.map((step) => [step.to.name, step.edge])).toEqual([
      ['ASML', 'sector_competitor'],
      ['TSMC', 'sector_competitor'],
    ])
    const linked = createGraph({ ...knowledge, relations: [relation(2, 1, 'supplier')] })(1)
    expect(linked.map((step) => [step.to.name, step.edge])).toEqual([['TSMC', 'supplier']])
  })
})
