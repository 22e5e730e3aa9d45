import { expect, test } from 'vitest'
import { openShippedEnricher } from '../../../test/setup/shipped-enricher.ts'

const { directionsOf: movedBy } = await openShippedEnricher()
const tickersOf = (title: string) => [...movedBy(title).keys()]

test('a brand that is named has rivals of its own kind alone', () => {
  const moved = tickersOf('Volkswagen recalls Bentley over defect')
  expect(moved).toContain('RACE.MI')
  expect(moved).not.toContain('STLAM.MI')
})

test('who sells no cloud itself wins no business from those who do', () => {
  expect(tickersOf('Infosys bags multi-year cloud deal from Metro Bank')).not.toContain('GOOG.US')
})

test('the outlook of a maker is that of those who sell the same, not of a whole trade', () => {
  const moved = tickersOf('Lonza cuts full-year outlook, warns of soft demand')
  expect(moved).toContain('207940.KO')
  expect(moved).not.toContain('TECN.SW')
  expect(tickersOf('Novo Nordisk slumps 20% after cutting sales growth outlook')).not.toContain('ROG.SW')
})

test('who sells seed to those who grow what pet food is made of is not moved by it', () => {
  expect(tickersOf('Pet food demand to grow 6.1% this year, study finds')).not.toContain('CTVA.US')
})

test('yields that rise as the budget is worried about weaken the currency', () => {
  expect(movedBy('Japan 30-year bond yield hits record as spending worries grow').get('GBPJPY.FX')).toBe('pos')
  expect(movedBy('Japan 10-year bond yield hits record as inflation accelerates').get('GBPJPY.FX')).toBe('neg')
})
