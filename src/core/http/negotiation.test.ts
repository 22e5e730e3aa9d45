import { describe, expect, test } from 'vitest'
import { acceptedFormat, chosenEncoding, namesType } from './negotiation.ts'

test.each([
  [null, null],
  ['', null],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.1, gzip;q=0.8', 'gzip'],
  ['gzip;q=0, br;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['identity', null],
  ['identity;q=0.5, gzip;q=0.2', null],
  ['deflate', null],
  ['gzip;q=nonsense', null],
])('Accept-Encoding "%s" is answered in %s', (header, encoding) => {
  expect(chosenEncoding(header)).toBe(encoding)
})

describe('the format of a list', () => {
  test.each([
    [null, 'json'],
    ['', 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['application/*', 'json'],
    ['application/json; charset=utf-8', 'json'],
    ['application/json, text/plain, */*', 'json'],
    ['application/problem+json', 'json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
    ['text/csv', 'csv'],
    ['Text/CSV', 'csv'],
    ['text/*', 'csv'],
    ['text/csv; charset=UTF-8; header=present', 'csv'],
    ['text/csv, */*;q=0.1', 'csv'],
    ['application/problem+json, text/csv', 'csv'],
    ['text/csv;q=0.5, application/json', 'json'],
    ['application/json;q=0, */*', 'csv'],
  ])('for Accept "%s" is %s', (header, format) => {
    expect(acceptedFormat(header, ['json', 'csv'])).toBe(format)
  })

  test.each(['image/png', 'text/html', 'application/xml', '*/*;q=0', 'nonsense'])(
    'for Accept "%s" is none: 406',
    (header) => {
      expect(() => acceptedFormat(header, ['json', 'csv'])).toThrow('This path answers application/json or text/csv')
    },
  )
})

test('what is no list has no CSV', () => {
  expect(() => acceptedFormat('text/csv', ['json'])).toThrow('This path answers application/json,')
  expect(acceptedFormat('text/csv, application/json;q=0.1', ['json'])).toBe('json')
})

test('a media type is named when it stands in the header itself, with any quality', () => {
  expect(namesType('text/html, application/problem+json;q=0.2', 'application/problem+json')).toBe(true)
  expect(namesType('Application/Problem+JSON', 'application/problem+json')).toBe(true)
  for (const header of [
    null,
    '',
    '*/*',
    'application/*',
    'application/problem+json;q=0',
    'x-application/problem+json-x',
  ])
    expect(namesType(header, 'application/problem+json')).toBe(false)
})
