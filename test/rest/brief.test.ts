import { expect, test } from 'vitest'
import { ingest, newsItem, useApp } from '../setup/app.ts'

const app = useApp()

test('the taxonomy counts stories of the last 30 days for a node and everything above it', async () => {
  await ingest([newsItem({ title: 'Nvidia AI chips demand surges as data center orders jump' })])
  const response = await app.fetch('/v1/megatrends?all=true')
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  console.log(
    body.nodes.filter((n: any) => n.story_count_30d > 0).map((n: any) => [n.node_id, n.slug, n.story_count_30d]),
  )
})
