import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { feed } from '../../src/news/feed/feed.store.ts'
import { decodeFeedCursor, encodeFeedCursor } from '../../src/news/feed/feed-cursor.pure.ts'
import type { FeedSelection } from '../../src/news/feed/feed-filter.store.ts'
import { type FeedSpan, feedSlice, type PlacedFeedRow, stockFeedSlices } from '../../src/news/feed/feed-slice.store.ts'
import { useApp } from '../setup/app.ts'
import { storeStory } from '../setup/story-rows.ts'
import '../setup/property-seed.ts'

useApp()

const TICKERS = ['AAPL.US', 'NVDA.US', '005930.KO', '7203.JP']
const OUTLETS = ['test_wire', 'other_wire', 'third_wire']
const NODES = [10010100, 10010200, 20010100]
let listingIds: number[]
let stories: number[]

beforeAll(async () => {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM listing WHERE ticker = ANY($1) ORDER BY id', [
    TICKERS,
  ])
  listingIds = rows.map((row) => row.id)
  stories = []
  for (let seed = 0; seed < 40; seed++) {
    stories.push(
      await storeStory(Array.from({ length: 1 + (seed % 3) }, (_, telling) => article(31 * seed + 17 * telling))),
    )
  }
})

/** An article that differs from others in all that feeds filter and order by, and ties with some in each of them. */
function article(seed: number) {
  const pick = <Value>(values: readonly Value[], at: number): Value[] => values.slice(at % values.length).slice(0, 1)
  return {
    published: new Date(Date.UTC(2026, 10, 1 + (seed % 11), seed % 3)).toISOString(),
    source: pick(OUTLETS, seed).join(),
    impactScore: 1 + (seed % 5),
    newsType: pick(['earnings_results', 'macro_economic'], seed).join(),
    trends: seed % 4 === 0 ? pick(NODES, seed) : [],
    impacts: TICKERS.slice(seed % 3, (seed % 3) + 2).map((ticker, place) => ({
      ticker,
      direction: pick(['pos', 'neg', 'ambiguous'] as const, seed + place)[0] ?? 'pos',
      aspect: pick(['demand', 'supply'], seed).join(),
      // Values that single precision cannot hold exactly.
      relevance: (10 * (1 + (seed % 7)) - place) / 100,
      confidence: (60 + ((3 * seed + place) % 40)) / 100,
      path: place === 0 ? [ticker] : ['TSM.US', ticker],
    })),
  }
}

/** Stores an article as one more telling of a story that stands. */
async function join(storyId: number, facts: ReturnType<typeof article>): Promise<void> {
  const own = await storeStory([facts])
  for (const table of ['article', 'impact', 'article_trend'])
    await pool.query(`UPDATE ${table} SET story_id = $1 WHERE story_id = $2`, [storyId, own])
  await pool.query('DELETE FROM story WHERE id = $1', [own])
}

const ORDERS = ['recency', 'impact', 'relevance'] as const

/** Any feed. */
function selections(): fc.Arbitrary<FeedSelection> {
  const day = fc.integer({ min: 1, max: 11 }).map((number) => `2026-11-${String(number).padStart(2, '0')}`)
  const always = fc.record({ orderBy: fc.constantFrom(...ORDERS), collapse: fc.boolean() })
  const sometimes = {
    minImpact: fc.integer({ min: 1, max: 4 }),
    aspect: fc.constantFrom('demand' as const, 'supply' as const),
    direction: fc.constantFrom('pos' as const, 'neg' as const),
    minRelevance: fc.constantFrom(0.2, 0.5),
    minConfidence: fc.constantFrom(0.7, 0.9),
    tagged: fc.boolean(),
    newsTypes: fc.constant(['earnings_results' as const]),
    source: fc.constantFrom(...OUTLETS),
    from: day,
    to: day,
    affectedIds: fc.subarray(listingIds, { minLength: 1 }),
    trend: fc.record({
      first: fc.constant(10_000_000),
      last: fc.constantFrom(10_019_999, 10_999_999),
      memberIds: fc.subarray(listingIds),
    }),
    listingIds: fc.shuffledSubarray(listingIds, { minLength: 1 }),
  }
  return fc
    .tuple(always, fc.record(sometimes), fc.subarray(Object.keys(sometimes), { maxLength: 3 }))
    .map(
      ([selection, values, kept]): FeedSelection => ({
        ...selection,
        ...Object.fromEntries(Object.entries(values).filter(([name]) => kept.includes(name))),
      }),
    )
    .filter(({ from, to }) => !from || !to || from <= to)
}

const span = (part: Partial<FeedSpan>): FeedSpan => ({
  after: null,
  before: null,
  limit: 1_000,
  fromEnd: false,
  ...part,
})
const facts = (rows: readonly { id: number; scopeId: number | null }[]) => rows.map(({ id, scopeId }) => [id, scopeId])
const byOffset = async (filter: FeedSelection) => (await feed({ ...filter, limit: 50, offset: 0, all: true })).rows

/** All rows of a feed read slice by slice, through cursors, with `between` called after each. */
async function walked(
  filter: FeedSelection,
  limit: number,
  fromEnd: boolean,
  between: () => Promise<void> = async () => {},
): Promise<PlacedFeedRow[]> {
  const rows: PlacedFeedRow[] = []
  let place: FeedSpan['after'] = null
  for (;;) {
    const slice = await feedSlice(filter, span({ [fromEnd ? 'before' : 'after']: place, limit, fromEnd }))
    rows.push(...slice)
    const last = slice.at(-1)
    if (!last) return fromEnd ? rows.reverse() : rows
    place = decodeFeedCursor(filter.orderBy, encodeFeedCursor(filter.orderBy, last.position))
    expect(place).toEqual(last.position)
    await between()
  }
}

describe('a feed read by positions', () => {
  test('in slices of any size, from either end, is the feed by offset, row for row', async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(selections(), fc.integer({ min: 1, max: 30 }), fc.boolean(), async (filter, limit, fromEnd) => {
        const expected = await byOffset(filter)
        found += expected.length
        const rows = await walked(filter, limit, fromEnd)
        expect(rows.map(({ position: _, ...row }) => row)).toEqual(expected)
      }),
      { numRuns: 60 },
    )
    expect(found).toBeGreaterThan(300)
  })

  test('between two positions holds the rows between them, the first or the last of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        selections(),
        fc.nat(),
        fc.nat(),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (filter, one, other, limit, fromEnd) => {
          const rows = await feedSlice(filter, span({}))
          fc.pre(rows.length > 0)
          const [from, to] = [one % rows.length, other % rows.length]
          const [after, before] = [rows[from]?.position ?? null, rows[to]?.position ?? null]
          const inside = rows.slice(from + 1, Math.max(from + 1, to))
          const expected = fromEnd ? inside.toReversed().slice(0, limit) : inside.slice(0, limit)
          expect(await feedSlice(filter, { after, before, limit, fromEnd })).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is the feed as it was when the reading began, whatever is stored meanwhile', async () => {
    let seed = 1_000
    await fc.assert(
      fc.asyncProperty(
        selections(),
        fc.integer({ min: 3, max: 30 }),
        fc.boolean(),
        fc.array(fc.nat({ max: 10_000 }), { minLength: 1, maxLength: 3 }),
        async (filter, limit, fromEnd, coming) => {
          const expected = await byOffset(filter)
          const pending = [...coming]
          // New stories, and articles that would lead stories already shown or yet to come, before and behind the reading.
          const rows = await walked(filter, limit, fromEnd, async () => {
            for (const number of pending.splice(0, 1)) {
              await storeStory([article(seed++ + number)])
              await join(stories[number % stories.length] ?? 0, { ...article(seed++), impactScore: 5 })
            }
          })
          expect(facts(rows)).toEqual(facts(expected))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('begun anew shows what has come since', async () => {
    const filter: FeedSelection = { orderBy: 'recency', collapse: true }
    const [first] = await feedSlice(filter, span({ limit: 1 }))
    const story = await storeStory([{ ...article(5), published: '2026-11-19T00:00:00.000Z' }])
    const [newest] = await feedSlice(filter, span({ limit: 1 }))
    expect(newest?.storyId).toBe(story)
    expect(await feedSlice(filter, span({ before: first?.position ?? null }))).toEqual([])
  })

  test('of several stocks at once is the feed of each', async () => {
    await fc.assert(
      fc.asyncProperty(
        selections(),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (any, at, limit, fromEnd) => {
          const { listingIds: _, ...filter } = any
          const start = await feedSlice(filter, span({}))
          const part = span({
            [fromEnd ? 'before' : 'after']: start[at % (start.length + 1)]?.position ?? null,
            limit,
            fromEnd,
          })
          const each = await Promise.all(listingIds.map((id) => feedSlice({ ...filter, listingIds: [id] }, part)))
          expect(await stockFeedSlices(listingIds, filter, part)).toEqual(each)
        },
      ),
      { numRuns: 30 },
    )
  })
})
