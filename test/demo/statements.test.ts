import { expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { readListSizes } from '../../src/core/graphql/limit/list-size.source.ts'
import { loadFirstDemoStatements, reloadDemoStatements } from '../../src/demo/demo-statement.ingest.ts'
import { prepareCompany } from '../../src/financial/statement/prepare.ts'
import { readPeriods, storePeriods } from '../../src/financial/statement/statement.store.ts'
import { clock, useApp } from '../setup/app.ts'
import { isPage, measureStatementLists } from '../setup/list-crawl.ts'

const app = useApp()

test('demo statements are replaced by others, listing by listing by own ones, and by no later start', async () => {
  const companies = catalog().rows.listings.filter(({ type }) => type === 'stock')
  const [own, other] = companies.filter(({ currency }) => currency === 'USD')
  if (!own || !other) throw new Error('The catalogue has American companies.')
  const most = companies.indexOf(other) + 1
  const first = await reloadDemoStatements(clock, 1, most)
  expect(first.summary.inserted).toBe(31 * most)
  expect(first.ratios.size).toBe(most)
  const loaded = await readPeriods([own.id, other.id])
  expect(
    loaded
      .get(own.id)
      ?.periods.map(({ periodType }) => periodType)
      .filter((type) => type === 'A'),
  ).toHaveLength(6)

  const [year] = loaded.get(own.id)?.periods.filter(({ periodType }) => periodType === 'A') ?? []
  if (!year) throw new Error('A company of the demo has a year.')
  const reported = { ...year, periodType: 'A', fiscalPeriod: 'FY' } as const
  await storePeriods([{ listingId: own.id, periods: prepareCompany([reported], () => 1) }], 'own')
  await reloadDemoStatements(clock, 2, most)
  const after = await readPeriods([own.id, other.id])
  expect([after.get(own.id)?.dataSet, after.get(other.id)?.dataSet]).toEqual(['own', 'demo'])
  expect(after.get(own.id)?.periods).toHaveLength(2)
  expect(after.get(other.id)?.periods).not.toEqual(loaded.get(other.id)?.periods)
  expect(await loadFirstDemoStatements(clock, 1), 'they were loaded before').toBeNull()
})

test('lists of statements are as long as list-sizes.csv says', async () => {
  const tickers = catalog()
    .rows.listings.filter(({ type }) => type === 'stock')
    .slice(0, 20)
    .map(({ ticker }) => ticker)
  await reloadDemoStatements(clock, 1, 20)
  const measured = await measureStatementLists(app, tickers)
  const declared = readListSizes()
  const wrong = [...measured].filter(([field, { median, largest }]) => {
    // As long as was asked for.
    if (isPage(field.replace(/\..*/, ''))) return false
    const size = declared.get(field)
    return !size || largest > size.largest || median > 2 * size.reached + 2
  })
  expect(wrong).toEqual([])
  expect([...measured.keys()]).toEqual(
    expect.arrayContaining(['CompanyFinancials.periods', 'FinancialPeriod.figures', 'FinancialComparison.rows']),
  )
})
