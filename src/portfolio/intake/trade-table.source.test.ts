import { describe, expect, test } from 'vitest'
import { readTradeTable } from './trade-table.source.ts'

const read = (text: string) => readTradeTable(text, () => null)

describe('a table of trades', () => {
  test('keeps its line numbers over many pieces, and cells that run over lines', async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => `KO.US,2026-01-05,${index + 1},10.5,"a note\nof ${index}"`)
    const text = ['ticker,date,quantity,price,note', ...rows, 'KO.US,2026-01-05,none,10.5,'].join('\n')
    const { trades, rejected } = await read(text)
    expect(trades).toHaveLength(3_000)
    expect(trades.every(({ quantity }, index) => quantity.eq(index + 1))).toBe(true)
    expect(trades.at(-1)?.line).toBe(1 + 2 * 3_000)
    expect(rejected).toEqual([{ line: 2 + 2 * 3_000, reason: 'the quantity "none" is not a number' }])
  })

  test.each([
    ['Date,Code,DataSource,Currency,Price,Quantity,Action,Fee,Note\n16-09-2021,MSFT,YAHOO,USD,298.58,5,buy,19.00,'],
    ['Datum;x\nsymbol;date;qty;price;side\nMSFT;16.09.2021;5;298,58;Bought'],
    ['\ufeffISIN|Trade Date|Units|Unit Price|Type\nUS5949181045|Sep 16, 2021|5|$298.58|Market buy'],
  ])('is understood in the words of its vendor: %j', async (text) => {
    const { trades, rejected } = await read(text)
    expect(rejected).toEqual([])
    expect(
      trades.map(({ day, quantity, price, direction }) => [day, quantity.toFixed(), price.toFixed(), direction]),
    ).toEqual([[Date.UTC(2021, 8, 16) / 86_400_000, '5', '298.58', 'buy']])
  })

  test('that books a trade later has it on the day it was made', async () => {
    const { trades, rejected } = await read(
      '"Date","Action","Symbol","Quantity","Price","Fees & Comm","Amount"\n' +
        '"10/05/2026 as of 10/02/2026","Buy","KO","4","$112.00","$0.05","-$448.05"\n' +
        '"10/06/2026","Buy","KO","1","$112.00","","-$112.00"\n',
    )
    expect(rejected).toEqual([])
    expect(trades.map(({ day }) => new Date(day * 86_400_000).toISOString().slice(0, 10))).toEqual([
      '2026-10-02',
      '2026-10-06',
    ])
  })

  test('of Interactive Brokers names exchanges in its own way, any other in everybody else’s', async () => {
    const flex =
      'CurrencyPrimary,AssetClass,Symbol,ListingExchange,TradeDate,Quantity,TradePrice,IBCommission,Buy/Sell\n'
    const { trades } = await read(
      `${flex}CAD,STK,SHOP,TSE,20260105,1,100,-1,BUY\nUSD,STK,KO,NYSE,20260105,1,60,-1,BUY\n`,
    )
    expect(trades.map(({ exchange }) => exchange)).toEqual(['TO', 'US'])
    const plain = await read('ticker,exchange,date,quantity,price\n7203,TSE,2026-01-05,1,100\n')
    expect(plain.trades.map(({ exchange }) => exchange)).toEqual(['TSE'])
  })

  test('whose costs are negative throughout has them as fees; where only some are, those are told', async () => {
    const head = 'ticker,date,quantity,price,fee\n'
    const fees = async (...cells: string[]) =>
      (await read(head + cells.map((fee) => `KO,2026-01-05,1,10,${fee}`).join('\n'))).trades.map(({ fee }) =>
        fee.toFixed(),
      )
    expect(await fees('-1', '0', '-2.5')).toEqual(['1', '0', '2.5'])
    expect(await fees('1', '-2.5')).toEqual(['1', '-2.5'])
  })

  test('leaves out rows that are no trades, though they have no quantity', async () => {
    const { trades, rejected, notes } = await read(
      '"Date","Action","Symbol","Quantity","Price","Fees & Comm","Amount"\n' +
        '"10/05/2026","Cash Dividend","KO","","","","$5.00"\n"10/14/2026","Buy","KO","4","$112.00","$0.05","-$448.05"\n',
    )
    expect([trades.length, rejected, notes]).toEqual([1, [], ['1 left out: cash dividend.']])
    expect((await read('ticker,date,quantity,price,side\nKO,2026-01-05,,10,Buy\n')).rejected).toHaveLength(1)
  })

  test('without what a trade needs says which column is missing', async () => {
    await expect(read('ticker,date,price\nKO,2026-01-05,1')).rejects.toThrow(
      'There is no column "quantity" among: ticker, date, price.',
    )
    await expect(read('')).rejects.toThrow('There is no header line.')
  })
})
