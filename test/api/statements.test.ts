import { expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool } from '../../src/core/database/db.ts'
import { dayOfIso } from '../../src/core/time/day.pure.ts'
import { conceptOf, STATEMENT_FIELDS } from '../../src/financial/concept/concept.source.ts'
import { noFigures } from '../../src/financial/statement/identity.ts'
import type { ReportedPeriod } from '../../src/financial/statement/period.pure.ts'
import { prepareCompany } from '../../src/financial/statement/prepare.ts'
import { readPeriods, storePeriods } from '../../src/financial/statement/statement.store.ts'
import { readUsdRates } from '../../src/financial/statement/usd-rate.ts'
import { useApp } from '../setup/app.ts'
import { storeCloses } from '../setup/market.ts'

useApp()

function year(fiscalYear: number, figures: Readonly<Record<string, number>>): ReportedPeriod {
  const values = noFigures()
  for (const [key, value] of Object.entries(figures)) values[conceptOf(key).position] = value
  return {
    periodType: 'A',
    endDay: dayOfIso(`${fiscalYear}-12-31`) ?? 0,
    fiscalYear,
    fiscalPeriod: 'FY',
    currency: 'EUR',
    filingDay: dayOfIso(`${fiscalYear + 1}-02-15`),
    values,
  }
}

test('periods are read as they were stored; storing them again writes nothing', async () => {
  await storeCloses('EURUSD.FX', '2024-12-31', [1.1, 1.2])
  const listingId = catalog().require('SAP.XETRA').id
  const rate = await readUsdRates(['EUR'])
  const periods = prepareCompany(
    [year(2023, { revenue: 100, net_income: 10 }), year(2024, { revenue: 150, net_income: 12.5 })],
    rate,
  )
  expect(await storePeriods([{ listingId, periods }], 'demo')).toEqual({ inserted: 3, updated: 0, deleted: 0 })
  expect(await storePeriods([{ listingId, periods }], 'demo')).toEqual({ inserted: 0, updated: 0, deleted: 0 })
  const stored = (await readPeriods([listingId])).get(listingId)
  expect(stored).toEqual({ dataSet: 'demo', periods })
  expect(stored?.periods.map(({ periodType, usdRate }) => [periodType, usdRate])).toEqual([
    ['A', null],
    ['A', 1.2],
    ['T', 1.2],
  ])
  expect(stored?.periods[1]?.ratios[conceptOf('revenue_growth_yoy').position - STATEMENT_FIELDS.length]).toBeCloseTo(
    0.5,
  )
  const latest = await readPeriods([listingId], { types: ['A'], latest: 1 })
  expect(latest.get(listingId)?.periods.map(({ fiscalYear }) => fiscalYear)).toEqual([2024])
  expect((await readPeriods([listingId], { fiscalYears: [2020, 2023] })).get(listingId)?.periods).toHaveLength(1)
})

test('own statements take the place of the demo, never the other way round', async () => {
  const listingId = catalog().require('SIE.XETRA').id
  const rate = await readUsdRates(['EUR'])
  const periods = (fiscalYear: number) => prepareCompany([year(fiscalYear, { revenue: 100 })], rate)
  await storePeriods([{ listingId, periods: periods(2022) }], 'demo')
  expect(await storePeriods([{ listingId, periods: periods(2024) }], 'own')).toMatchObject({ inserted: 2, deleted: 2 })
  expect(await storePeriods([{ listingId, periods: periods(2022) }], 'demo')).toMatchObject({ inserted: 0, deleted: 0 })
  const { rows } = await pool.query(
    'SELECT DISTINCT data_set, fiscal_year FROM financial_period WHERE listing_id = $1',
    [listingId],
  )
  expect(rows).toEqual([{ data_set: 'own', fiscal_year: 2024 }])
})
