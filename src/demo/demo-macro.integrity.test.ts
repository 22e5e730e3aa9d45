import { describe, expect, test } from 'vitest'
import { DEMO_COUNTRIES, DEMO_FIRST_YEAR, generateDemoIndicators } from '../../prisma/demo/macro-countries.ts'
import { DEMO_MARKET_SERIES, DEMO_SHAPES, generateDemoSeries } from '../../prisma/demo/macro-series.ts'
import { dayOfIso, isoOfDay } from '../core/time/day.pure.ts'
import { countryOf } from '../macro/country/country.source.ts'
import { listedIndicator } from '../macro/development/indicator.source.ts'
import { listedSeries } from '../macro/us/us-series.source.ts'

const lastDay = dayOfIso('2026-11-19') ?? 0
const made = DEMO_COUNTRIES.map((country) => ({
  country,
  values: generateDemoIndicators(country, { seed: 1, lastYear: 2025, perUsd: 2 }),
}))
const names = [...(made[0]?.values.keys() ?? [])]

test('60 countries and at least 40 indicators and 60 series, all of the catalogues', () => {
  expect(new Set(DEMO_COUNTRIES.map(({ country }) => country)).size).toBe(60)
  expect(DEMO_COUNTRIES.filter(({ country }) => countryOf(country)?.aggregate !== false)).toEqual([])
  expect(names.length).toBeGreaterThanOrEqual(40)
  expect(names.filter((name) => !listedIndicator(name))).toEqual([])
  const series = [...DEMO_SHAPES, ...DEMO_MARKET_SERIES].map(({ series_id: id }) => id)
  expect(new Set(series).size).toBeGreaterThanOrEqual(60)
  expect(series.filter((id) => !listedSeries(id))).toEqual([])
})

describe.each(made)('$country.country', ({ values }) => {
  const at = (name: string, place: number) => values.get(name)?.[place] ?? Number.NaN
  const places = Array.from({ length: 2025 - DEMO_FIRST_YEAR + 1 }, (_, place) => place)

  test('has values that fit each other in every year', () => {
    for (const place of places) {
      const near = (one: number, other: number, name: string) =>
        expect(Math.abs(one - other) / Math.max(1, Math.abs(other)), `${name} ${place}`).toBeLessThan(1e-5)
      near(at('NY.GDP.MKTP.CD', place) / at('SP.POP.TOTL', place), at('NY.GDP.PCAP.CD', place), 'per capita')
      near(at('NE.EXP.GNFS.ZS', place) - at('NE.IMP.GNFS.ZS', place), at('NE.RSB.GNFS.ZS', place), 'balance')
      const uses = ['NE.CON.PRVT.ZS', 'NE.CON.GOVT.ZS', 'NE.GDI.TOTL.ZS', 'NE.RSB.GNFS.ZS']
      near(
        uses.reduce((sum, name) => sum + at(name, place), 0),
        100,
        'uses of output',
      )
      const parts = ['NV.AGR.TOTL.ZS', 'NV.IND.TOTL.ZS', 'NV.SRV.TOTL.ZS']
      near(
        parts.reduce((sum, name) => sum + at(name, place), 0),
        100,
        'parts of output',
      )
      if (place > 0) {
        const growth = 100 * (at('NY.GDP.MKTP.KD', place) / at('NY.GDP.MKTP.KD', place - 1) - 1)
        expect(Math.abs(growth - at('NY.GDP.MKTP.KD.ZG', place))).toBeLessThan(0.001)
        const inflation = 100 * (at('FP.CPI.TOTL', place) / at('FP.CPI.TOTL', place - 1) - 1)
        expect(Math.abs(inflation - at('FP.CPI.TOTL.ZG', place))).toBeLessThan(0.001)
      }
      expect(at('NE.CON.PRVT.ZS', place)).toBeGreaterThan(5)
      for (const name of names) expect(at(name, place), name).not.toBeNaN()
    }
  })
})

test('series end with the last period that is over, at about the value they were given, and never jump', () => {
  for (const shape of DEMO_SHAPES) {
    const frequency = listedSeries(shape.series_id)?.frequency
    const step = frequency === 'weekly' ? 'weekly' : frequency === 'quarterly' ? 3 : 1
    const { days, values } = generateDemoSeries(shape, step, { seed: 1, lastDay })
    const last = isoOfDay(days.at(-1) ?? 0)
    expect(last, shape.series_id).toBe(step === 'weekly' ? '2026-11-14' : step === 3 ? '2026-07-01' : '2026-10-01')
    if (shape.shape === 'recession') continue
    expect(values.at(-1)).toBeCloseTo(shape.latest, shape.decimals - 1)
    expect(values.every(Number.isFinite)).toBe(true)
    const jumps = values.slice(1).map((value, place) => Math.abs(value - (values[place] ?? 0)) / Math.abs(shape.latest))
    if (shape.shape === 'level') expect(Math.max(...jumps), shape.series_id).toBeLessThan(0.6)
  }
})
