import { expect, test } from 'vitest'
import type { AssetImpact, Direction, Enrichment } from '../../enrichment/vocabulary/verdict.pure.ts'
import { type AssetNames, candidatesOf } from './candidate.pure.ts'
import { type ModelAnswer, withVerdicts } from './verdict.pure.ts'

const assetOf: AssetNames = (id) => (id < 100 ? { ticker: `A${id}.US`, name: `Asset ${id}` } : undefined)

function impact(assetId: number, direction: Direction, path: readonly number[]): AssetImpact {
  const hop = path.length - 1
  const rest = {
    aspect: 'demand',
    magnitude: 1,
    role: 'leader',
    exposure: 'core',
    relevance: 0.5,
    confidence: 0.7,
    rationale: 'rules',
    steps: [],
  } as const
  return { assetId, direction, tagged: hop === 0, hop, path, ...rest }
}

const RULES: Enrichment = {
  briefText: 'The rules say so.',
  briefSource: 'rules',
  briefFacts: { key: 'topic/noise_other', up: [], down: [] },
  newsTypes: ['noise_other'],
  impactScore: 2,
  impacts: [impact(1, 'pos', [1]), impact(2, 'ambiguous', [2]), impact(3, 'neg', [1, 3]), impact(4, 'pos', [2, 5, 4])],
  megatrends: [],
  entities: [
    { name: 'Asset 1', assetId: 1, direction: 'pos', score: 0.8, aspect: 'demand', because: '', confidence: 0.7 },
    { name: 'Nobody', assetId: null, direction: 'neg', score: -0.3, aspect: 'demand', because: '', confidence: 0.7 },
  ],
}
const CANDIDATES = candidatesOf(RULES, assetOf)

function answered(...assets: readonly (readonly [string, Direction])[]): ModelAnswer {
  return {
    assets: assets.map(([asset, direction]) => ({ asset, direction, aspect: 'demand' })),
    impact_score: 3,
    brief_text: 'The model says so.',
  }
}

function directions(answer: ModelAnswer): Direction[] {
  const scored = withVerdicts(RULES, CANDIDATES, answer, assetOf)
  if (typeof scored === 'string') throw new Error(scored)
  return scored.impacts.map((one) => one.direction)
}

test('the candidates are what was named, given and reached, each once', () => {
  expect(CANDIDATES.map(({ key, found }) => `${key} ${found}`)).toEqual([
    'A1.US named',
    'A2.US named',
    'entity:1 given',
    'A3.US reached',
    'A4.US reached',
  ])
})

test('there are at most 32 candidates, and named ones are the last to be left out', () => {
  const impacts = [...Array(30).keys()].map((id) => impact(id + 10, 'pos', [10, id + 10]))
  const named = [...Array(10).keys()].map((id) => impact(id + 50, 'pos', [id + 50]))
  const found = candidatesOf({ ...RULES, impacts: [...impacts, ...named], entities: [] }, assetOf)
  expect(found).toHaveLength(32)
  expect(found.filter((one) => one.found === 'named').length).toBeGreaterThanOrEqual(10)
})

test('what the model leaves out stays, but turns with the asset it was reached from', () => {
  expect(directions(answered())).toEqual(['pos', 'ambiguous', 'neg', 'pos'])
  expect(directions(answered(['A1.US', 'pos']))).toEqual(['pos', 'ambiguous', 'neg', 'pos'])
  expect(directions(answered(['A1.US', 'neg']))).toEqual(['neg', 'ambiguous', 'pos', 'pos'])
  expect(directions(answered(['A1.US', 'ambiguous']))).toEqual(['ambiguous', 'ambiguous', 'ambiguous', 'pos'])
  expect(directions(answered(['A2.US', 'neg']))).toEqual(['pos', 'neg', 'neg', 'pos'])
  expect(directions(answered(['A1.US', 'neg'], ['A3.US', 'neg']))).toEqual(['neg', 'ambiguous', 'neg', 'pos'])
})

test('a rationale is kept where the verdict is, and tells of the model where it differs', () => {
  const scored = withVerdicts(RULES, CANDIDATES, answered(['A1.US', 'pos'], ['A4.US', 'neg']), assetOf)
  expect(typeof scored === 'string' ? scored : scored.impacts.map((one) => one.rationale)).toEqual([
    'rules',
    'rules',
    'rules',
    'Reached by way of Asset 2, then Asset 5: bad news on demand, as a model reads it.',
  ])
})

test('a given name keeps its score where the direction is the same, and is half way where it is not', () => {
  const scored = withVerdicts(RULES, CANDIDATES, answered(['A1.US', 'pos'], ['entity:1', 'pos']), assetOf)
  expect(typeof scored === 'string' ? scored : scored.entities.map((one) => one.score)).toEqual([0.8, 0.5])
})

test('confidence is that of the rules where the model agrees, and never below what a direction needs where it does not', () => {
  const scored = withVerdicts(RULES, CANDIDATES, answered(['A1.US', 'pos'], ['A4.US', 'neg']), assetOf)
  expect(typeof scored === 'string' ? scored : scored.impacts.map((one) => one.confidence)).toEqual([
    0.7, 0.7, 0.7, 0.4,
  ])
})

test.each(['A9.US', 'a1.us', 'entity:0', 'entity:7', '', '__proto__', 'A1.US '])(
  '"%s" is no asset of the article',
  (key) => {
    expect(typeof withVerdicts(RULES, CANDIDATES, answered([key, 'pos']), assetOf)).toBe('string')
  },
)

test.each([
  'See www.example.com for the rest.',
  'Apple [rises](javascript:x) today.',
  'Apple rises <b>today</b>.',
  'Apple\nrises today.',
  'Apple \u202Esesir today.',
  'Apple \u0000 rises today.',
  'Apple \ud83d rises today.',
])('%j is no plain sentence', (brief_text) => {
  expect(withVerdicts(RULES, CANDIDATES, { ...answered(), brief_text }, assetOf)).toBe(
    'the brief is not a plain sentence',
  )
})

test.each([
  'Sales rose by <5 % to $3bn.',
  'R&D at AT&T: "more", says CEO (again).',
  '\u30c8\u30e8\u30bf\u306e\u5229\u76ca\u304c\u5897\u52a0\u3002',
])('%j is a plain sentence', (brief_text) => {
  expect(withVerdicts(RULES, CANDIDATES, { ...answered(), brief_text }, assetOf)).toMatchObject({
    briefText: brief_text,
    briefSource: 'model',
  })
})

test('a translation that is in another script or carries a link is left out', () => {
  const translations = { th: 'English text', ja: '\u8a73\u7d30\u306f https://example.com' }
  const scored = withVerdicts(RULES, CANDIDATES, { ...answered(), translations }, assetOf)
  expect(scored).not.toHaveProperty('briefTexts')
})
