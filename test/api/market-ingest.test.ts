import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { ingestReferenceFile } from '../../src/catalog/reference/reference-file.ingest.ts'
import { type ReferenceFileKind, readReferenceFile } from '../../src/catalog/reference/reference-file.source.ts'
import { barListing } from '../../src/cli/ingest/market.ts'
import { pool } from '../../src/core/database/db.ts'
import { ingestActions } from '../../src/market/bars/action.ingest.ts'
import { readActions } from '../../src/market/bars/action.source.ts'
import { ingestBars } from '../../src/market/bars/bar.ingest.ts'
import { readBars } from '../../src/market/bars/bar.source.ts'
import { clock, useApp } from '../setup/app.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { SOON } from '../setup/soon.ts'

const app = useApp()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-ingest-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function* bytes(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield typeof text === 'string' ? Buffer.from(text) : text
}

/** Ingests a text as `ingest -- bars -` would. */
function bars(text: string | Uint8Array, ticker?: string) {
  const reading = { find: barListing, ticker, stdin: bytes(text) }
  return ingestBars('bars', readBars('-', reading), { clock, dataSet: 'own', currency: null })
}

function actions(text: string) {
  const find = (ticker: string) => catalog().find(ticker)?.id ?? null
  return ingestActions('actions', readActions('-', { find, stdin: bytes(text) }), { clock, dataSet: 'own' })
}

function reference(kind: ReferenceFileKind, text: string) {
  return ingestReferenceFile(kind, readReferenceFile(kind, '-', bytes(text)), { clock })
}

async function stored(ticker: string) {
  const { rows } = await pool.query(
    `SELECT to_char(date, 'YYYY-MM-DD') AS date, open, high, low, close, volume FROM bar WHERE listing_id = $1 ORDER BY date`,
    [catalog().require(ticker).id],
  )
  return rows
}

const FIRST = { date: '2024-03-07', open: 10, high: 12, low: 9, close: 11, volume: 1000 }
const SECOND = { date: '2024-03-08', open: 11, high: 13, low: 10, close: 12.5, volume: 1_234_567 }

describe('bars', () => {
  test('common CSV exports are read', async () => {
    const exports: Readonly<Record<string, string>> = {
      'KO.US':
        'Date,Open,High,Low,Close,Adj Close,Volume\n2024-03-07,10,12,9,11,5,1000\n2024-03-08,11,13,10,12.5,6,1234567\n',
      'PEP.US':
        '\ufeff<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\r\nPEP.US,D,20240307,000000,10,12,9,11,1000,0\r\nPEP.US,D,20240308,000000,11,13,10,12.5,1234567,0\r\n',
      'NKE.US':
        'Date,Close/Last,Volume,Open,High,Low\n03/08/2024,$12.50,"1,234,567",$11.00,$13.00,$10.00\n03/07/2024,$11.00,"1,000",$10.00,$12.00,$9.00\n',
      'DIS.US':
        '"Date","Price","Open","High","Low","Vol.","Change %"\n"03/08/2024","12.50","11.00","13.00","10.00","1,234.567K","1.2%"\n"03/07/2024","11.00","10.00","12.00","9.00","1.00K","-"\n',
      'SAP.XETRA':
        'DATE;OPEN;HIGH;LOW;CLOSE;VOLUME\n07.03.2024;10,0;12,0;9,0;11,0;1.000\n08.03.2024;11,0;13,0;10,0;12,5;1.234.567\n',
      'MCD.US':
        'timestamp\topen\thigh\tlow\tclose\tvolume\n2024-03-08T21:00:00Z\t11\t13\t10\t12.5\t1234567\n2024-03-07T21:00:00Z\t10\t12\t9\t11\t1000',
    }
    for (const [ticker, text] of Object.entries(exports)) {
      const summary = await bars(text, ticker)
      expect(summary, ticker).toMatchObject({ read: 2, inserted: 2, rejected: [] })
      expect(await stored(ticker), ticker).toEqual([FIRST, SECOND])
    }
  })

  test('invalid rows are rejected with line and reason, and the rest is stored', async () => {
    const rows = [
      'symbol,date,open,high,low,close,volume',
      'IBM,2024-03-07,10,12,9,11,1000',
      'IBM,2024-03-07,10,12,9,11,1000',
      'IBM,2024-03-08,0,12,9,11,1',
      'IBM,2024-03-11,10,12,-9,11,1',
      'IBM,2024-03-12,10,9,12,11,1',
      'IBM,2024-03-13,10,12,9,NaN,1',
      'IBM,2024-03-14,10,12,,11,1',
      'IBM,2024-02-30,10,12,9,11,1',
      'IBM,2024-03-15,10,12,9,11,-5',
      'IBM,2024-03-18,10,12,9,11,many',
      'NOSUCH,2024-03-19,10,12,9,11,1',
      ',2024-03-20,10,12,9,11,1',
      '',
      'IBM,2024-03-21,10,12,9,11,',
      'IBM,2024-03-22',
    ]
    const summary = await bars(rows.join('\n'))
    expect(summary).toMatchObject({ read: 2, inserted: 2, rejected_count: 12 })
    expect(summary.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [3, 'IBM.US has a bar of 2024-03-07 in this file already'],
      [4, 'a price must be above zero: open 0, high 12, low 9, close 11'],
      [5, 'a price must be above zero: open 10, high 12, low -9, close 11'],
      [6, 'the high 9 is below the low 12'],
      [7, 'the close "NaN" is not a number'],
      [8, 'the low "" is not a number'],
      [9, '"2024-02-30" is not a date'],
      [10, 'the volume -5 is below zero'],
      [11, 'the volume "many" is not a number'],
      [12, 'there is no listing "NOSUCH"; ingest it with listings first'],
      [13, 'there is no ticker'],
      [16, 'the open "" is not a number'],
    ])
    expect((await stored('IBM.US')).at(-1)).toMatchObject({ date: '2024-03-21', volume: null })
  })

  test('the same file twice changes nothing, a corrected bar is updated', async () => {
    const text = 'date,close\n2024-03-07,11\n2024-03-08,12\n'
    expect(await bars(text, 'ORCL')).toMatchObject({ inserted: 2 })
    expect(await bars(text, 'ORCL')).toMatchObject({ read: 2, inserted: 0, updated: 0, skipped: 2 })
    expect(await bars(text.replace('12', '13'), 'ORCL')).toMatchObject({ inserted: 0, updated: 1, skipped: 1 })
  })

  test('numbers that cannot be true are rejected by line with their reason', async () => {
    const rows = [
      'symbol,date,open,high,low,close,volume',
      'SBUX,2024-03-07,1e308,1e308,1e308,1e308,1',
      'SBUX,2024-03-08,1e13,1e13,1e13,1e13,1',
      'SBUX,2024-03-11,1e-300,1e-300,1e-300,1e-300,1',
      'SBUX,2024-03-12,13,12,9,11,1',
      'SBUX,2024-03-13,8,12,9,11,1',
      'SBUX,2024-03-14,10,12,9,12.5,1',
      'SBUX,2024-03-15,10,12,9,8.5,1',
      'SBUX,2024-03-18,10,12,9,11,1e300',
      'SBUX,2024-03-19,Infinity,12,9,11,1',
      'SBUX,2024-03-20,10,1e309,9,11,1',
      'DE-10Y.GB,2024-03-07,20000,20000,20000,20000,',
      'SBUX,2024-03-21,10,12,9,12.000001,1',
      'EURUSD.FX,2024-03-07,-1,1,-1,1,',
    ]
    const summary = await bars(rows.join('\n'))
    expect(summary.rejected.map(({ line, reason }) => [line, reason.split(':')[0]])).toEqual([
      [2, 'a price must be at most 1000000000000'],
      [3, 'a price must be at most 1000000000000'],
      [4, 'a price must be at least 1e-12'],
      [5, 'the open 13 is above the high 12'],
      [6, 'the open 8 is below the low 9'],
      [7, 'the close 12.5 is above the high 12'],
      [8, 'the close 8.5 is below the low 9'],
      [9, 'a volume must be at most 1000000000000000000, not 1e+300'],
      [10, 'the open "Infinity" is not a number'],
      [11, 'the high "1e309" is not a number'],
      [12, 'a yield must be within -100 and 10000 percent'],
      [14, 'a price must be above zero'],
    ])
    // What a vendor rounded one by one is let in, and holds together.
    expect((await stored('SBUX.US')).at(-1)).toMatchObject({ high: 12.000001, close: 12.000001 })
  })

  test('oil may cost less than nothing, as it did in April 2020, and its change is told without a share', async () => {
    const rows =
      'date,open,high,low,close\n2020-04-17,19,20,17,18.27\n2020-04-20,17.7,17.8,-40.3,-37.63\n2020-04-21,-14,13.9,-16.7,10.01\n'
    expect(await bars(rows, 'WTI.COMM')).toMatchObject({ inserted: 3 })
  })

  test('whatever another program wrote into the tables, no answer fails', async () => {
    const id = catalog().require('LOW').id
    await bars('date,close\n2024-03-07,170\n2024-03-08,171\n', 'LOW')
    const wild = ['1e308', '-1e308', "'NaN'", "'Infinity'", "'-Infinity'", '1e-320', '0']
    const dates = [
      "'infinity'",
      "'-infinity'",
      "'0044-03-15 BC'",
      "'294276-01-01'",
      "'2024-03-11'",
      "'2024-03-12'",
      "'2024-03-13'",
    ]
    for (const [index, value] of wild.entries()) {
      const values = `${value}, ${value}, ${value}, ${value}, ${value}`
      await pool.query(`INSERT INTO bar (listing_id, date, open, high, low, close, volume) VALUES
        (${id}, ${dates[index]}, ${values}), (${id}, DATE '2024-04-01' + ${index}, ${values}), (${id}, DATE '2024-04-10' + ${index}, 1e12, 1e12, 1e12, 1e12, 1e18)`)
      await pool.query(`INSERT INTO corporate_action (listing_id, date, type, value) VALUES
        (${id}, ${dates[index]}, 'split', ${value}), (${id}, DATE '2024-04-01' + ${index}, 'dividend', ${value}), (${id}, DATE '2024-04-10' + ${index}, 'split', 1e6)`)
    }
    await pool.query(`SELECT pg_notify('market_changed', '${id}')`)
    const get = async (path: string) => {
      const response = await app.fetch(path)
      const text = await response.text()
      expect(response.status, `${path} ${text.slice(0, 200)}`).toBe(200)
      expect(text, path).not.toMatch(/NaN|Infinity/)
      return text
    }
    await vi.waitFor(async () => expect(await get('/v1/stocks/LOW/prices')).toContain('2024-04-16'), SOON)
    for (const timeframe of ['day', 'week', 'month'])
      for (const adjustment of ['raw', 'split', 'splitdiv'])
        await get(`/v1/stocks/LOW/ohlcv?tf=${timeframe}&adjust=${adjustment}&limit=100`)
    for (const path of ['/v1/stocks/LOW/profile', '/v1/stocks/prices?tickers=LOW,KO', '/v1/stocks/dividends'])
      await get(path)
    for (const orderBy of ['yield', 'streak', 'cagr']) await get(`/v1/stocks/dividends?order_by=${orderBy}`)
  })

  test('yields may be zero or below', async () => {
    expect(await bars('date,close\n2024-03-07,-0.5\n2024-03-08,0\n', 'DE-10Y.GB')).toMatchObject({ inserted: 2 })
  })

  test('all files of a folder are read, with tickers from file names, gzip or not; unreadable files are reported', async () => {
    await writeFile(join(folder, 'csco.us.txt'), 'Date,Close\n2024-03-07,11\n')
    await writeFile(join(folder, 'qcom.csv.gz'), gzipSync('Date,Close\n2024-03-07,11\n'))
    await writeFile(join(folder, 'default.csv'), 'Date,Close\n2024-03-07,11\n')
    await writeFile(join(folder, 'empty.csv'), '')
    await writeFile(join(folder, 'other.csv'), 'a,b\n1,2\n')
    await writeFile(join(folder, 'notes.md'), 'nothing')
    const reading = { find: barListing, stdin: bytes('') }
    const summary = await ingestBars('bars', readBars(folder, reading), { clock, dataSet: 'own', currency: null })
    expect(summary).toMatchObject({ read: 2, inserted: 2 })
    expect(summary.rejected.map(({ file, line }) => [file, line])).toEqual([
      ['default.csv', 0],
      ['empty.csv', 0],
      ['other.csv', 0],
    ])
    expect((await bars('', 'KO')).rejected[0]?.reason).toBe('There is no header line.')
  })

  test('ingested bars replace the bars and corporate actions of the demo', async () => {
    await storeCloses('TXN.US', '2024-03-08', [1, 2, 3], 'demo')
    await storeListingActions('TXN.US', [['2024-03-07', 'split', 2]], 'demo')
    await bars('date,close\n2024-03-07,11\n', 'TXN')
    expect((await stored('TXN.US')).map((row) => row.date)).toEqual(['2024-03-07'])
    const txn = catalog().require('TXN').id
    const left = await pool.query('SELECT 1 FROM corporate_action WHERE listing_id = $1', [txn])
    expect(left.rowCount).toBe(0)
  })

  test('demo bars do not replace ingested ones', async () => {
    await bars('date,close\n2024-03-07,11\n', 'HPQ')
    await expect(storeCloses('HPQ.US', '2024-03-08', [1, 2, 3], 'demo')).rejects.toThrow('an operator')
    expect((await stored('HPQ.US')).map((row) => row.date)).toEqual(['2024-03-07'])
  })

  test('a running service shows new bars', async () => {
    await bars('date,close\n2024-03-07,11\n2024-03-08,12\n', 'WMT')
    await vi.waitFor(async () => {
      const body = await (await app.fetch('/v1/stocks/WMT/prices')).json()
      expect(body).toMatchObject({ date: '2024-03-08', close: 12, previous_close: 11 })
    }, SOON)
    expect((await (await app.fetch('/v1/stocks/WMT/ohlcv')).json()).count).toBe(2)
  })
})

describe('corporate actions', () => {
  test('splits and dividends are stored once; invalid rows are rejected with their line', async () => {
    const rows = [
      'Ticker,Date,Type,Value',
      'BA,2020-08-31,split,4:1',
      'BA,2021-08-31,SPLIT,0.5',
      'BA,2021-02-05,dividend,0.205',
      'BA,2021-02-05,dividend,0.3',
      'BA,2021-02-06,merger,1',
      'BA,2021-02-30,dividend,1',
      'BA,2021-03-01,dividend,0',
      'BA,2021-03-01,special,x',
      'NOSUCH,2021-03-01,dividend,1',
    ]
    const summary = await actions(rows.join('\n'))
    expect(summary).toMatchObject({ read: 3, inserted: 3, rejected_count: 6 })
    expect(summary.rejected.map(({ line }) => line)).toEqual([5, 6, 7, 8, 9, 10])
    expect(await actions(rows.slice(0, 4).join('\n'))).toMatchObject({ inserted: 0, updated: 0, skipped: 3 })
    const { rows: kept } = await pool.query(
      'SELECT type, value FROM corporate_action WHERE listing_id = $1 ORDER BY date',
      [catalog().require('BA').id],
    )
    expect(kept).toEqual([
      { type: 'split', value: 4 },
      { type: 'dividend', value: 0.205 },
      { type: 'split', value: 0.5 },
    ])
  })
})

describe('reference files', () => {
  test('listings, memberships and relations are stored row by row; a second ingest changes nothing', async () => {
    const listings = [
      'ticker,name,exchange,country,currency,type,gics,isin,market_cap_usd,description',
      'XTEST.US,Test Company Inc.,US,US,USD,stock,45301020,,1000000,Makes test chips.',
      'bad ticker,Bad,US,US,USD,stock,,,,',
      'XOTHER.ZZ,Other,ZZ,US,USD,stock,,,,',
      'XGICS.US,Odd,US,US,USD,stock,99999999,,,',
      'XCAP.US,Cap,US,US,USD,stock,,,much,',
      'XFUND.US,Test Fund,,US,USD,etf,,,,',
    ].join('\n')
    const summary = await reference('listings', listings)
    expect(summary).toMatchObject({ read: 2, inserted: 2, rejected_count: 4 })
    expect(summary.rejected.map(({ line }) => line)).toEqual([3, 4, 5, 6])
    await vi.waitFor(() => expect(catalog().find('XTEST.US')).not.toBeNull(), SOON)
    expect(await reference('listings', listings)).toMatchObject({ inserted: 0, updated: 0, skipped: 2 })
    expect((await (await app.fetch('/v1/stocks/xtest/profile')).json()).description).toBe('Makes test chips.')

    const memberships = `ticker,node_id,role,exposure,reason
XTEST.US,10010100,enabler,core,Its chips test others.
XTEST.US,1,enabler,core,No such node.
NOSUCH.US,10010100,enabler,core,No such listing.
XTEST.US,10010100,owner,core,No such role.`
    expect(await reference('memberships', memberships)).toMatchObject({ inserted: 1, rejected_count: 3 })
    const relations = `source,target,type,weight,sign,note
XTEST.US,NVDA.US,supplier,0.4,,sells it test chips
XTEST.US,XTEST.US,supplier,0.4,,itself
XTEST.US,NOSUCH.US,supplier,0.4,,nobody
XTEST.US,AMD.US,supplier,4,,too heavy`
    expect(await reference('relations', relations)).toMatchObject({ inserted: 1, rejected_count: 3 })
    await vi.waitFor(() => expect(catalog().relationsOf(catalog().require('XTEST.US').id)).toHaveLength(1), SOON)
    expect(await reference('relations', relations)).toMatchObject({ inserted: 0, updated: 0, skipped: 1 })
    expect(await reference('memberships', memberships)).toMatchObject({ inserted: 0, updated: 0, skipped: 1 })
  })

  test('facts of a company are optional; what cannot be one is refused by name', async () => {
    const rows = [
      'ticker,name,currency,shares_outstanding,employees,ipo_date,fiscal_year_end',
      'XFACTS.US,With facts,USD,1500000000,164000,1980-12-12,09-30',
      'XYEAR.US,With a year,USD,,,1980,02-29',
      'XBADA.US,No shares,USD,0,,,',
      'XBADB.US,Half a person,USD,,1.5,,',
      'XBADC.US,No date,USD,,,1980-02-30,',
      'XBADD.US,No day,USD,,,,31-12',
    ].join('\n')
    const summary = await reference('listings', rows)
    expect(summary).toMatchObject({ inserted: 2, rejected_count: 4 })
    expect(summary.rejected.map(({ reason }) => reason.split(':')[0])).toEqual([
      'shares_outstanding',
      'employees',
      'ipo_date',
      'fiscal_year_end',
    ])
    await vi.waitFor(() => expect(catalog().find('XFACTS.US')).not.toBeNull(), SOON)
    expect(await (await app.fetch('/v1/stocks/xfacts.us/profile')).json()).toMatchObject({
      shares_outstanding: 1_500_000_000,
      employees: 164_000,
      ipo_date: '1980-12-12',
      fiscal_year_end: '09-30',
      market_cap_usd: null,
    })
    expect(await (await app.fetch('/v1/stocks/xyear.us/profile')).json()).toMatchObject({ ipo_date: '1980' })
    expect(await reference('listings', rows)).toMatchObject({ inserted: 0, updated: 0, skipped: 2 })
    const moved = rows.replace('1500000000', '1600000000')
    expect(await reference('listings', moved)).toMatchObject({ updated: 1, skipped: 1 })
  })

  test('an exchange may be written as vendors write it, in the column and as the suffix of tickers', async () => {
    const listings = [
      'ticker,name,exchange,country,currency',
      'XVENA.US,By a vendor code,NYSE,US,USD',
      'XVENB.nasdaq,By a suffix,,US,USD',
      'XVENC.T,By both,xtks,JP,JPY',
      'XVEND.B3,By a suffix with a digit,BVMF,BR,BRL',
      'XVENE.US,By name,tokyo stock exchange,US,USD',
      'XVENF.US,Misspelt,NYSEE,US,USD',
      'XVENG.QX,No exchange,,US,USD',
    ].join('\n')
    const summary = await reference('listings', listings)
    expect(summary).toMatchObject({ read: 4, inserted: 4 })
    expect(summary.rejected.map(({ line, reason }) => [line, reason])).toEqual([
      [6, 'the ticker must end in .JP'],
      [7, 'there is no exchange "NYSEE"; the nearest known one is NYSE (US)'],
      [8, expect.stringMatching(/^there is no exchange "QX"; the nearest known one is /)],
    ])
    await vi.waitFor(() => expect(catalog().find('XVEND.SA')).not.toBeNull(), SOON)
    const codes = ['XVENA.US', 'XVENB.US', 'XVENC.JP', 'XVEND.SA'].map(
      (ticker) => catalog().require(ticker).exchangeCode,
    )
    expect(codes).toEqual(['US', 'US', 'JP', 'SA'])
    expect(await reference('listings', listings)).toMatchObject({ inserted: 0, updated: 0, skipped: 4 })

    const relations = 'source,target,type,weight,note\nXVENC.T,XVENA.NYSE,supplier,0.4,sells it tests\n'
    expect(await reference('relations', relations)).toMatchObject({ inserted: 1, rejected: [] })
  })

  test('every code, MIC and vendor code of the exchanges table is accepted, in lower case too', async () => {
    const { rows } = await pool.query<{ code: string; spellings: string[] }>(
      'SELECT code, ARRAY[code, mic] || also_written AS spellings FROM exchange',
    )
    for (const { code, spellings } of rows) {
      const written = spellings.filter((spelling) => spelling !== null)
      const lines = written.flatMap((spelling, index) => [
        `XALL${index}.${code},All,${spelling.toLowerCase()},,USD`,
        `XSUF${index}.${spelling.toLowerCase()},All,,,USD`,
      ])
      const summary = await reference('listings', ['ticker,name,exchange,country,currency', ...lines].join('\n'))
      expect(summary, code).toMatchObject({ read: lines.length, rejected: [] })
    }
  })
})
