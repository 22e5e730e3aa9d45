import { beforeAll, expect, test } from 'vitest'
import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { readKnowledge } from '../../impact/knowledge.source.ts'
import { readLexicons } from '../../impact/lexicon/lexicon.source.ts'
import { createEnricher } from '../enrich.pure.ts'
import { createThemePart, type ThemePart } from './megatrend-effect.pure.ts'

let knowledge: Knowledge
let partOf: ThemePart
const COFFEE_AND_TEA = 21020200
const VERTICAL_SOFTWARE = 12020500
const RENTAL_HOUSING = 38010300

beforeAll(async () => {
  knowledge = await readKnowledge()
  partOf = createThemePart(knowledge)
})

const tickersOf = (nodeId: number, words: readonly string[]) =>
  partOf(nodeId, words).map(({ assetId }) => knowledge.assets.find(({ id }) => id === assetId)?.ticker)

test('words for a part of a megatrend speak of the members who sell that part', () => {
  expect(tickersOf(COFFEE_AND_TEA, ['bubble', 'tea'])).toContain('2097.HK')
  expect(tickersOf(COFFEE_AND_TEA, ['bubble', 'tea'])).not.toContain('SBUX.US')
})

test('the name of a megatrend speaks of all its members, as do words of one sense that no member has', () => {
  const all = knowledge.memberships.filter(({ nodeId }) => nodeId === RENTAL_HOUSING)
  expect(partOf(RENTAL_HOUSING, ['rental', 'housing'])).toEqual(all)
  expect(partOf(RENTAL_HOUSING, ['lighthouse', 'flats'])).toEqual(all)
})

test('a listed part that no member sells speaks of nobody', () => {
  expect(partOf(VERTICAL_SOFTWARE, ['lighthouse', 'software'])).toEqual([])
})

test('what stands still where the named companies are at home stops nobody abroad', async () => {
  const enrich = createEnricher(knowledge, await readLexicons())
  const title = 'Airlines cancel flights as government shutdown bites; Delta, United shares fall'
  const { impacts } = enrich({ title })
  const members = impacts.filter(({ steps }) => steps.some(({ relation }) => relation === 'member'))
  const countries = members.map(({ assetId }) => knowledge.assets.find(({ id }) => id === assetId)?.country)
  expect([...new Set(countries)]).toEqual(['US'])
})
