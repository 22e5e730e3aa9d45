import { expect, test } from 'vitest'
import { webSearchText } from './web-search-text.pure.ts'

test.each([
  ['oil -opec', 'oil -opec'],
  ['co-op "joint venture" or merger', 'co-op "joint venture" or merger'],
  ['oil --opec', 'oil opec'],
  ['oil ---opec', 'oil -opec'],
  ['oil - - -opec', 'oil -opec'],
  ['-'.repeat(33), ''],
  ['--(', ''],
  ['oil -', 'oil '],
  ['AT&T (merger)', 'AT T  merger '],
  ['a\u00a0--\u0085-b', 'a -b'],
])('"%s" is asked as "%s"', (query, text) => {
  expect(webSearchText(query)).toBe(text)
})
