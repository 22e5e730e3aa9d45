import { describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { useApp } from '../setup/app.ts'
import { figuresFollowMarket, storeCompanies } from '../setup/companies.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { storeStory } from '../setup/story-rows.ts'

const app = useApp()

async function get(path: string) {
  const response = await app.fetch(path)
  expect(response.status).toBe(200)
  return { body: await response.json(), mark: response.headers.get('x-data-set') }
}

const year = (net_income: number) => ({ revenue: 500, net_income, book_value: 1_000, dividends_paid: -40 })

describe('figures of statements beside those of the market', () => {
  test('listings in the news have their price over earnings and book value', async () => {
    await storeStory([{ published: '2026-11-19T09:00:00Z', impacts: [{ ticker: 'NVDA.US', direction: 'pos' }] }])
    const rowOf = async () => {
      const { body, mark } = await get('/v1/stocks?gics=45')
      return { row: body.stocks.find(({ ticker }: { ticker: string }) => ticker === 'NVDA.US'), mark }
    }
    expect((await rowOf()).row.fundamentals).toMatchObject({ pe_ratio: null, pb_ratio: null })
    await storeCompanies({ 'NVDA.US': { years: { 2025: year(100) } } })
    const { row, mark } = await rowOf()
    expect(row.fundamentals.pe_ratio).toBeCloseTo(row.market_cap_usd / 100, -7)
    expect(row.fundamentals.pb_ratio).toBeCloseTo(row.market_cap_usd / 1_000, -6)
    expect(mark).toBeNull()
  })

  test('a loss has no price over earnings', async () => {
    await storeStory([{ published: '2026-11-19T09:00:00Z', impacts: [{ ticker: 'INTC.US', direction: 'neg' }] }])
    await storeCompanies({ 'INTC.US': { years: { 2025: year(-100) } } })
    const { body } = await get('/v1/stocks?country=US&all=true')
    const row = body.stocks.find(({ ticker }: { ticker: string }) => ticker === 'INTC.US')
    expect([row.fundamentals.pe_ratio, row.fundamentals.pb_ratio !== null]).toEqual([null, true])
  })

  test('dividends have their share of the earnings; figures of the demo mark them', async () => {
    await storeCloses('KO.US', '2026-11-19', [50, 50])
    await storeListingActions('KO.US', [['2026-05-04', 'dividend', 1]])
    const rowOf = async () => (await get('/v1/stocks/dividends?country=US')).body.stocks[0]
    expect(await rowOf()).toMatchObject({ ticker: 'KO.US', dividend: { payout_ratio: null } })
    await storeCompanies({ 'KO.US': { dataSet: 'demo', years: { 2025: year(100) } } })
    const { body, mark } = await get('/v1/stocks/dividends?country=US')
    expect([body.stocks[0].dividend.payout_ratio, mark]).toEqual([0.4, 'demo'])
    const { mark: ofScreen } = await get(
      `/v1/financials/screen?conditions=${encodeURIComponent('[{"concept":"roe","pattern":"above","threshold":50}]')}`,
    )
    // The figures of the demo are in the cohorts of all others.
    expect(ofScreen).toBe('demo')
  })

  test('a price that moves moves the valuation', async () => {
    await storeCompanies({ 'PEP.US': { years: { 2025: year(100) } } })
    const shares = catalog().require('PEP.US').sharesOutstanding ?? 0
    await storeCloses('PEP.US', '2026-11-19', [10, 20])
    await figuresFollowMarket()
    const conditions = JSON.stringify([{ concept: 'pe', pattern: 'is_positive' }])
    const { body } = await get(`/v1/financials/screen?all=true&conditions=${encodeURIComponent(conditions)}`)
    const row = body.results.find(({ ticker }: { ticker: string }) => ticker === 'PEP.US')
    expect(row.values.pe).toBeCloseTo((20 * shares) / 100, -4)
  })
})
