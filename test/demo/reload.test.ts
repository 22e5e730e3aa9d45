import { expect, test } from 'vitest'
import { rowsOf } from '../../src/core/database/db.ts'
import { loadFirstDemoNews, reloadDemoNews } from '../../src/demo/demo-news.ingest.ts'
import { clock, ingest, newsItem, useApp } from '../setup/app.ts'

useApp()

const small = { seed: 1, days: 10, articles: 60 }

async function bySource(): Promise<{ demo: number; real: number; stories: number; empty: number }> {
  const [row] = await rowsOf<{ demo: number; real: number; stories: number; empty: number }>(
    undefined,
    `SELECT count(*) FILTER (WHERE source LIKE 'demo\\_%') AS demo, count(*) FILTER (WHERE source NOT LIKE 'demo\\_%') AS real,
            count(DISTINCT story_id) AS stories,
            (SELECT count(*) FROM story s WHERE NOT EXISTS (SELECT 1 FROM article WHERE story_id = s.id)) AS empty
       FROM article`,
    [],
  )
  return row ?? { demo: 0, real: 0, stories: 0, empty: 0 }
}

test('a reload replaces the demo and nothing else, and later starts leave it alone', async () => {
  await ingest([newsItem({ title: 'Apple raises iPhone prices as demand surges', source: 'demonstration_daily' })])
  expect(await loadFirstDemoNews(clock, small), 'there is news already').toBeNull()
  expect((await reloadDemoNews(clock, small)).inserted).toBe(60)
  expect(await bySource()).toMatchObject({ demo: 60, real: 1, empty: 0 })

  clock.ms += 86_400_000
  expect((await reloadDemoNews(clock, { seed: 2, days: 10, articles: 40 })).inserted).toBe(40)
  expect(await bySource()).toMatchObject({ demo: 40, real: 1, empty: 0 })

  await reloadDemoNews(clock, { ...small, articles: 0 })
  expect(await bySource()).toEqual({ demo: 0, real: 1, stories: 1, empty: 0 })
  expect(await loadFirstDemoNews(clock, small)).toBeNull()
})
