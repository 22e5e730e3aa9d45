import { expect, test } from 'vitest'
import { ingest, newsItem, useApp } from '../setup/app.ts'

const app = useApp()

test('the story that holds the words of a search comes before those that are only near in meaning', async () => {
  await ingest([
    newsItem({ title: 'SK Hynix US Offering Is More Than Seven Times Oversubscribed' }),
    newsItem({ title: 'iShares MSCI South Korea ETF climbs 1.6% to record high' }),
    newsItem({ title: 'HSBC starts stablecoin payments for merchants' }),
  ])
  const { data } = await app.graphql('{ newsSearch(q: "SK Hynix oversubscribed") { items { title } } }')
  expect(data.newsSearch.items.map((item: { title: string }) => item.title)).toEqual([
    'SK Hynix US Offering Is More Than Seven Times Oversubscribed',
  ])
})
