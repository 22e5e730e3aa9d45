import { expect, test } from 'vitest'
import { generateDemoNews } from '../../prisma/demo/news.ts'
import { openShippedEnricher } from '../../test/setup/shipped-enricher.ts'
import { StoryIndex } from '../enrichment/story/story-index.pure.ts'

const HOUR_MS = 3_600_000
const { knowledge, read } = await openShippedEnricher()

function joins(a: string, b: string, text?: string): boolean {
  const index = new StoryIndex()
  index.add(1, read({ title: a, text }).signature, 0)
  return index.match(read({ title: b, text }).signature, HOUR_MS) === 1
}

test.each([
  ['Carbon capture demand cools, industry group warns', 'Fast food demand slows, industry report warns'],
  ['News publishing demand slows, industry group warns', 'Cigarette demand cools, industry group warns'],
  [
    'Nuclear reactor demand to grow 12% this year, study finds',
    'Specialty retailer demand to grow 12% this year, study finds',
  ],
])('one pattern about two industries is two stories: %s / %s', (a, b) => expect(joins(a, b)).toBe(false))

test.each([
  ['Welltower gains as worries over UK budget ease', 'Worries over UK budget weigh on Welltower'],
  ['Annaly invests $62 million in mortgage REIT business', 'Annaly scales back mortgage REIT plans as demand slows'],
  ['Shell raises dividend after strong quarter', 'Shell cuts dividend after strong quarter'],
])('what contradicts each other is never one story: %s / %s', (a, b) => expect(joins(a, b)).toBe(false))

test('the demo joins no two themes, and a story with few exceptions is one story', () => {
  const items = generateDemoNews(knowledge, { seed: 3, days: 30, articles: 2_000, nowMs: Date.UTC(2026, 10, 20) })
  const index = new StoryIndex()
  const told = new Map<number, Set<string>>()
  items.forEach(({ title = '', text, url, published }) => {
    const { signature } = read({ title, text: text ?? undefined })
    const at = Date.parse(String(published))
    const story = index.match(signature, at) ?? told.size + 1
    index.add(story, signature, at)
    told.set(story, (told.get(story) ?? new Set()).add(url?.split('/').at(-1) ?? ''))
  })
  const joined = [...told.values()].filter((stories) => stories.size > 1)
  expect(joined.length / told.size).toBeLessThan(0.01)
  expect(told.size / new Set(items.map(({ url }) => url?.split('/').at(-1))).size).toBeLessThan(1.03)
})
