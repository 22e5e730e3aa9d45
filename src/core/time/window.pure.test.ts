import { describe, expect, test } from 'vitest'
import { instantsOf, WINDOWS, windowDays } from './window.pure.ts'

const at = (text: string) => Date.parse(text)

describe('the days of a window', () => {
  test.each([
    ['7d', '2026-11-20T12:00:05Z', '2026-11-14', '2026-11-20'],
    ['30d', '2026-11-20T12:00:05Z', '2026-10-22', '2026-11-20'],
    ['90d', '2026-11-20T12:00:05Z', '2026-08-23', '2026-11-20'],
    ['180d', '2026-11-20T12:00:05Z', '2026-05-25', '2026-11-20'],
    ['1y', '2026-11-20T12:00:05Z', '2025-11-21', '2026-11-20'],
    ['mtd', '2026-11-20T12:00:05Z', '2026-11-01', '2026-11-20'],
    ['qtd', '2026-11-20T12:00:05Z', '2026-10-01', '2026-11-20'],
    ['ytd', '2026-11-20T12:00:05Z', '2026-01-01', '2026-11-20'],
    // The first and the last instant of a day belong to it.
    ['7d', '2026-11-20T00:00:00Z', '2026-11-14', '2026-11-20'],
    ['7d', '2026-11-20T23:59:59.999Z', '2026-11-14', '2026-11-20'],
    // Years of two digits are their own.
    ['7d', '0026-11-20T12:00:00Z', '0026-11-14', '0026-11-20'],
    // Over the turn of the year.
    ['7d', '2027-01-03T08:00:00Z', '2026-12-28', '2027-01-03'],
    ['mtd', '2027-01-01T00:00:00Z', '2027-01-01', '2027-01-01'],
    ['qtd', '2027-01-01T00:00:00Z', '2027-01-01', '2027-01-01'],
    ['ytd', '2027-01-01T00:00:00Z', '2027-01-01', '2027-01-01'],
    ['ytd', '2026-12-31T23:59:59.999Z', '2026-01-01', '2026-12-31'],
    // Each quarter begins with its own month.
    ['qtd', '2026-03-31T23:59:59Z', '2026-01-01', '2026-03-31'],
    ['qtd', '2026-04-01T00:00:00Z', '2026-04-01', '2026-04-01'],
    ['qtd', '2026-06-30T12:00:00Z', '2026-04-01', '2026-06-30'],
    ['qtd', '2026-07-01T12:00:00Z', '2026-07-01', '2026-07-01'],
    ['qtd', '2026-09-15T12:00:00Z', '2026-07-01', '2026-09-15'],
    ['qtd', '2026-12-31T12:00:00Z', '2026-10-01', '2026-12-31'],
    // Leap years: 2028 has a 29 February, 2100 has none.
    ['7d', '2028-03-02T12:00:00Z', '2028-02-25', '2028-03-02'],
    ['7d', '2027-03-02T12:00:00Z', '2027-02-24', '2027-03-02'],
    ['7d', '2100-03-02T12:00:00Z', '2100-02-24', '2100-03-02'],
    ['1y', '2028-02-28T12:00:00Z', '2027-03-01', '2028-02-28'],
    ['1y', '2028-02-29T12:00:00Z', '2027-03-01', '2028-02-29'],
    ['1y', '2028-03-01T12:00:00Z', '2027-03-02', '2028-03-01'],
    ['1y', '2029-02-28T12:00:00Z', '2028-02-29', '2029-02-28'],
    ['mtd', '2028-02-29T12:00:00Z', '2028-02-01', '2028-02-29'],
  ] as const)('%s at %s is %s to %s', (window, now, from, to) => {
    expect(windowDays(window, at(now))).toEqual({ from, to })
  })

  test('a window never ends before it begins and always ends today', () => {
    for (let now = at('2023-12-20T23:59:59Z'); now < at('2029-03-05T00:00:00Z'); now += 86_400_000) {
      for (const window of WINDOWS) {
        const { from, to } = windowDays(window, now)
        expect(from <= to).toBe(true)
        expect(to).toBe(new Date(now).toISOString().slice(0, 10))
      }
    }
  })

  test('a year is as long as the year it looks back over, never a day more', () => {
    for (let now = at('2023-12-20T12:00:00Z'); now < at('2029-03-05T00:00:00Z'); now += 86_400_000) {
      const { startMs, endMs } = instantsOf(windowDays('1y', now))
      expect([365, 366]).toContain((endMs - startMs) / 86_400_000)
    }
  })
})

test('a span reaches from the first instant of its first day to the first instant after its last', () => {
  expect(instantsOf({ from: '2028-02-28', to: '2028-02-29' })).toEqual({
    startMs: at('2028-02-28T00:00:00Z'),
    endMs: at('2028-03-01T00:00:00Z'),
  })
})
