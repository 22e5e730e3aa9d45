import { describe, expect, test } from 'vitest'
import { generateDemoNews } from '../../prisma/demo/news.ts'
import { readQuietAssets } from '../../prisma/demo/quiet-asset.ts'
import { indexSubjects, pressName } from '../../prisma/demo/story-subjects.ts'
import { industryTest, listSlots, readIndustryGroups, readStoryTemplates } from '../../prisma/demo/story-template.ts'
import { readThemePhrases } from '../../prisma/demo/theme-phrase.ts'
import { readReference } from '../catalog/reference/reference.source.ts'
import { NEWS_TYPES } from '../enrichment/classify/news-type.pure.ts'
import { readKnowledge } from '../impact/knowledge.source.ts'
import { newsItem } from '../news/intake/feed-item.source.ts'

const knowledge = await readKnowledge()
const nowMs = Date.UTC(2026, 10, 20, 12)
const options = { seed: 1, days: 90, articles: 1_000, nowMs }
const items = generateDemoNews(knowledge, options)

describe('demo news', () => {
  test('is the same for the same seed at the same moment, and different for another seed', () => {
    expect(generateDemoNews(knowledge, options)).toEqual(items)
    expect(generateDemoNews(knowledge, { ...options, seed: 2 })).not.toEqual(items)
  })

  test('has as many articles as asked for, also none', () => {
    expect(items).toHaveLength(1_000)
    expect(generateDemoNews(knowledge, { ...options, articles: 0 })).toEqual([])
  })

  test('lies within the days asked for, earliest first, nothing in the future', () => {
    const published = items.map((item) => Date.parse(String(item.published)))
    expect(published).toEqual(published.toSorted((a, b) => a - b))
    expect(published[0]).toBeGreaterThanOrEqual(nowMs - 90 * 86_400_000)
    expect(published.at(-1)).toBeLessThanOrEqual(nowMs)
  })

  test('is accepted by the feed reader, article by article', () => {
    const read = items.map((item) => newsItem(item, nowMs))
    expect(read.filter((item) => 'reason' in item)).toEqual([])
    expect(new Set(read.map((item) => ('identity' in item ? item.identity : ''))).size).toBe(items.length)
  })

  test('is marked as synthetic in outlet, URL and text', () => {
    const unmarked = items.filter(
      ({ outlet, url, text }) =>
        !outlet?.startsWith('demo_') ||
        !new URL(url ?? '').hostname.endsWith('.invalid') ||
        !text?.includes('Synthetic'),
    )
    expect(unmarked).toEqual([])
  })

  test('leaves no slot or alternative open', () => {
    expect(items.filter(({ title, text }) => /[{}[\]]|undefined/.test(`${title} ${text}`))).toEqual([])
  })

  test('has one to four outlets per story, with different wordings', () => {
    const stories = [...Map.groupBy(items, ({ url }) => url?.split('/').at(-1)).values()]
    expect(Math.max(...stories.map((story) => story.length))).toBe(4)
    const told = stories.filter((story) => story.length > 1)
    expect(told.length).toBeGreaterThan(stories.length / 3)
    const fillTemplate = told.filter((story) => new Set(story.map(({ title }) => title)).size > 1)
    expect(fillTemplate.length).toBeGreaterThan(told.length / 2)
  })
})

describe('story templates', () => {
  const templates = readStoryTemplates()

  test('cover all 18 news types and both directions', () => {
    expect(new Set(templates.map(({ type }) => type))).toEqual(new Set(NEWS_TYPES))
    for (const direction of ['pos', 'neg']) {
      expect(new Set(templates.filter((one) => one.direction === direction).map(({ about }) => about)).size).toBe(8)
    }
  })

  test('use known slots only', () => {
    const known =
      'name home state rival partner supplier customer input product goods business Business event Event cost Group other region market china pct small tiny points money flow aid patients weeks'
    expect(templates.flatMap(listSlots).filter((slot) => !known.split(' ').includes(slot))).toEqual([])
  })
})

describe('stories suit the industry', () => {
  const groups = readIndustryGroups()
  const all = generateDemoNews(knowledge, { ...options, seed: 7, articles: 6_000 })
  const companyOf = new Map(
    knowledge.assets.filter(({ type }) => type === 'stock').map((asset) => [pressName(asset), asset]),
  )
  /** Titles of a pattern whose company, the first group of the pattern, is in none of the industries. */
  const strangers = (pattern: RegExp, industries: string) => {
    const found = all.flatMap(({ title = '' }) => {
      const company = companyOf.get(pattern.exec(title)?.[1] ?? '')
      return company === undefined || company.gics === null ? [] : [{ title, company }]
    })
    expect(found.length, String(pattern)).toBeGreaterThan(0)
    return found.filter(({ company }) => !industryTest(industries, groups)(company)).map(({ title }) => title)
  }

  test.each([
    [/^Fire (?:halts|stops) production at (.+) plant/, '15|2010|2510|252|302|303|351010|3520|4520|4530|-fabless'],
    [/^Strike (?:shuts|halts) (.+) operations/, '10|15|20|25|30|3510|3520|4520|4530'],
    [/^New tariffs (?:threaten|hit) (.+) exports/, '15|2010|2510|252|302|303|351010|3520|4520|4530'],
    [/^Red Sea attacks force (.+) to (?:reroute|divert)/, '203030'],
    [/^(.+) wins .+ defence order/, '201010'],
    [/^(.+) drug (?:meets|hits|fails|misses)/, '352010|352020'],
    [/^(.+) (?:shuts|closes) digital bank/, '4010'],
    [/^Parts shortage .+ business, (.+) (?:warns|says)/, '2010|2510|252|351010|45'],
    [/^(.+) (?:unveils|presents) faster chip/, '453010'],
  ])('%s only of %s', (pattern, industries) => {
    expect(strangers(pattern, industries)).toEqual([])
  })

  test('nothing is told of stablecoins and pegged currencies', () => {
    expect(
      all.filter(({ title }) => /^(?:Tether|USD Coin|Dai stablecoin|USD\/(?:HKD|SAR|AED))/.test(title ?? '')),
    ).toEqual([])
  })
})

test('groups of industries hold known codes and groups, and exclude only what they hold', async () => {
  const { rows } = await readReference('gics')
  const groups = readIndustryGroups()
  const tickers = new Set(knowledge.assets.map(({ ticker }) => ticker))
  const isKnown = (token: string) =>
    groups.has(token) || tickers.has(token) || rows.some(({ code }) => code.startsWith(token))
  const tokens = [...groups.values(), ...readStoryTemplates().map(({ gics }) => gics)].flatMap((list) =>
    list.split('|'),
  )
  expect(tokens.filter((token) => token !== '' && !isKnown(token.replace(/^-/, '')))).toEqual([])
  expect([...readQuietAssets()].filter((ticker) => !tickers.has(ticker))).toEqual([])
})

test('a phrase is told of the members who live on it, and of all where it names the megatrend', () => {
  const { membersOf } = indexSubjects(knowledge, readThemePhrases())
  const classifieds = 19_010_500
  const tickersOf = (phrase: string) => membersOf(classifieds, phrase).map(({ ticker }) => ticker)
  expect(tickersOf('property portal')).toContain('RMV.LSE')
  expect(tickersOf('property portal')).not.toContain('CVNA.US')
  expect(tickersOf('online classifieds')).toEqual(expect.arrayContaining(['RMV.LSE', 'CVNA.US']))
})

test('phrases of themes are keywords of their megatrend, so that the service knows what a story is about', () => {
  const themes = readThemePhrases()
  const keywords = new Map(knowledge.megatrends.map((node) => [node.nodeId, node.tier === 3 ? node.keywords : []]))
  const strangers = themes.flatMap(({ nodeId, phrases }) =>
    phrases.filter((one) => !keywords.get(nodeId)?.includes(one.toLowerCase())),
  )
  expect(strangers).toEqual([])
  expect(new Set(themes.map(({ nodeId }) => nodeId)).size).toBe(themes.length)
  expect(themes.length).toBeGreaterThan(350)
})
