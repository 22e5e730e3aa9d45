import { describe, expect, test } from 'vitest'
import { repeated } from '../../../test/setup/repeated.ts'
import { EXPOSURES, ROLES } from '../knowledge.pure.ts'
import { readReference } from './reference.source.ts'

const [listings, nodes, memberships] = await Promise.all([
  readReference('listing'),
  readReference('megatrend'),
  readReference('membership'),
]).then((kinds) => [kinds[0].rows, kinds[1].rows, kinds[2].rows] as const)

const LAYERS = ['technology', 'infrastructure', 'demand', 'resources', 'policy', 'society', 'finance']
const nodeOf = new Map(nodes.map((node) => [node.node_id, node]))
/** What one place of an id spans: families a million, trends ten thousand, themes a hundred. */
const SPAN: Record<number, number> = { 0: 100_000_000, 1: 1_000_000, 2: 10_000, 3: 100 }

describe('the megatrend taxonomy', () => {
  test.each([
    [1, 25],
    [2, 90],
    [3, 220],
  ])('tier %i has at least %i nodes', (tier, least) => {
    expect(nodes.filter((node) => node.tier === tier).length).toBeGreaterThanOrEqual(least)
  })

  test('an id spells the place of its node: tier, parent, number from 01 up', () => {
    const misplaced = nodes.filter(({ node_id: id, parent_id: parent, tier }) => {
      const own = SPAN[tier] ?? 0
      const above = SPAN[tier - 1] ?? 0
      const expected = tier === 1 ? null : id - (id % above)
      const number = (id % above) / own
      return id < 10_000_000 || id > 99_999_999 || id % own !== 0 || number < 1 || parent !== expected
    })
    expect(misplaced).toEqual([])
  })

  test('every parent is there, and every family and trend has children', () => {
    expect(nodes.filter(({ parent_id: parent }) => parent !== null && !nodeOf.has(parent))).toEqual([])
    const parents = new Set(nodes.map((node) => node.parent_id))
    expect(nodes.filter(({ tier, node_id: id }) => tier < 3 && !parents.has(id))).toEqual([])
  })

  test('ids, slugs and names are unique, layers known', () => {
    for (const field of ['node_id', 'slug', 'name'] as const) {
      expect(repeated(nodes.map((node) => String(node[field])))).toEqual([])
    }
    expect(nodes.filter(({ layer }) => !LAYERS.includes(layer))).toEqual([])
  })

  test('each is described in one line', () => {
    expect(nodes.filter(({ description }) => !/^\S.*\.$/.test(description))).toEqual([])
  })

  test('each has 2 to 8 keywords in lower case, and no keyword speaks of two', () => {
    expect(nodes.filter(({ keywords }) => keywords.length < 2 || keywords.length > 8)).toEqual([])
    const keywords = nodes.flatMap((node) => node.keywords)
    expect(keywords.filter((keyword) => keyword !== keyword.toLowerCase())).toEqual([])
    expect(repeated(keywords)).toEqual([])
  })
})

describe('memberships', () => {
  test('there are at least 3,000, of every role and exposure', () => {
    expect(memberships.length).toBeGreaterThanOrEqual(3_000)
    expect(ROLES.filter((role) => !memberships.some((row) => row.role === role))).toEqual([])
    expect(EXPOSURES.filter((exposure) => !memberships.some((row) => row.exposure === exposure))).toEqual([])
  })

  test('listing and node are known, and the node is no whole family', () => {
    const tickers = new Set(listings.map(({ ticker }) => ticker))
    expect(memberships.filter(({ ticker }) => !tickers.has(ticker))).toEqual([])
    expect(memberships.filter(({ node_id: id }) => (nodeOf.get(id)?.tier ?? 1) === 1)).toEqual([])
  })

  test('none is given twice', () => {
    expect(repeated(memberships.map(({ ticker, node_id: id }) => `${ticker} ${id}`))).toEqual([])
  })

  test('every stock has at least one', () => {
    const members = new Set(memberships.map(({ ticker }) => ticker))
    expect(listings.filter(({ ticker, type }) => type === 'stock' && !members.has(ticker))).toEqual([])
  })

  test('every family and trend has members', () => {
    const taken = new Set(memberships.flatMap(({ node_id: id }) => [id, id - (id % 10_000), id - (id % 1_000_000)]))
    expect(nodes.filter(({ tier, node_id: id }) => tier < 3 && !taken.has(id))).toEqual([])
  })

  test('each says why in one line', () => {
    const words = (reason: string) => reason.split(' ').length
    expect(memberships.filter(({ reason }) => words(reason) < 4 || words(reason) > 20 || reason.length > 140)).toEqual(
      [],
    )
  })
})
