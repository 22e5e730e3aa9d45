import { beforeAll, describe, expect, test } from 'vitest'
import { ingest, newsItem, useApp } from '../setup/app.ts'

const app = useApp()

test('a story that contains the words of a search ranks above those with similar meaning only', async () => {
  await ingest([
    newsItem({ title: 'SK Hynix US Offering Is More Than Seven Times Oversubscribed' }),
    newsItem({ title: 'iShares MSCI South Korea ETF climbs 1.6% to record high' }),
    newsItem({ title: 'HSBC starts stablecoin payments for merchants' }),
  ])
  const { data } = await app.graphql('{ newsSearch(query: "SK Hynix oversubscribed") { items { title } } }')
  expect(data.newsSearch.items.map((item: { title: string }) => item.title)).toEqual([
    'SK Hynix US Offering Is More Than Seven Times Oversubscribed',
  ])
})

describe('articles with equal scores', () => {
  const day = (n: number) => new Date(Date.parse('2026-03-01T12:00:00Z') + n * 86_400_000)
  const stores = Array.from({ length: 1_100 }, (_, n) => `Apple opens store ${1_000 + n} in Osaka`)

  beforeAll(async () => {
    // More than a search weighs; they come in no order of time.
    await ingest(
      stores.map((title, n) => newsItem({ title, published: new Date(day(200).getTime() + (n % 7) * 60_000) })),
    )
    await ingest([newsItem({ title: 'Apple opens store 9000 in Osaka', published: day(0) })])
  })

  test('come newest first', async () => {
    const { data } = await app.graphql(
      '{ newsSearch(query: "apple osaka store", collapse: false, limit: 200) { items { score published } } }',
    )
    const rows: { score: number; published: string }[] = data.newsSearch.items
    const ordered = rows.toSorted((a, b) => b.score - a.score || (a.published < b.published ? 1 : -1))
    expect(rows.map((row) => row.published)).toEqual(ordered.map((row) => row.published))
    expect(new Set(rows.map((row) => row.published)).size).toBeGreaterThan(1)
  })

  test('are found within the requested days, however many there are on other days', async () => {
    const { data } = await app.graphql(
      '{ newsSearch(query: "apple osaka store", to: "2026-03-02") { items { title } } }',
    )
    expect(data.newsSearch.items).toEqual([{ title: 'Apple opens store 9000 in Osaka' }])
  })
})
