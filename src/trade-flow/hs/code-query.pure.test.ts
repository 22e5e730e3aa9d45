import { expect, test } from 'vitest'
import { goodsCodeOf, servicesCodeOf } from './code-query.pure.ts'

test.each([
  ['850760', '850760'],
  ['8507.60', '850760'],
  ['85.07.60', '850760'],
  ['8507 60 00', '850760'],
  ['HS 8507.60', '850760'],
  ['hs code: 8507', '8507'],
  ['8507600090', '850760'],
  ['85', '85'],
  ['8', null],
  ['85076000901', null],
  ['2 stroke engines', null],
  ['lithium 8507', null],
])('goods "%s" is the code %s', (phrase, code) => {
  expect(goodsCodeOf(phrase)).toBe(code)
})

test.each([
  ['9.2.1', '9.2.1'],
  ['EBOPS 9.2', '9.2'],
  ['C.1', 'C.1'],
  ['3a.31', '3a.31'],
  ['SI21', '9.2.1'],
  ['SDB', '4.2'],
  ['SJ213', '10.2.1.3'],
  ['SL', '12'],
  ['software', null],
  ['SPAM', null],
])('services "%s" are the code %s', (phrase, code) => {
  expect(servicesCodeOf(phrase)).toBe(code)
})
