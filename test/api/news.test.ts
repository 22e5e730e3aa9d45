import { expect, test } from 'vitest'
import { ingest, newsItem, useApp } from '../setup/app.ts'

const app = useApp()

test('an ingested story is found through the listing it names, with every field of the article table', async () => {
  await ingest([newsItem({ title: 'Apple raises iPhone prices as demand surges' })])
  const response = await app.fetch('/v1/stocks/aapl/news')
  expect(response.status).toBe(200)
  const body = await response.json()
  expect(body.results[0]).toMatchObject({
    title: 'Apple raises iPhone prices as demand surges',
    ticker: 'AAPL.US',
    tagged: true,
    direction: 'pos',
  })
})
