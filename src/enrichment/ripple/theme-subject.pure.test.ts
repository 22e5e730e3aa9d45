import { expect, test } from 'vitest'
import { openShippedEnricher } from '../../../test/setup/shipped-enricher.ts'

const { enrich } = await openShippedEnricher()

/** Members of megatrends that a title moves. */
const waveOf = (title: string) =>
  enrich({ title }).impacts.filter(({ steps }) => steps.some(({ relation }) => relation === 'member'))

test('members move where the title is about their business itself', () => {
  const wave = waveOf('Corrugated packaging: orders slow, industry report warns')
  expect(wave.length).toBeGreaterThan(2)
  expect(new Set(wave.map(({ direction }) => direction))).toEqual(new Set(['neg']))
  for (const { rationale } of wave) expect(rationale).toMatch(/ sells in .+, where demand shrinks\.$/)
})

test('no wave comes from a listed company, nor from one that is not listed', () => {
  expect(waveOf('Bajaj Finserv cuts annuities plans as demand slows')).toEqual([])
  expect(waveOf('OpenAI unveils its own web browser with ChatGPT at the core')).toEqual([])
  expect(waveOf('Startup Zorblax raises large language model prices')).toEqual([])
})
