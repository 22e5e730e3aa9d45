import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import type { ArticleText, Enrichment } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { type ArticleReader, readerHere } from '../../src/impact/article-reader.ts'
import { currentReader } from '../../src/impact/enricher.ts'
import type { NewsItem } from '../../src/news/intake/feed-item.source.ts'
import { clock, ingest, newsItem, useApp } from '../setup/app.ts'

useApp()

const BATCH = 500

/** A reader that counts what it reads. */
function countingReader(): { reader: ArticleReader; titles: string[] } {
  const titles: string[] = []
  const read = currentReader()
  const reader = readerHere((article: ArticleText) => {
    titles.push(article.title)
    return read(article)
  })
  return { reader, titles }
}

function article(name: string, title: string): NewsItem {
  return newsItem({ title, url: `https://long.example/${name}` })
}

async function storedTitles(prefix: string): Promise<string[]> {
  const { rows } = await pool.query('SELECT title FROM article WHERE url LIKE $1 ORDER BY url', [
    `https://long.example/${prefix}%`,
  ])
  return rows.map(({ title }) => title)
}

describe('a long ingest', () => {
  test('reads only what is new or changed', async () => {
    const items = Array.from({ length: 700 }, (_, i) => article(`known-${i}`, `Shell cuts output by ${i} barrels`))
    await ingest(items)
    const { reader, titles } = countingReader()
    const changed = [
      ...items.slice(0, 698),
      article('known-698', 'Shell lifts output'),
      article('known-new', 'BP lifts output'),
    ]
    const summary = await ingest(changed, { reader, clock })
    expect(summary).toMatchObject({ read: 700, inserted: 1, updated: 1, skipped: 698 })
    expect(titles.sort()).toEqual(['BP lifts output', 'Shell lifts output'])
  })

  test('ends with the last version of an article that comes again and again', async () => {
    const versions = ['Shell one', 'Shell two', 'Shell one', 'Shell two', 'Shell one']
    await ingest([article('turn', 'Shell one')])
    const items = versions.flatMap((title, batch) => [
      article('turn', title),
      ...Array.from({ length: BATCH - 1 }, (_, i) => article(`fill-${batch}-${i}`, 'Holiday crowds fill beaches')),
    ])
    const summary = await ingest(items)
    expect(await storedTitles('turn')).toEqual(['Shell one'])
    expect(summary).toMatchObject({ read: 5 * BATCH, inserted: 5 * (BATCH - 1), updated: 4, skipped: 1 })
  })

  test('asks a model about no more articles at once than it says', async () => {
    let asked = 0
    let most = 0
    const refiner = {
      atOnce: 3,
      refine: async (_: ArticleText, rules: Enrichment) => {
        most = Math.max(most, ++asked)
        await pause(1)
        asked--
        return rules
      },
    }
    const items = Array.from({ length: 170 }, (_, i) => article(`refined-${i}`, `Boeing delivers jet number ${i}`))
    expect(await ingest(items, { reader: readerHere(currentReader()), refiner, clock })).toMatchObject({
      inserted: 170,
    })
    expect(most).toBe(3)
  })

  test('that breaks off keeps every batch that was stored, and the next run brings the rest', async () => {
    const items = Array.from({ length: 4 * BATCH }, (_, i) => article(`broken-${i}`, `Boeing delivers jet number ${i}`))
    const read = currentReader()
    let count = 0
    const reader = readerHere((one) => {
      if (++count > 3 * BATCH) throw new Error('the reader broke')
      return read(one)
    })
    await expect(ingest(items, { reader, clock })).rejects.toThrow('the reader broke')
    const stored = (await storedTitles('broken')).length
    expect(stored % BATCH).toBe(0)
    expect(stored).toBeGreaterThan(0)
    expect(await ingest(items)).toMatchObject({ inserted: 4 * BATCH - stored, skipped: stored })
  })
})
