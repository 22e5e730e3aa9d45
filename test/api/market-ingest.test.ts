import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { barListing } from '../../src/cli/ingest-market.ts'
import { pool } from '../../src/core/db.ts'
import { catalog } from '../../src/listing/catalog.ts'
import { ingestReferenceFile } from '../../src/listing/reference-file.ingest.ts'
import { type ReferenceFileKind, readReferenceFile } from '../../src/listing/reference-file.source.ts'
import { ingestActions } from '../../src/price/action.ingest.ts'
import { readActions } from '../../src/price/action.source.ts'
import { ingestBars } from '../../src/price/bar.ingest.ts'
import { readBars } from '../../src/price/bar.source.ts'
import { clock, useApp } from '../setup/app.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'

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
  test('the common exports are understood', async () => {
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

  test('what is no bar is rejected by line with its reason, and the rest goes in', async () => {
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

  test('yields may be zero or below', async () => {
    expect(await bars('date,close\n2024-03-07,-0.5\n2024-03-08,0\n', 'DE-10Y.GB')).toMatchObject({ inserted: 2 })
  })

  test('a folder is read whole, files by their names, packed or not; what cannot be read is told', async () => {
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

  test('own bars take the place of made-up ones, and of what was made up beside them', async () => {
    await storeCloses('TXN.US', '2024-03-08', [1, 2, 3], 'demo')
    await storeListingActions('TXN.US', [['2024-03-07', 'split', 2]], 'demo')
    await bars('date,close\n2024-03-07,11\n', 'TXN')
    expect((await stored('TXN.US')).map((row) => row.date)).toEqual(['2024-03-07'])
    const txn = catalog().require('TXN').id
    const left = await pool.query('SELECT 1 FROM corporate_action WHERE listing_id = $1', [txn])
    expect(left.rowCount).toBe(0)
  })

  test('made-up bars do not take the place of own ones', async () => {
    await bars('date,close\n2024-03-07,11\n', 'HPQ')
    await expect(storeCloses('HPQ.US', '2024-03-08', [1, 2, 3], 'demo')).rejects.toThrow('an operator')
    expect((await stored('HPQ.US')).map((row) => row.date)).toEqual(['2024-03-07'])
  })

  test('a running service shows them', async () => {
    await bars('date,close\n2024-03-07,11\n2024-03-08,12\n', 'WMT')
    await vi.waitFor(async () => {
      const body = await (await app.fetch('/v1/stocks/WMT/prices')).json()
      expect(body).toMatchObject({ date: '2024-03-08', close: 12, previous_close: 11 })
    }, 5_000)
    expect((await (await app.fetch('/v1/stocks/WMT/ohlcv')).json()).count).toBe(2)
  })
})

describe('corporate actions', () => {
  test('splits and dividends go in once; what is none is rejected by line', async () => {
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
  test('listings, memberships and relations go in row by row, and again without change', async () => {
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
    await vi.waitFor(() => expect(catalog().find('XTEST.US')).not.toBeNull(), 5_000)
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
    await vi.waitFor(() => expect(catalog().relationsOf(catalog().require('XTEST.US').id)).toHaveLength(1), 5_000)
    expect(await reference('relations', relations)).toMatchObject({ inserted: 0, updated: 0, skipped: 1 })
    expect(await reference('memberships', memberships)).toMatchObject({ inserted: 0, updated: 0, skipped: 1 })
  })
})
