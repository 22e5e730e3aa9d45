import { expect, test } from 'vitest'
import { readLexicons } from '../../../impact/lexicon/lexicon.source.ts'
import { tokenise } from '../../text/token.pure.ts'
import { createTitleLists } from './event-title.pure.ts'
import { findUnmetExpectation } from './expectation.pure.ts'

const { event } = await readLexicons()
const listTitle = createTitleLists(event)

function compare(headline: string): string[] {
  const title = listTitle(tokenise(headline))
  return findUnmetExpectation(title).map(({ from, to }) => title.words.slice(from, to).join(' '))
}

test.each([
  ['BP finds less flood damage than feared', ['less', 'than feared']],
  ['Strike costs fewer cargoes than traders had feared', ['fewer', 'than traders had feared']],
  ['Closures fall well short of hopes', ['short of hopes']],
  ['Insurance bill far below worst fears', ['below worst fears']],
])('"%s" compares by %j', (headline, words) => {
  expect(compare(headline)).toEqual(words)
})

test.each([
  'Losses bigger than feared',
  'Crop smaller than last year',
  'Oil falls below $60 as fears of a glut grow',
  'Nickel price below cost, miners fear',
  'Fewer jets than in May, Airbus says',
])('"%s" tells of nothing that is less than was feared', (headline) => {
  expect(compare(headline)).toEqual([])
})
