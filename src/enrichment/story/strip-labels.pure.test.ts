import { expect, test } from 'vitest'
import { blankLabel, stripLabels } from './strip-labels.pure.ts'

const LABELS = [
  'UPDATE 2-',
  'Exclusive: ',
  'BREAKING: ',
  'Breaking News: ',
  'REFILE-UPDATE 1-',
  'WRAPUP 3-',
  'JUST IN: ',
]

test.each(LABELS)('"%s" is no part of a headline, and every word stays at its place', (label) => {
  const headline = 'Copper breaks through $13,000 a tonne'
  expect(stripLabels(label + headline)).toBe(headline)
  const blanked = blankLabel(label + headline)
  expect([blanked.trim(), blanked.indexOf(headline)]).toEqual([headline, label.length])
})

test('words that begin a headline are no labels', () => {
  for (const title of [
    'Update to iPhone software breaks apps',
    'Alert investors sell copper',
    'Brief rally of oil ends',
  ])
    expect(blankLabel(title)).toBe(title)
})
