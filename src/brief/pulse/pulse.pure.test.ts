import { expect, test } from 'vitest'
import { ASPECTS } from '../../enrichment/vocabulary/verdict.pure.ts'
import { aspectHeatmap, netDirection, pulseOf, type StoryCell } from './pulse.pure.ts'

const day = (date: string) => Date.parse(date) / 86_400_000
const cells: StoryCell[] = [
  { day: day('2026-11-18'), direction: 'pos', aspect: 'demand', stories: 3 },
  { day: day('2026-11-18'), direction: 'neg', aspect: 'supply', stories: 1 },
  { day: day('2026-11-20'), direction: 'ambiguous', aspect: 'demand', stories: 2 },
  { day: day('2026-11-20'), direction: null, aspect: null, stories: 4 },
]
const span = { from: '2026-11-17', to: '2026-11-20' }

test('net direction is positive less negative over all with a verdict, and unknown without any', () => {
  expect(netDirection({ pos: 3, neg: 1, ambiguous: 4 })).toBe(0.25)
  expect(netDirection({ pos: 0, neg: 5, ambiguous: 0 })).toBe(-1)
  expect(netDirection({ pos: 0, neg: 0, ambiguous: 0 })).toBeNull()
})

test('a pulse counts stories without a verdict but gives them no direction', () => {
  expect(pulseOf(cells, span)).toMatchObject({
    storyCount: 10,
    pos: 3,
    neg: 1,
    ambiguous: 2,
    netDirection: 0.3333,
    posShare: 0.5,
  })
})

test('a pulse has a point for every day of its window, empty days among them', () => {
  expect(pulseOf(cells, span).series).toEqual([
    { date: '2026-11-17', storyCount: 0, netDirection: null },
    { date: '2026-11-18', storyCount: 4, netDirection: 0.5 },
    { date: '2026-11-19', storyCount: 0, netDirection: null },
    { date: '2026-11-20', storyCount: 6, netDirection: 0 },
  ])
})

test('windows over a year show only the days from the first story to the last', () => {
  const { series } = pulseOf(cells, { from: '1990-01-01', to: '2090-12-31' })
  expect(series.map((point) => point.date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
  expect(pulseOf([], { from: '1990-01-01', to: '2090-12-31' }).series).toEqual([])
})

test('the heatmap has all eight aspects and no story twice', () => {
  const heatmap = aspectHeatmap(cells)
  expect(heatmap.map((row) => row.aspect)).toEqual([...ASPECTS])
  expect(heatmap.find((row) => row.aspect === 'demand')).toEqual({
    aspect: 'demand',
    pos: 3,
    neg: 0,
    ambiguous: 2,
    netDirection: 0.6,
  })
  expect(heatmap.reduce((sum, row) => sum + row.pos + row.neg + row.ambiguous, 0)).toBe(6)
})
