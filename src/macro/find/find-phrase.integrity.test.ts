import { expect, test } from 'vitest'
import { z } from 'zod'
import { processorMs } from '../../../test/setup/effort.ts'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { COUNTRIES } from '../country/country.source.ts'
import { findListedIndicators } from '../development/find-indicator.ts'
import { INDICATORS } from '../development/indicator.source.ts'
import { findListedSeries } from '../us/find-series.ts'
import { US_SERIES } from '../us/us-series.source.ts'

/** Phrases were written by someone who saw neither catalogues nor finder; nothing was or is to be learnt from the frozen half. */
const phraseRow = z.object({
  phrase: z.string().min(1),
  kind: z.enum(['us', 'devbank']),
  keys: z.string().transform((text) => text.split('|')),
  part: z.enum(['learning', 'frozen']),
})
const phrases = readShippedRows(new URL('../../../test/fixtures/macro-phrases.csv', import.meta.url), phraseRow)

const find = (kind: 'us' | 'devbank', phrase: string, country?: string): string[] =>
  kind === 'us'
    ? findListedSeries(phrase, country).map(({ entry }) => entry.seriesId)
    : findListedIndicators(phrase, country).map(({ entry }) => entry.indicator)

/** Shares of the phrases one of whose keys is found first, and among the first three. */
function hitShares(rows: readonly z.infer<typeof phraseRow>[]): [top1: number, top3: number] {
  const places = rows.map(({ kind, phrase, keys }) => find(kind, phrase).findIndex((id) => keys.includes(id)))
  const share = (limit: number) => places.filter((place) => place >= 0 && place < limit).length / rows.length
  return [share(1), share(3)]
}

test('catalogues: 300 series, 300 indicators, every country with both codes, aggregates marked', () => {
  expect(US_SERIES.length).toBeGreaterThanOrEqual(300)
  expect(INDICATORS.length).toBeGreaterThanOrEqual(300)
  expect(COUNTRIES.filter(({ aggregate }) => !aggregate).length).toBeGreaterThanOrEqual(217)
  expect(COUNTRIES.filter(({ aggregate }) => aggregate).length).toBeGreaterThanOrEqual(40)
  for (const ids of [
    US_SERIES.map(({ seriesId }) => seriesId),
    INDICATORS.map(({ indicator }) => indicator),
    COUNTRIES.map(({ iso2 }) => iso2),
    COUNTRIES.map(({ iso3 }) => iso3),
  ])
    expect(new Set(ids).size).toBe(ids.length)
})

test('of 160 phrases nobody tuned the names for first, 85 % are found first and 95 % among the first three', () => {
  expect(phrases.length).toBeGreaterThanOrEqual(160)
  const [top1, top3] = hitShares(phrases)
  expect(top1).toBeGreaterThanOrEqual(0.85)
  expect(top3).toBeGreaterThanOrEqual(0.95)
})

test('of the frozen half 90 % are found first, 93 % among the first three', () => {
  const [top1, top3] = hitShares(phrases.filter(({ part }) => part === 'frozen'))
  expect(top1).toBeGreaterThanOrEqual(0.9)
  expect(top3).toBeGreaterThanOrEqual(0.93)
})

test('ids find themselves, in any letter case', () => {
  const missed = (ids: readonly string[], kind: 'us' | 'devbank') =>
    ids.filter((id) => find(kind, id)[0] !== id || find(kind, id.toLowerCase())[0] !== id)
  expect(
    missed(
      US_SERIES.slice(0, 60).map(({ seriesId }) => seriesId),
      'us',
    ),
  ).toEqual([])
  expect(
    missed(
      INDICATORS.slice(0, 60).map(({ indicator }) => indicator),
      'devbank',
    ),
  ).toEqual([])
})

test('a country asked for, or named in the phrase, comes first', () => {
  expect(find('us', 'unemployment rate')[0]).toBe('UNRATE')
  expect(find('us', 'unemployment rate', 'DE')[0]).toBe('LRHUTTTTDEM156S')
  expect(find('us', 'unemployment rate in Japan')[0]).toBe('LRHUTTTTJPM156S')
  expect(find('us', 'Arbeitslosigkeit Deutschland')[0]).toBe('LRHUTTTTDEM156S')
  // Rich countries do not report the debt of developing ones.
  expect(find('devbank', 'external debt', 'KE')[0]).toBe('DT.DOD.DECT.CD')
  expect(find('devbank', 'public debt', 'US')[0]).toBe('GC.DOD.TOTL.GD.ZS')
  expect(find('devbank', 'how many people live in Kenya')[0]).toBe('SP.POP.TOTL')
})

test('a phrase takes little of the processor', async () => {
  const takenMs = await processorMs(() => {
    for (const { kind, phrase } of phrases) find(kind, phrase)
  })
  expect(takenMs / phrases.length).toBeLessThan(25)
})
