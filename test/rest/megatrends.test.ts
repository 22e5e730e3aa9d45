import { beforeAll, describe, expect, test } from 'vitest'
import { ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'
import { describeRoute } from '../setup/route-laws.ts'

const app = useApp()
beforeAll(async () => void (await ingest(corpus())))

interface Node {
  readonly node_id: number
  readonly name: string
  readonly slug: string
  readonly tier: 1 | 2 | 3
  readonly parent_id: number | null
  readonly family_id: number
  readonly layer: string
  readonly member_count: number
  readonly story_count_30d: number
}

const page = async (query: string) => (await app.fetch(`/v1/megatrends?${query}`)).json()
const nodesOf = async (query: string): Promise<Node[]> => (await page(query)).nodes

describe('the taxonomy', () => {
  test('has every field of a node, and ids spell their place in three tiers', async () => {
    const nodes = await nodesOf('all=true')
    const known = new Map(nodes.map((node) => [node.node_id, node]))
    expect(nodes.length).toBeGreaterThanOrEqual(60)
    expect(new Set(nodes.map((node) => node.slug)).size).toBe(nodes.length)
    for (const node of nodes) {
      expect(Object.keys(node)).toEqual(
        'node_id name slug tier parent_id family_id layer description member_count story_count_30d'.split(' '),
      )
      const [family, trend, theme] = [/^\d\d/, /^..(\d\d)/, /^....(\d\d)/].map((part) =>
        Number(String(node.node_id).match(part)?.at(-1)),
      )
      expect(node.tier).toBe(theme ? 3 : trend ? 2 : 1)
      expect(node.family_id).toBe((family ?? 0) * 1_000_000)
      expect(node.parent_id).toBe(
        node.tier === 1 ? null : node.tier === 2 ? node.family_id : Math.floor(node.node_id / 10_000) * 10_000,
      )
      if (node.parent_id !== null) expect(known.get(node.parent_id)?.tier).toBe(node.tier - 1)
      expect(node.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
  })

  test('a node counts the stories of its feed, over 30 days and its subtree', async () => {
    const nodes = await nodesOf('all=true')
    const busy = nodes.filter((node) => node.story_count_30d > 0)
    expect(busy.length).toBeGreaterThan(3)
    for (const node of busy.slice(0, 12)) {
      const { total } = await (await app.fetch(`/v1/news?megatrend=${node.node_id}&limit=1`)).json()
      expect([node.node_id, node.story_count_30d]).toEqual([node.node_id, total])
    }
  })

  test('a tier and words narrow it', async () => {
    const nodes = await nodesOf('all=true')
    for (const tier of [1, 2, 3])
      expect(await nodesOf(`all=true&tier=${tier}`)).toEqual(nodes.filter((node) => node.tier === tier))
    const found = await nodesOf('all=true&q=CLOUD')
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(nodes.length)
    for (const { name } of nodes.filter((node) => node.tier === 1))
      expect((await nodesOf(`all=true&q=${encodeURIComponent(name)}`)).map((node) => node.name)).toContain(name)
    expect(await nodesOf('q=zzqxv')).toEqual([])
  })

  test('words are looked for in names, slugs, descriptions and keywords', async () => {
    for (const [words, slug] of [
      ['neural networks', 'ai-compute'],
      ['ai-accelerators-and', 'ai-accelerators-and-gpus'],
      ['blackwell chip', 'ai-accelerators-and-gpus'],
    ])
      expect((await nodesOf(`q=${encodeURIComponent(words ?? '')}`)).map((node) => node.slug)).toContain(slug)
  })

  test('a slug with a typo is told the nearest one', async () => {
    const response = await app.fetch('/v1/megatrends/ai-computee/summary')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ param: 'id', did_you_mean: 'ai-compute' })
  })

  test('pages hold the same nodes, in order, once', async () => {
    const all = await nodesOf('all=true')
    const walked: Node[] = []
    for (let offset = 0; ; offset += 37) {
      const { nodes, has_more, total } = await page(`limit=37&offset=${offset}`)
      walked.push(...nodes)
      expect(total).toBe(all.length)
      expect(has_more).toBe(walked.length < total)
      if (!has_more) break
    }
    expect(walked).toEqual(all)
  })

  test('is free', async () => {
    expect((await app.fetch('/v1/megatrends?all=1')).headers.get('x-credits-charged')).toBe('0')
  })
})

describeRoute(app, {
  path: '/v1/megatrends',
  rows: 'nodes',
  parameters: {
    q: { bad: ['', 'x'.repeat(201)] },
    tier: { bad: ['0', '4', 'one'], nearest: { '0': '1', '4': '3' } },
    limit: { bad: ['0', '1001'], nearest: { '1001': '1000' } },
    offset: { bad: ['-1'], nearest: { '-1': '0' } },
    all: { bad: ['2'] },
  },
})
