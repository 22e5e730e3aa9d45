import { describe, expect, test } from 'vitest'
import { choosePeriods, meantPeriod, nameOfPeriod, parsePeriod } from './period-request.pure.ts'

const names = (text: string) => {
  const request = parsePeriod(text)
  return request && 'named' in request ? request.named.map(nameOfPeriod) : null
}

describe('parsePeriod', () => {
  test('counts years and quarters from the latest', () => {
    expect(parsePeriod('4')).toEqual({ type: 'A', latest: 4 })
    expect(parsePeriod(' 99 ')).toEqual({ type: 'A', latest: 99 })
    expect(parsePeriod('8q')).toEqual({ type: 'Q', latest: 8 })
    expect(parsePeriod('12Q')).toEqual({ type: 'Q', latest: 12 })
    expect(parsePeriod('Quarterly')).toEqual({ type: 'Q', latest: Number.POSITIVE_INFINITY })
  })

  test('a number of four digits is a year', () => {
    expect(parsePeriod('2023')).toMatchObject({ type: 'A' })
    expect(names('2023')).toEqual(['2023'])
  })

  test('names spans, years and quarters, each once', () => {
    expect(names('2019-2022')).toEqual(['2019', '2020', '2021', '2022'])
    expect(names('2022-2022')).toEqual(['2022'])
    expect(names('2023, 2021,2023')).toEqual(['2023', '2021'])
    expect(parsePeriod('2024q3')).toEqual({ type: 'Q', named: [{ fiscalYear: 2024, fiscalPeriod: 'Q3' }] })
    expect(names('2024Q3,2023Q3')).toEqual(['2024Q3', '2023Q3'])
  })

  test.each([
    ['2023-2019', '2019-2023'],
    ['0q', '1q'],
    ['0', '1'],
    ['2024Q5', '2024Q4'],
    ['2024Q0', '2024Q1'],
    ['Q3 2024', '2024Q3'],
    ['2024-3', '2024Q3'],
    ['100', '99'],
    ['400q', '399q'],
    ['quartely', 'quarterly'],
    ['-4', undefined],
    ['1.5', undefined],
    ['', undefined],
    ['2021,2024Q3', undefined],
    ['2021,,2023', undefined],
    ['last year', undefined],
  ])('%j is none; most likely %j is meant', (text, meant) => {
    expect(parsePeriod(text)).toBeNull()
    expect(meantPeriod(text)).toBe(meant)
    if (meant !== undefined) expect(parsePeriod(meant)).not.toBeNull()
  })
})

describe('choosePeriods', () => {
  const years = [2021, 2022, 2024].map((fiscalYear) => ({ periodType: 'A', fiscalYear, fiscalPeriod: 'FY' }) as const)
  const trailing = { periodType: 'T', fiscalYear: 2025, fiscalPeriod: 'TTM' } as const
  const periods = [...years, trailing]
  const choose = (text: string) => {
    const request = parsePeriod(text)
    if (!request) throw new Error(`${text} is no period.`)
    const { chosen, missing } = choosePeriods(request, periods)
    return [chosen.map(nameOfPeriod), missing]
  }

  test('gives the latest of a type, oldest first', () => {
    expect(choose('2')).toEqual([['2022', '2024'], []])
    expect(choose('9')).toEqual([['2021', '2022', '2024'], []])
    expect(choose('quarterly')).toEqual([[], []])
  })

  test('tells which named ones are not there', () => {
    expect(choose('2022-2025')).toEqual([
      ['2022', '2024'],
      ['2023', '2025'],
    ])
    expect(choose('2024Q3')).toEqual([[], ['2024Q3']])
  })
})
