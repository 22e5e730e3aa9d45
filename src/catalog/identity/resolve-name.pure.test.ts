import { describe, expect, test } from 'vitest'
import { isLikeLegalForm, normaliseName } from './resolve-name.pure.ts'

describe('a name made comparable', () => {
  test.each([
    ['J.P. Morgan Chase & Co.', 'jp morgan chase'],
    ['AT&T Inc.', 'att'],
    ["McDonald's Corporation", 'mcdonalds'],
    ['A.P. Møller - Mærsk A/S', 'ap moller maersk'],
    ['The Coca-Cola Company', 'coca cola'],
    ['Nestlé S.A.', 'nestle'],
    ['PT Bank Central Asia Tbk', 'bank central asia'],
    ['América Móvil, S.A.B. de C.V.', 'america movil'],
    ['London Stock Exchange Group plc', 'london stock exchange group'],
    ['Alibaba Group Holding Limited American Depositary Shares', 'alibaba group holding'],
    ['Apple Inc. - Common Stock', 'apple'],
    ['The Company', 'the company'],
    ['トヨタ自動車', 'トヨタ自動車'],
  ])('"%s" is "%s"', (name, words) => {
    expect(normaliseName(name).words.join(' ')).toBe(words)
  })

  test.each([
    ['Alphabet Inc. (Class C)', 'alphabet', 'c'],
    ['Berkshire Hathaway Inc. Class B', 'berkshire hathaway', 'b'],
    ['Samsung Electronics Co., Ltd. Pref', 'samsung electronics', 'pref'],
    ['Apple Inc.', 'apple', null],
  ])('"%s" is "%s" of class %s', (name, words, shareClass) => {
    expect(normaliseName(name).words.join(' ')).toBe(words)
    expect(normaliseName(name).shareClass).toBe(shareClass)
  })

  test('a mistyped legal form is known as such, a name is not', () => {
    expect(['crop', 'comapny', 'limted'].map(isLikeLegalForm)).toEqual([true, true, true])
    expect(['apple', 'as', 'c'].map(isLikeLegalForm)).toEqual([false, false, false])
  })
})
