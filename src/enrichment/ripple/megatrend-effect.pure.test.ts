import { beforeAll, expect, test } from 'vitest'
import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { readKnowledge } from '../../impact/knowledge.source.ts'
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
