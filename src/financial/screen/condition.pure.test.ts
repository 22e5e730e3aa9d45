import { expect, test } from 'vitest'
import { type GivenCondition, readCondition } from './condition.pure.ts'

const given = (facts: Partial<GivenCondition>): GivenCondition => ({
  ...{ concept: 0, key: 'roe', pattern: 'above', isFraction: true },
  ...facts,
})

test.each([
  [given({ threshold: 30 }), { threshold: 0.3 }, 1],
  [given({ threshold: -30, pattern: 'below' }), { threshold: -0.3 }, 1],
  [given({ threshold: 1 }), { threshold: 0.01 }, 1],
  [given({ threshold: 0.99 }), { threshold: 0.99 }, 0],
  [given({ threshold: 30, isFraction: false }), { threshold: 30 }, 0],
  [given({ pattern: 'between', min: 0, max: 20 }), { min: 0, max: 0.2 }, 1],
  [given({ pattern: 'between', min: 5, max: 20 }), { min: 0.05, max: 0.2 }, 2],
  // A growth rate is a fraction, whatever grows.
  [given({ pattern: 'compound_growth', years: 5, threshold: 10, isFraction: false }), { years: 5, threshold: 0.1 }, 1],
  [given({ pattern: 'consecutive_growth', years: 5 }), { years: 5 }, 0],
])('%j is read as %j', (condition, read, notes) => {
  const { concept, key, pattern } = condition
  expect(readCondition(condition, 3).condition).toEqual({ concept, key, pattern, cohort: 'country_sector', ...read })
  expect(readCondition(condition, 3).notes).toHaveLength(notes)
})

test('a note names the condition, what was given and what was used', () => {
  expect(readCondition(given({ threshold: 30 }), 3).notes).toEqual([
    'conditions[3] (roe above): threshold 30 was read as 0.3, for fractions are decimals (0.2 = 20 %).',
  ])
})

test.each([
  [undefined, 'country_sector'],
  [true, 'sector'],
  [false, 'universe'],
])('own: %s compares with %s', (own, cohort) => {
  expect(readCondition(given({ pattern: 'high', own }), 0)).toMatchObject({ condition: { cohort }, notes: [] })
})
