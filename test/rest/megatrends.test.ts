import { beforeAll, describe, expect, test } from 'vitest'
import { ingest, useApp } from '../setup/app.ts'
import { corpus } from '../setup/corpus.ts'

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
  test('has every field of a node, and ids encode the position in three tiers', async () => {
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

  test('the story count of a node is that of its feed over 30 days, subtree included', async () => {
    const nodes = await nodesOf('all=true')
    const busy = nodes.filter((node) => node.story_count_30d > 0)
    expect(busy.length).toBeGreaterThan(3)
    for (const node of busy.slice(0, 12)) {
      const { total } = await (await app.fetch(`/v1/news?megatrend=${node.node_id}&limit=1`)).json()
      expect([node.node_id, node.story_count_30d]).toEqual([node.node_id, total])
    }
  })

  test('can be filtered by tier and by words', async () => {
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

  test('words are searched in names, slugs, descriptions and keywords', async () => {
    for (const [words, slug] of [
      ['neural networks', 'ai-compute'],
      ['ai-accelerators-and', 'ai-accelerators-and-gpus'],
      ['blackwell chip', 'ai-accelerators-and-gpus'],
    ])
      expect((await nodesOf(`q=${encodeURIComponent(words ?? '')}`)).map((node) => node.slug)).toContain(slug)
  })

  test('a mistyped slug is an error that suggests the most similar one', async () => {
    const response = await app.fetch('/v1/megatrends/ai-computee/summary')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ param: 'id', did_you_mean: 'ai-compute' })
  })
})
