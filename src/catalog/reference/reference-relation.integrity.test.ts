import { describe, expect, test } from 'vitest'
import { repeated } from '../../../test/setup/repeated.ts'
import { RELATION_TYPES } from '../knowledge.pure.ts'
import { readReference } from './reference.source.ts'

const [listings, relations, sectorLinks, gics] = await Promise.all([
  readReference('listing'),
  readReference('relation'),
  readReference('sectorLink'),
  readReference('gics'),
]).then((kinds) => [kinds[0].rows, kinds[1].rows, kinds[2].rows, kinds[3].rows] as const)

type Relation = (typeof relations)[number]
const typeOf = new Map(listings.map(({ ticker, type }) => [ticker, type]))
const isSymmetric = ({ type }: Pick<Relation, 'type'>) => type === 'competitor' || type === 'partner'
const unordered = ({ source, target }: Pick<Relation, 'source' | 'target'>) => [source, target].sort().join(' ')

describe('relations', () => {
  test('there are at least 2,500, of every type', () => {
    expect(relations.length).toBeGreaterThanOrEqual(2_500)
    expect(RELATION_TYPES.filter((type) => !relations.some((relation) => relation.type === type))).toEqual([])
  })

  test('both ends are known, and differ', () => {
    expect(relations.filter(({ source, target }) => !typeOf.has(source) || !typeOf.has(target))).toEqual([])
    expect(relations.filter(({ source, target }) => source === target)).toEqual([])
  })

  test('none is given twice; competitors and partners are written once, in alphabetical order', () => {
    expect(repeated(relations.map(({ source, target, type }) => `${source} ${target} ${type}`))).toEqual([])
    expect(relations.filter((relation) => isSymmetric(relation) && relation.source > relation.target)).toEqual([])
  })

  test('nobody both owns a company and competes with it', () => {
    const owned = new Set(relations.filter(({ type }) => type === 'parent').map(unordered))
    expect(relations.filter((relation) => relation.type === 'competitor' && owned.has(unordered(relation)))).toEqual([])
  })

  test('a commodity is not both bought and sold by one company', () => {
    const bought = new Set(relations.filter(({ type }) => type === 'input').map(unordered))
    expect(relations.filter((relation) => relation.type === 'output' && bought.has(unordered(relation)))).toEqual([])
  })

  test('ownership and supply run one way', () => {
    for (const type of ['parent', 'supplier'] as const) {
      expect(repeated(relations.filter((relation) => relation.type === type).map(unordered))).toEqual([])
    }
  })

  test('nobody owns itself through others', () => {
    const parents = Map.groupBy(
      relations.filter(({ type }) => type === 'parent'),
      ({ target }) => target,
    )
    const circular = [...parents.keys()].filter((ticker) => {
      const above = new Set<string>()
      const ahead = [ticker]
      for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
        for (const { source } of parents.get(next) ?? []) {
          if (!above.has(source)) ahead.push(source)
          above.add(source)
        }
      }
      return above.has(ticker)
    })
    expect(circular).toEqual([])
  })

  test('the kind of asset at the source fits the type', () => {
    const fitting: Record<Relation['type'], readonly string[]> = {
      supplier: ['stock'],
      competitor: ['stock', 'etf', 'crypto', 'commodity'],
      partner: ['stock'],
      parent: ['stock'],
      input: ['commodity'],
      // Miners and funds of a coin sell it as others do metals.
      output: ['commodity', 'crypto'],
      rate: ['bond', 'money_market'],
      fx: ['forex'],
      line: ['stock'],
    }
    expect(relations.filter(({ source, type }) => !fitting[type].includes(typeOf.get(source) ?? ''))).toEqual([])
    expect(
      relations.filter(
        (relation) => isSymmetric(relation) && typeOf.get(relation.source) !== typeOf.get(relation.target),
      ),
    ).toEqual([])
  })

  test('weights are between 0.1 and 1', () => {
    expect(relations.filter(({ weight }) => weight < 0.1 || weight > 1)).toEqual([])
  })

  test('rates and currencies have a sign, the others none', () => {
    expect(
      relations.filter(({ type, sign }) =>
        type === 'rate' || type === 'fx' ? sign !== 1 && sign !== -1 : sign !== null,
      ),
    ).toEqual([])
  })

  test('each says why in a few words', () => {
    expect(relations.filter(({ note }) => note.split(' ').length < 3 || note.split(' ').length > 12)).toEqual([])
  })

  test('every stock has at least one', () => {
    const linked = new Set(relations.flatMap(({ source, target }) => [source, target]))
    expect(listings.filter(({ ticker, type }) => type === 'stock' && !linked.has(ticker))).toEqual([])
  })
})

describe('links between sectors', () => {
  test('both codes are known groups of industries', () => {
    const codes = new Set(gics.map(({ code }) => code))
    const isGroup = (code: string) => codes.has(code) && code.length <= 6
    expect(sectorLinks.length).toBeGreaterThanOrEqual(100)
    expect(sectorLinks.filter((link) => !isGroup(link.source_gics) || !isGroup(link.target_gics))).toEqual([])
  })

  test('none is given twice, nor a sector as its own supplier', () => {
    expect(repeated(sectorLinks.map((link) => `${link.source_gics} ${link.target_gics} ${link.type}`))).toEqual([])
    const rivals = sectorLinks.filter((link) => link.type === 'competitor')
    expect(repeated(rivals.map((link) => [link.source_gics, link.target_gics].sort().join(' ')))).toEqual([])
    expect(sectorLinks.filter((link) => link.type === 'supplier' && link.source_gics === link.target_gics)).toEqual([])
  })

  test('weights are between 0.1 and 1, and each says why', () => {
    expect(sectorLinks.filter(({ weight, note }) => weight < 0.1 || weight > 1 || note === '')).toEqual([])
  })
})
