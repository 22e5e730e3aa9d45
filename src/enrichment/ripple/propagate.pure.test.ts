import { describe, expect, test } from 'vitest'
import type { Knowledge, KnownAsset, KnownRelation } from '../../catalog/knowledge.pure.ts'
import { createHomeMarket } from './bound.pure.ts'
import type { Cause } from './cause.pure.ts'
import { createGraph } from './graph.pure.ts'
import { createPropagator, MAX_EFFECTS, type RippleBounds } from './propagate.pure.ts'
import type { RippleRule } from './rule.pure.ts'
import type { RippleSource } from './seed.pure.ts'

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
  marketCapUsd: 1e9,
  description: '',
  ...more,
})

const rule = (
  edge: RippleRule['edge'],
  cause: RippleRule['cause'],
  factor: number,
  becomes: RippleRule['becomes'],
  more: Partial<RippleRule> = {},
): RippleRule => ({
  edge,
  cause,
  scope: '*',
  within: '',
  factor,
  becomes,
  aspect: 'demand',
  good: 'gains from {from}',
  bad: 'loses by {from}',
  ...more,
})

const RULES = [
  rule('*', 'rating', 0, null),
  rule('supplier', 'orders', 0.8, 'orders'),
  rule('customer', 'halt', 0.8, 'halt'),
  rule('competitor', 'halt', -0.6, null),
  rule('competitor', 'launch', -0.6, null, { within: 'segment' }),
  rule('competitor', 'orders', 0.6, 'orders'),
  rule('competitor', 'share_shift', -0.6, null, { within: 'alone' }),
  rule('competitor', 'trade_curb', 0.6, null, { within: 'country' }),
  rule('owner', '*', 0.6, null),
  rule('owner', 'rating', 0, null),
  rule('input', 'price', -0.7, null),
  rule('output', 'price', 0.7, null),
  rule('rate', 'price', 0.7, null),
]

const HOME = createHomeMarket([{ group: 'local_industry', members: ['4010'] }])

const PHRASES = [
  { cause: 'orders', good: 'sells more', bad: 'sells less' },
  { cause: 'halt', good: 'delivers more', bad: 'delivers less' },
  { cause: 'share_shift', good: 'wins buyers', bad: 'loses buyers' },
  { cause: 'trade_curb', good: 'is freed', bad: 'is curbed' },
  { cause: 'launch', good: 'has something new', bad: 'has trouble with something new' },
] as const

const relation = (sourceId: number, targetId: number, type: KnownRelation['type'], sign: 1 | -1 | null = null) =>
  ({ sourceId, targetId, type, weight: 1, sign, note: '' }) satisfies KnownRelation

function world(
  assets: readonly KnownAsset[],
  relations: readonly KnownRelation[],
  more: Partial<Knowledge> = {},
  bounds: Partial<RippleBounds> = {},
) {
  const empty = { aliases: [], megatrends: [], memberships: [], sectorLinks: [] }
  const propagate = createPropagator(createGraph({ ...empty, assets, relations, ...more }), RULES, PHRASES, HOME)
  return (sources: readonly RippleSource[]) =>
    propagate(sources, {
      ...{
        scope: 'company',
        trends: [],
        spoken: [],
        isOfBrand: false,
        amountUsd: null,
        markets: [],
        ownersOnly: new Set(),
      },
      ...bounds,
    })
}

/** What happened to an asset: good where the score is above 0. */
const told = (one: KnownAsset, score: number, cause: Cause): RippleSource => ({
  asset: one,
  verdict: { direction: score > 0 ? 'pos' : score < 0 ? 'neg' : 'ambiguous', score, aspect: 'demand', because: '' },
  relevance: 1,
  cause,
})

const nvidia = asset(1, 'Nvidia')
const tsmc = asset(2, 'TSMC')
const asml = asset(3, 'ASML')
const toyota = asset(4, 'Toyota')
const oil = asset(5, 'Oil', { type: 'commodity', gics: null })

describe('propagation', () => {
  test('a rise of demand reaches suppliers, and theirs more weakly, with the path in words', () => {
    const propagate = world(
      [nvidia, tsmc, asml],
      [{ ...relation(2, 1, 'supplier'), note: 'chips' }, relation(3, 2, 'supplier')],
    )
    const effects = propagate([told(nvidia, 1, 'orders')])
    expect(effects.map((effect) => [effect.asset.name, effect.direction, effect.hop, effect.path])).toEqual([
      ['TSMC', 'pos', 1, [1, 2]],
      ['ASML', 'pos', 2, [1, 2, 3]],
    ])
    expect(effects[1]?.rationale).toBe('ASML gains from TSMC, which gains from Nvidia (chips), which sells more.')
    // What the rule lets pass, and less of it with each further hop.
    expect(effects[0]?.strength).toBeCloseTo(0.8)
    expect(effects[1]?.strength).toBeCloseTo(0.8 * 0.8 * 0.75)
  })

  test('an effect ends after three hops', () => {
    const chain = Array.from({ length: 6 }, (_, i) => asset(10 + i, `Link${i}`))
    const links = chain.slice(1).map((one, i) => relation(one.id, 10 + i, 'supplier'))
    const [first] = chain
    const effects = world(chain, links)(first ? [told(first, 1, 'orders')] : [])
    expect(effects.map((effect) => effect.hop)).toEqual([1, 2, 3])
  })

  test('of several paths the strongest wins, even a longer one', () => {
    const demand = told(nvidia, 1, 'orders')
    const pathTo = (name: string, relations: readonly KnownRelation[], others: readonly KnownAsset[] = []) => {
      const named = others.map((one) => ({ ...told(one, 1, 'orders'), relevance: 0.1 }))
      const effects = world([nvidia, tsmc, asml, toyota], relations)([demand, ...named])
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
    const effects = world([tsmc, ...many], relations)([told(tsmc, -1, 'halt')])
    expect(effects.filter((effect) => effect.direction === 'neg')).toHaveLength(7)
    expect(effects.filter((effect) => effect.direction === 'pos')).toHaveLength(MAX_EFFECTS - 7)
  })

  test('a supply cut hurts customers and helps competitors', () => {
    const propagate = world([nvidia, tsmc, toyota], [relation(2, 1, 'supplier'), relation(2, 4, 'competitor')])
    const effects = propagate([told(tsmc, -1, 'halt')])
    expect(new Map(effects.map((effect) => [effect.asset.name, effect.direction]))).toEqual(
      new Map([
        ['Nvidia', 'neg'],
        ['Toyota', 'pos'],
      ]),
    )
  })

  test('a dearer commodity hurts who buys it and helps who sells it', () => {
    const propagate = world([oil, toyota, tsmc], [relation(5, 4, 'input'), relation(5, 2, 'output')])
    const effects = propagate([told(oil, 1, 'price')])
    expect(effects.map((effect) => `${effect.asset.name} ${effect.direction}`).sort()).toEqual([
      'TSMC pos',
      'Toyota neg',
    ])
  })

  test('a rate follows the sign of its edge', () => {
    const rate = asset(6, 'Yield', { type: 'bond', gics: null })
    const effects = world([rate, toyota], [relation(6, 4, 'rate', -1)])([told(rate, 1, 'price')])
    expect(effects[0]?.direction).toBe('neg')
  })

  test('named companies are never reached', () => {
    const propagate = world([nvidia, tsmc], [relation(2, 1, 'supplier')])
    const both = [nvidia, tsmc].map((one) => told(one, 1, 'orders'))
    expect(propagate(both)).toEqual([])
  })

  test('an unclear verdict has no effects', () => {
    const propagate = world([nvidia, tsmc], [relation(2, 1, 'supplier')])
    expect(propagate([told(nvidia, 0, 'orders')])).toEqual([])
  })

  test('no more than the cap, the largest first on ties', () => {
    const many = Array.from({ length: 40 }, (_, i) => asset(100 + i, `Supplier${i}`, { marketCapUsd: 1e7 * (i + 1) }))
    const buyers = many.slice(20).map((one) => relation(1, one.id, 'competitor'))
    const sellers = many.slice(0, 20).map((one) => relation(one.id, 1, 'supplier'))
    const effects = world([nvidia, ...many], [...sellers, ...buyers])([told(nvidia, 1, 'orders')])
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
    const peers = [asml, tsmc, toyota].map((one, place) => ({ ...one, marketCapUsd: 9e8 - 1e8 * place }))
    const steps = createGraph({ ...knowledge, assets: [nvidia, ...peers] }).edgesFrom(1)
    expect(steps.map((step) => [step.to.name, step.type])).toEqual([
      ['ASML', 'sector_competitor'],
      ['TSMC', 'sector_competitor'],
    ])
    const linked = createGraph({ ...knowledge, relations: [relation(2, 1, 'supplier')] }).edgesFrom(1)
    expect(linked.map((step) => [step.to.name, step.type])).toEqual([['TSMC', 'supplier']])
  })

  test('what passes no edge reaches nobody: a rating', () => {
    const propagate = world([nvidia, tsmc, toyota], [relation(2, 1, 'supplier'), relation(4, 1, 'parent')])
    expect(propagate([told(nvidia, 1, 'rating')])).toEqual([])
    expect(propagate([told(nvidia, 1, 'takeover')]).map(({ asset }) => asset.name)).toEqual(['Toyota'])
  })

  test('a competitor is moved within the business that the words of the article are about', () => {
    const sells = (assetId: number, nodeId: number) =>
      ({ assetId, nodeId, role: 'leader', exposure: 'core', reason: '' }) as const
    const memberships = [sells(1, 10010100), sells(2, 10010100), sells(1, 20010100), sells(3, 20010100)]
    const trend = { nodeId: 20010100, parentId: null, name: 'Car Chips', tier: 3, keywords: [] } as const
    const rivals = [relation(1, 2, 'competitor'), relation(1, 3, 'competitor')]
    const about = (trends: readonly number[]) =>
      world(
        [nvidia, tsmc, asml],
        rivals,
        { memberships, megatrends: [trend] },
        { scope: 'company', trends, spoken: trends },
      )
    const launch = [told(nvidia, 1, 'launch')]
    expect(about([20010100])(launch).map(({ asset, rationale }) => [asset.name, rationale])).toEqual([
      ['ASML', 'ASML loses by Nvidia (Car Chips), which has something new.'],
    ])
    expect(about([])(launch)).toEqual([])
    // Demand is felt by whoever shares a part of the business.
    expect(about([])([told(nvidia, 1, 'orders')])).toHaveLength(2)
  })

  test('what a named rival wins is not lost by others, and a barrier is that of a country', () => {
    const abroad = { ...asml, country: 'NL' }
    const rivals = [relation(1, 2, 'competitor'), relation(1, 3, 'competitor')]
    const propagate = world([nvidia, tsmc, abroad, toyota], rivals)
    const won = told(nvidia, 1, 'share_shift')
    expect(propagate([won])).toHaveLength(2)
    expect(propagate([won, told(toyota, -1, 'share_shift')])).toEqual([])
    expect(propagate([told(nvidia, -1, 'trade_curb')]).map(({ asset }) => asset.name)).toEqual(['TSMC'])
  })

  test('a small company moves a large one less, a holding its owner by its part of the value', () => {
    const giant = asset(9, 'Giant', { marketCapUsd: 1e11 })
    const [supplier] = world([nvidia, giant], [relation(9, 1, 'supplier')])([told(nvidia, 1, 'orders')])
    expect(supplier?.strength).toBeCloseTo(0.8 * 0.01 ** 0.3)
    const large = world([nvidia, giant], [relation(1, 9, 'parent')])([told(giant, 1, 'orders')])
    expect(large[0]?.strength).toBeCloseTo(0.6)
    // A hundredth of the owner's value is too little to tell.
    expect(world([nvidia, giant], [relation(9, 1, 'parent')])([told(nvidia, 1, 'orders')])).toEqual([])
  })

  test('whom an event moves by a role reaches its owner alone', () => {
    const owner = asset(9, 'Owner')
    const relations = [relation(9, 1, 'parent'), relation(2, 1, 'supplier')]
    const reached = (ownersOnly: ReadonlySet<number>) =>
      world(
        [nvidia, tsmc, owner],
        relations,
        {},
        { ownersOnly },
      )([told(nvidia, 1, 'orders')]).map(({ asset: { name } }) => name)
    expect(reached(new Set()).sort()).toEqual(['Owner', 'TSMC'])
    expect(reached(new Set([1]))).toEqual(['Owner'])
  })

  test('share classes of one issuer are reached once, by the main one', () => {
    const second = asset(7, 'TSMC receipt', { shortNames: [] })
    const relations = [relation(2, 7, 'line'), relation(7, 1, 'supplier'), relation(2, 1, 'supplier')]
    const effects = world([nvidia, tsmc, second], relations)([told(nvidia, 1, 'orders')])
    expect(effects.map(({ asset }) => asset.name)).toEqual(['TSMC'])
  })
})
