import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Question, readReasons } from '../../src/brief/mover/reason.store.ts'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool, queryRows } from '../../src/core/database/db.ts'
import { sql } from '../../src/core/database/sql.ts'
import { DIRECTIONS } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { articleConditions } from '../../src/news/story/article-filter.store.ts'
import { useApp } from '../setup/app.ts'
import { storeStory } from '../setup/story-rows.ts'

useApp()

const TICKERS = ['AAPL.US', 'XOM.US', '7203.JP']
const NODES = [10_010_100, 20_010_100]
const START = Date.UTC(2026, 10, 1)
const HOUR = 3_600_000
const ARTICLES = 200

interface Row {
  readonly listing_id: number
  readonly article_id: number
  readonly published: Date
  readonly direction: string
  readonly hop: number
  readonly relevance: number
  readonly impact_score: number
  readonly rationale: string
  readonly path: number[]
}

/** Few values of each, so that many impacts are equal in all but one of what decides. */
const article = fc.record({
  published: fc.integer({ min: 0, max: 60 }).map((hours) => new Date(START + hours * HOUR).toISOString()),
  impactScore: fc.integer({ min: 1, max: 3 }),
  impacts: fc.uniqueArray(
    fc.record({
      ticker: fc.constantFrom(...TICKERS),
      direction: fc.constantFrom(...DIRECTIONS),
      relevance: fc.constantFrom(0.25, 0.5, 0.75),
      path: fc.constantFrom(undefined, ['SHEL.LSE', 'AAPL.US']),
    }),
    { minLength: 2, maxLength: 3, selector: ({ ticker }) => ticker },
  ),
  trends: fc.uniqueArray(fc.constantFrom(...NODES), { minLength: 1, maxLength: 2 }),
})

const question = fc.record({
  ticker: fc.constantFrom(...TICKERS, 'KO.US'),
  direction: fc.constantFrom(null, ...DIRECTIONS),
  reached: fc.boolean(),
})

describe('the reason of a mover', () => {
  let rows: readonly Row[] = []

  beforeAll(async () => {
    for (const stated of fc.sample(article, { numRuns: ARTICLES, seed: 7 })) {
      const impacts = stated.impacts.map(({ path, ...facts }) => (path ? { ...facts, path } : facts))
      await storeStory([{ ...stated, impacts }])
    }
    await pool.query(`UPDATE impact SET rationale = 'as article ' || article_id || ' says'`)
    rows = (await pool.query<Row>('SELECT * FROM impact')).rows
  })

  test.each([
    ['a megatrend', true],
    ['the market', false],
  ])('of %s is the best of the latest fifty impacts that answer', async (_, inMegatrend) => {
    const [node = 0] = NODES
    const trend = inMegatrend ? { first: node, last: node, memberIds: [catalog().require('AAPL.US').id] } : undefined
    let capped = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(question, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 40, max: 61 }),
        async (asked, from, to) => {
          const filter = {
            start: new Date(START + from * HOUR),
            end: new Date(START + to * HOUR),
            trend,
          }
          const questions: Question[] = asked.map(({ ticker, ...facts }) => ({
            ...facts,
            listingId: catalog().require(ticker).id,
          }))
          const matching = new Set(
            (
              await queryRows<{ id: number }>(
                undefined,
                sql`SELECT a.id FROM article a WHERE ${articleConditions(filter)({ article: sql`a` })}`,
              )
            ).map(({ id }) => id),
          )
          const expected = questions.map(({ listingId, direction, reached }) => {
            const answers = rows
              .filter((row) => matching.has(row.article_id) && row.listing_id === listingId)
              .filter((row) => row.published >= filter.start && row.published < filter.end)
              .filter((row) => (direction === null || row.direction === direction) && (!reached || row.hop > 0))
              .toSorted((a, b) => Number(b.published) - Number(a.published) || b.article_id - a.article_id)
            if (answers.length > 50) capped++
            const [best] = answers
              .slice(0, 50)
              .toSorted(
                (a, b) =>
                  b.relevance - a.relevance ||
                  b.impact_score - a.impact_score ||
                  Number(b.published) - Number(a.published) ||
                  b.article_id - a.article_id,
              )
            return best && { rationale: best.rationale, path: best.path }
          })
          const found = await readReasons(filter, questions)
          expect(found.map((one) => one && { rationale: one.rationale, path: one.path })).toEqual(expected)
        },
      ),
      { numRuns: 40 },
    )
    expect(capped, 'questions with more than fifty answers').toBeGreaterThan(5)
  })
})
