import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'
import { storeCloses } from '../setup/market.ts'
import { portfolioCalls } from '../setup/portfolio.ts'

const app = useApp()
const { get, create, trade } = portfolioCalls(app)

beforeAll(async () => {
  // Weekdays 10 to 19 November 2026.
  await storeCloses('AAPL.US', '2026-11-19', [100, 101, 102, 103, 104, 105, 106, 107])
  await storeCloses('MSFT.US', '2026-11-19', [200, 200, 200, 200, 200, 200, 200, 200])
  await storeCloses('VOD.LSE', '2026-11-19', [80, 80, 80, 80, 80, 80, 80, 80])
  await storeCloses('GBPUSD.FX', '2026-11-19', [1.2, 1.2, 1.2, 1.2, 1.25, 1.25, 1.25, 1.3])
  await storeCloses('SAP.XETRA', '2026-11-19', [200, 200, 200])
  await storeCloses('EURUSD.FX', '2026-11-19', [1.1, 1.1, 1.1])
  await storeCloses('BTC-USD.CC', '2026-11-19', [90_000, 90_000, 90_000])
})

const IMPORT = `mutation ($id: ID!, $text: String!, $partial: Boolean) {
  importTrades(id: $id, text: $text, partial: $partial) { read added known rejectedCount rejected { line reason } notes }
}`

async function importText(path: string, text: string, partial = false) {
  const { data, errors } = await app.graphql(IMPORT, { id: path.split('/').at(-1), text, partial })
  return { ...data?.importTrades, error: errors?.[0]?.extensions }
}

/** The ledger in a line a trade. */
async function ledgerOf(path: string): Promise<string[]> {
  const { body } = await get(`${path}/trades?all=true`)
  return body.trades.map(
    (one: Record<string, unknown>) =>
      `${one['date']} ${one['direction']} ${one['quantity']} ${one['ticker']} ${one['price']} ${one['fee']}`,
  )
}

const CSV = `Symbol,Trade Date,Shares,Price,Commission
AAPL,11/12/2026,"1,200",$100.25,4.95
MSFT.US,11/13/2026,-5,200,
MSFT.US,11/12/2026,10,"200.00",1
`

describe('a CSV by header', () => {
  test('takes US dates, thousands separators and the sign of the quantity; the same again adds nothing', async () => {
    const path = await create()
    expect(await importText(path, CSV)).toMatchObject({ read: 3, added: 3, known: 0, rejectedCount: 0 })
    const ledger = await ledgerOf(path)
    expect(ledger).toEqual([
      '2026-11-12 buy 1200 AAPL.US 100.25 4.95',
      '2026-11-12 buy 10 MSFT.US 200 1',
      '2026-11-13 sell 5 MSFT.US 200 0',
    ])
    expect(await importText(path, CSV)).toMatchObject({ read: 3, added: 0, known: 3, rejectedCount: 0 })
    const two = 'ticker;date;quantity;price\nAAPL.US;2026-11-16;1;104,5\nAAPL.US;2026-11-16;1;104,5\n'
    expect(await importText(path, two)).toMatchObject({ added: 2, known: 0 })
    expect(await importText(path, two)).toMatchObject({ added: 0, known: 2 })
    expect(await ledgerOf(path)).toHaveLength(5)
  })

  test('is stored whole or not at all, every bad line with its reason; what is right in part where asked', async () => {
    const path = await create()
    const text = `isin,date,side,quantity,price,fee
US0378331005,2026-11-12,buy,10,100,0
US0378331005,2026-11-31,buy,1,100,0
XX0000000000,2026-11-12,buy,1,100,0
US0378331005,2026-11-21,buy,1,100,0
US0378331005,2026-11-09,buy,1,100,0
US0378331005,2026-11-13,sell,11,100,0
US0378331005,2026-11-13,short,1,100,0
US0378331005,2026-11-13,gift,1,100,0
US0378331005,2026-11-13,sell,ten,100,0
US0378331005,2026-11-13,buy,1,0,0
US0378331005,2026-11-16,dividend,10,0.25,0
US0378331005,2026-11-16,sell,10,104,0
`
    const refused = await importText(path, text)
    expect(refused).toMatchObject({ read: 11, added: 0, rejectedCount: 9, notes: ['1 left out: dividend.'] })
    expect(refused.rejected).toEqual([
      { line: 3, reason: '"2026-11-31" is not a date' },
      { line: 4, reason: 'there is no listing "XX0000000000"; ingest it with listings first' },
      { line: 5, reason: '"date" (2026-11-21) must not be after today, 2026-11-20.' },
      { line: 6, reason: '"date" (2026-11-09) must not be before the first bar of AAPL.US, 2026-11-10.' },
      { line: 7, reason: 'it would take 1 AAPL.US more than are held then' },
      {
        line: 8,
        reason: 'A portfolio in standard mode takes buy and sell only, not short: set its mode to advanced first.',
      },
      { line: 9, reason: '"gift" is no direction: buy, sell, short or cover' },
      { line: 10, reason: 'the quantity "ten" is not a number' },
      { line: 11, reason: 'the price must be above zero' },
    ])
    expect(await ledgerOf(path)).toEqual([])
    expect(await importText(path, text, true)).toMatchObject({ added: 2, rejectedCount: 9 })
    expect(await ledgerOf(path)).toEqual(['2026-11-12 buy 10 AAPL.US 100 0', '2026-11-16 sell 10 AAPL.US 104 0'])
  })

  test('takes nothing that a stored trade needs', async () => {
    const path = await create()
    await trade(path, 'buy 10 AAPL.US 2026-11-12 100')
    await trade(path, 'sell 8 AAPL.US 2026-11-16 104')
    const text = 'ticker,date,quantity,price\nAAPL.US,2026-11-13,-2,103\nAAPL.US,2026-11-13,-1,103\n'
    expect((await importText(path, text, true)).rejected).toEqual([
      { line: 3, reason: 'the portfolio has a later trade of AAPL.US that needs what this sell takes' },
    ])
    expect(await ledgerOf(path)).toHaveLength(3)
  })

  test('with the newest first keeps the order of a day', async () => {
    const path = await create()
    const text = `ticker,date,quantity,price
AAPL.US,2026-11-13,-10,103
AAPL.US,2026-11-13,10,102
AAPL.US,2026-11-12,-10,101
AAPL.US,2026-11-12,10,100
`
    expect(await importText(path, text)).toMatchObject({ added: 4, rejectedCount: 0 })
  })

  test('that the service itself gives is taken back', async () => {
    const [path, other] = [await create(), await create()]
    await importText(path, CSV)
    const response = await app.fetch(`${path}/trades?format=csv`)
    expect(await importText(other, await response.text())).toMatchObject({ added: 3 })
    expect(await ledgerOf(other)).toEqual(await ledgerOf(path))
  })

  test('without the columns it takes, or of another account, is refused', async () => {
    const path = await create()
    const { error } = await importText(path, 'ticker,day,price\nAAPL,2026-11-12,1')
    expect(error).toMatchObject({ code: 'INVALID_PARAMETER', status: 400, param: 'text' })
    expect((await importText(path, '{"activitis": []}')).error).toMatchObject({ status: 400 })
    expect((await importText('/v1/portfolios/999999', CSV)).error).toMatchObject({ status: 404 })
    const theirs = await portfolioCalls(app, await app.key()).create()
    expect((await importText(theirs, CSV)).error).toMatchObject({ status: 404 })
  })
})

/** As Interactive Brokers writes it with header and trailer records, cut to the columns that are read and some that are not. */
const FLEX = `"BOF","U1234567","Trades","1","20261110","20261119","20261120;041910","100","100"
"BOA","U1234567"
"BOS","TRNT","Trades; trade date basis"
"ClientAccountID","CurrencyPrimary","FXRateToBase","AssetClass","Symbol","ISIN","ListingExchange","TradeID","DateTime","TradeDate","TransactionType","Exchange","Quantity","TradePrice","TradeMoney","Taxes","IBCommission","IBCommissionCurrency","Open/CloseIndicator","Buy/Sell","LevelOfDetail"
"U1234567","USD","1","STK","AAPL","US0378331005","NASDAQ","2","20261113;101500","20261113","ExchTrade","DARK","-4","103.5","-414","-0.01","-0.35","USD","C","SELL","EXECUTION"
"U1234567","USD","1","STK","AAPL","US0378331005","NASDAQ","1","20261112;093000","20261112","ExchTrade","ISLAND","10","100.123456789","1001.23","0","-1","USD","O","BUY","EXECUTION"
"U1234567","USD","1","STK","AAPL","US0378331005","NASDAQ","","20261112;093000","20261112","ExchTrade","ISLAND","4","100.12","","","","","","BUY","CLOSED_LOT"
"U1234567","GBP","1.25","STK","VOD","","LSE","3","20261116;090000","20261116","ExchTrade","LSE","1000","0.80","800","-4","-5","USD","O","BUY","EXECUTION"
"U1234567","USD","1","CASH","GBP.USD","","","4","20261116;085900","20261116","ExchTrade","IDEALFX","800","1.25","1000","0","-2","USD","","BUY","EXECUTION"
"U1234567","USD","1","STK","MSFT","US5949181045","NASDAQ","5","20261117;120000","20261117","ExchTrade","EDGEA","1","200","200","0","0.25","USD","O","BUY","EXECUTION"
"EOS","TRNT"
"EOA","U1234567"
"EOF"
`

describe('trades of a Flex query of Interactive Brokers', () => {
  test('are executions of stocks, in the units the listing is quoted in, commission and taxes as the fee', async () => {
    const path = await create()
    expect(await importText(path, FLEX)).toMatchObject({
      read: 4,
      added: 4,
      rejectedCount: 0,
      notes: ['1 left out: exchange of currencies.', '1 with a rebate instead of a fee, taken as none: line 10.'],
    })
    expect(await ledgerOf(path)).toEqual([
      '2026-11-12 buy 10 AAPL.US 100.12345679 1',
      '2026-11-13 sell 4 AAPL.US 103.5 0.36',
      // 0.80 GBP are 80 pence; the commission of 5 USD is 4 GBP at 1.25, and the tax is 4 GBP.
      '2026-11-16 buy 1000 VOD.LSE 80 800',
      '2026-11-17 buy 1 MSFT.US 200 0',
    ])
    expect(await importText(path, FLEX)).toMatchObject({ added: 0, known: 4 })
  })

  test('name exchanges as Interactive Brokers does', async () => {
    const path = await create()
    const [, head = ''] = /(^"ClientAccountID".*$)/m.exec(FLEX) ?? []
    const row = (exchange: string, id: number) =>
      `"U1","EUR","1.1","STK","SAP","","${exchange}","${id}","20261117;093000","20261117","ExchTrade","${exchange}","10","200","2000","0","-1","EUR","O","BUY","EXECUTION"`
    expect(await importText(path, [head, row('IBIS', 1), row('IBIS2', 2), ''].join('\n'))).toMatchObject({ added: 2 })
    expect(await ledgerOf(path)).toEqual(Array(2).fill('2026-11-17 buy 10 SAP.XETRA 200 1'))
  })

  test('that open a short position or close it go to the short side; options and reversals are refused', async () => {
    const path = await create({ mode: 'advanced' })
    const row = (cells: string) => `"U1","USD","${cells.split(' ').join('","')}"\n`
    const text =
      '"ClientAccountID","CurrencyPrimary","AssetClass","Symbol","TradeDate","Quantity","TradePrice","IBCommission","Buy/Sell","Open/CloseIndicator"\n' +
      row('STK AAPL 2026-11-12 -10 100 -1 SELL O') +
      row('STK AAPL 2026-11-13 6 99 -1 BUY C') +
      row('STK AAPL 2026-11-16 8 98 -1 BUY C;O') +
      row('OPT AAPL 2026-11-16 1 3 -1 BUY O') +
      row('STK AAPL 2026-11-17 5 98 -1 BUY(Ca.) O')
    const { added, rejected } = await importText(path, text, true)
    expect(added).toBe(2)
    expect(rejected.map(({ line }: { line: number }) => line)).toEqual([4, 5, 6])
    expect(await ledgerOf(path)).toEqual(['2026-11-12 short 10 AAPL.US 100 1', '2026-11-13 cover 6 AAPL.US 99 1'])
  })
})

const activity = (facts: Record<string, unknown>) => ({
  accountId: null,
  comment: null,
  fee: 0,
  quantity: 1,
  type: 'BUY',
  unitPrice: 100,
  currency: 'USD',
  dataSource: 'YAHOO',
  date: '2026-11-12T00:00:00.000Z',
  symbol: 'AAPL',
  tags: [],
  ...facts,
})

test('an export of Ghostfolio brings its buys and sells', async () => {
  const path = await create()
  const text = JSON.stringify({
    meta: { date: '2026-11-20T00:00:00.000Z', version: '2.200.0' },
    accounts: [],
    assetProfiles: [{ symbol: 'MICROSOFT', dataSource: 'MANUAL', isin: 'US5949181045' }],
    activities: [
      activity({ quantity: 5, unitPrice: 298.58, fee: 19 }),
      activity({ type: 'DIVIDEND', unitPrice: 0.62 }),
      activity({ type: 'SELL', date: '2026-11-16T15:30:00.000Z', quantity: 2.5, unitPrice: 0.1 + 0.2 }),
      activity({ symbol: 'VOD.L', currency: 'GBp', quantity: 100, unitPrice: 80 }),
      activity({ symbol: 'BTCUSD', date: '2026-11-18T00:00:00.000Z', quantity: 0.01, unitPrice: 90_000 }),
      activity({ symbol: 'MICROSOFT', dataSource: 'MANUAL', unitPrice: 200 }),
    ],
    user: { settings: { currency: 'USD' } },
  })
  expect(await importText(path, text)).toMatchObject({
    added: 5,
    rejectedCount: 0,
    notes: ['1 of type DIVIDEND left out: no trades.'],
  })
  expect(await ledgerOf(path)).toEqual([
    '2026-11-12 buy 5 AAPL.US 298.58 19',
    '2026-11-12 buy 100 VOD.LSE 80 0',
    '2026-11-12 buy 1 MSFT.US 200 0',
    '2026-11-16 sell 2.5 AAPL.US 0.3 0',
    '2026-11-18 buy 0.01 BTC-USD.CC 90000 0',
  ])
  const wrong = JSON.stringify([activity({ type: 'GIFT' }), activity({ quantity: '1' }), activity({ symbol: 'QQQZ' })])
  expect((await importText(path, wrong)).rejected).toEqual([
    { line: 1, reason: '"GIFT" is no type of activity' },
    { line: 2, reason: expect.stringMatching(/^quantity: /) },
    { line: 3, reason: 'there is no listing "QQQZ"; ingest it with listings first' },
  ])
})

describe('properties', () => {
  const line = fc.record({
    ticker: fc.constantFrom('AAPL.US', 'MSFT.US', 'VOD.LSE'),
    day: fc.integer({ min: 10, max: 19 }),
    quantity: fc.integer({ min: -50, max: 60 }).filter((quantity) => quantity !== 0),
    price: fc.integer({ min: 1, max: 99_999 }).map((cents) => cents / 100),
    fee: fc.integer({ min: 0, max: 500 }).map((cents) => cents / 100),
  })

  test('importing trades, the right ones of them, is adding them one by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (rows) => {
        nextMinute()
        const ordered = rows.toSorted((a, b) => a.day - b.day)
        const cells = ordered.map(({ ticker, day, quantity, price, fee }) =>
          [ticker, `2026-11-${day}`, quantity, price, fee].join(','),
        )
        const [imported, entered] = [await create(), await create()]
        const { rejected } = await importText(imported, ['ticker,date,quantity,price,fee', ...cells].join('\n'), true)
        const refused: number[] = []
        for (const [index, { ticker, day, quantity, price, fee }] of ordered.entries()) {
          const direction = quantity > 0 ? 'buy' : 'sell'
          const { status } = await trade(
            entered,
            `${direction} ${Math.abs(quantity)} ${ticker} 2026-11-${day} ${price} ${fee}`,
          )
          if (status !== 201) refused.push(index + 2)
        }
        expect(rejected.map((one: { line: number }) => one.line)).toEqual(refused)
        expect(await ledgerOf(imported)).toEqual(await ledgerOf(entered))
      }),
      { numRuns: 12 },
    )
  })
})
