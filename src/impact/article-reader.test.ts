import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Knowledge } from '../catalog/knowledge.pure.ts'
import { log } from '../core/log.ts'
import { finish } from '../core/pieces.pure.ts'
import { readerInPieces, type StagedReader } from '../enrichment/enrich.pure.ts'
import type { ArticleText } from '../enrichment/vocabulary/verdict.pure.ts'
import { ParallelReader, readerHere } from './article-reader.ts'
import { readKnowledge } from './knowledge.source.ts'
import { readLexicons } from './lexicon/lexicon.source.ts'

let knowledge: Knowledge
let read: StagedReader

beforeAll(async () => {
  knowledge = await readKnowledge()
  read = finish(readerInPieces(knowledge, await readLexicons()))
})

const ARTICLES = [
  'Chile copper mine halts output after fatal collapse',
  'Boeing wins 50-jet order from Ryanair',
  'Fed cuts rates by half a point',
  'Nvidia lifts outlook as data-centre revenue doubles',
  'Taiwan quake stops chip plants, exports to Japan suspended',
].map((title, i) => (i % 2 === 0 ? { title } : { title, text: `${title}. Shares moved at once.` }))

function manyArticles(count: number): ArticleText[] {
  return Array.from({ length: count }, (_, i) => ARTICLES[i % ARTICLES.length] ?? { title: '' })
}

/** Reads in this thread and counts how often. */
function countReadings() {
  let readings = 0
  const counted = (article: ArticleText) => {
    readings++
    return read(article)
  }
  return { read: counted, count: () => readings }
}

/** Reads again and again until nothing is read here: threads begin within seconds. */
async function untilThreadsRead(here: ReturnType<typeof countReadings>, read: () => Promise<unknown>): Promise<void> {
  for (let before = -1; before !== here.count(); ) {
    before = here.count()
    await nextTurn()
    await read()
  }
}

describe('an article reader', () => {
  test('of several threads reads what one thread reads, in the order of the articles, and reads here what they fail at', async () => {
    const here = countReadings()
    const reader = new ParallelReader(here.read, knowledge, 2)
    const expected = ARTICLES.map((article) => {
      const { enrichment, signature } = finish(read(article))
      return { enrichment, signature }
    })
    try {
      await reader.read(manyArticles(1_000))
      await untilThreadsRead(here, async () => {
        const readings = await reader.read(ARTICLES)
        expect(readings.map(({ enrichment, signature }) => ({ enrichment, signature }))).toEqual(expected)
      })
      // More than are read side by side, too.
      for (const count of [0, 1, 2, 7, 300])
        expect(await reader.read(manyArticles(count))).toEqual(Array.from({ length: count }, (_, i) => expected[i % 5]))
      const warn = vi.spyOn(log, 'warn').mockImplementation(() => {})
      const notSent = { title: 'Boeing wins 50-jet order from Ryanair', reread: () => {} }
      const before = here.count()
      expect(await reader.read([notSent])).toHaveLength(1)
      expect(warn).toHaveBeenCalledOnce()
      warn.mockRestore()
      expect(here.count()).toBe(before + 1)
    } finally {
      await reader.close()
    }
  })

  test('that is closed says nothing of what its threads were still at, and reads none of it here', async () => {
    const warn = vi.spyOn(log, 'warn')
    const here = countReadings()
    const starting = new ParallelReader(here.read, knowledge, 1)
    await starting.read(manyArticles(1_000))
    await starting.close()
    const reading = new ParallelReader(here.read, knowledge, 1)
    await reading.read(manyArticles(1_000))
    await untilThreadsRead(here, () => reading.read(ARTICLES))
    const before = here.count()
    const underWay = reading.read(manyArticles(500))
    await Promise.all([expect(underWay).rejects.toThrow(), reading.close()])
    expect(here.count()).toBe(before)
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test('starts no thread for few articles, nor where there is only one core', async () => {
    const here = countReadings()
    const few = new ParallelReader(here.read, knowledge, 2)
    await few.read(manyArticles(999))
    await few.close()
    const alone = new ParallelReader(here.read, knowledge, 0)
    await alone.read(manyArticles(1_001))
    await alone.close()
    expect(here.count()).toBe(2_000)
  })

  test('fails with the reason when an article cannot be read', async () => {
    const reader = readerHere(() => {
      throw new Error('unreadable')
    })
    await expect(reader.read(ARTICLES)).rejects.toThrow('unreadable')
  })
})
