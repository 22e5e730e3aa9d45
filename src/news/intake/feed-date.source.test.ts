import { describe, expect, test } from 'vitest'
import { publishedDate, publishedMillis } from './feed-date.source.ts'

const iso = (value: string | number) => {
  const millis = publishedMillis(value)
  return Number.isNaN(millis) ? null : new Date(millis).toISOString()
}

describe('a publication time is read', () => {
  test.each([
    ['Thu, 09 Jul 2026 08:36:04 GMT', '2026-07-09T08:36:04.000Z'],
    ['Mon, 14 Sep 2026 10:17:27 +0000', '2026-09-14T10:17:27.000Z'],
    ['9 Jul 2026 08:36 EDT', '2026-07-09T12:36:00.000Z'],
    ['Thursday, 09-Jul-26 08:36:04 UTC', '2026-07-09T08:36:04.000Z'],
    ['09 July 2026 08:36:04', '2026-07-09T08:36:04.000Z'],
    ['Thu, 9 Jul 2026 17:36:04 JST', '2026-07-09T08:36:04.000Z'],
    ['Thu, 09 Jul 2026 08:36:04 +0530 (IST)', '2026-07-09T03:06:04.000Z'],
    ['09 Jul 2026', '2026-07-09T00:00:00.000Z'],
    ['Fri, 09 Jul 99 08:36:04 Z', '1999-07-09T08:36:04.000Z'],
    ['2026-07-09T08:36:04Z', '2026-07-09T08:36:04.000Z'],
    ['2026-07-09T08:36:04.123456+07:00', '2026-07-09T01:36:04.123Z'],
    ['2026-07-09 08:36:04', '2026-07-09T08:36:04.000Z'],
    ['2026-07-09T08:36', '2026-07-09T08:36:00.000Z'],
    ['2026-07-09 08:36:04 UTC', '2026-07-09T08:36:04.000Z'],
    ['2026-07-09', '2026-07-09T00:00:00.000Z'],
    ['20260709T083604Z', '2026-07-09T08:36:04.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [1783586164, '2026-07-09T08:36:04.000Z'],
    [1783586164000, '2026-07-09T08:36:04.000Z'],
    ['1783586164', '2026-07-09T08:36:04.000Z'],
    ['1783586164.5', '2026-07-09T08:36:04.500Z'],
  ])('%s', (value, expected) => {
    expect(iso(value)).toBe(expected)
  })
})

describe('a publication time is not guessed', () => {
  test.each([
    'yesterday',
    '',
    '2026-02-30',
    '2026-13-01',
    '2023-02-29T00:00:00Z',
    '2026-07-09T25:00:00Z',
    '2026-07-09T08:60:00Z',
    '2026-07-09T08:00:00+99:00',
    '31 Feb 2026 08:00:00 GMT',
    '9 Foo 2026 08:00:00 GMT',
    '09 Jul 2026 08:36:04 XYZ',
    '07/09/2026',
    'x'.repeat(100_000),
    ' '.repeat(50_000),
  ])('%#', (value) => {
    expect(iso(value)).toBeNull()
  })
})

describe('a publication time is bounded', () => {
  const now = Date.parse('2026-07-09T00:00:00Z')

  test('at most 48 hours ahead of the clock', () => {
    expect(publishedDate('2026-07-11T00:00:00Z', now)).toEqual(new Date('2026-07-11T00:00:00Z'))
    expect(publishedDate('2026-07-11T00:00:01Z', now)).toEqual({ reason: expect.stringContaining('48 hours') })
    expect(publishedDate(1e300, now)).toEqual({ reason: expect.any(String) })
  })

  test('not before 1970', () => {
    expect(publishedDate('1970-01-01', now)).toEqual(new Date(0))
    expect(publishedDate(-1, now)).toEqual({ reason: 'The publication time "-1" is before 1970.' })
  })

  test('and an unreadable one is named in the reason', () => {
    expect(publishedDate('yesterday', now)).toEqual({ reason: expect.stringContaining('"yesterday"') })
    expect(publishedDate(null, now)).toBeNull()
  })
})
