import { expect, test } from 'vitest'
import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { BROKER_EXCHANGES, brokerExchange } from './broker-exchange.source.ts'

const exchanges = readShippedRows(
  new URL('../../../prisma/reference/exchanges.csv', import.meta.url),
  z.object({ code: z.string() }),
)

test('every exchange of Interactive Brokers is one of ours', () => {
  const known = new Set(exchanges.map(({ code }) => code))
  expect([...BROKER_EXCHANGES].filter(([, exchange]) => !known.has(exchange))).toEqual([])
})

test.each([
  ['NASDAQ NYSE ARCA', 'US'],
  ['LSE LSEETF', 'LSE'],
  ['IBIS IBIS2 FWB', 'XETRA'],
  ['SBF', 'PA'],
  ['AEB', 'AS'],
  ['BM', 'MC'],
  ['BVME', 'MI'],
  ['EBS VIRTX', 'SW'],
  ['SEHK', 'HK'],
  ['TSEJ', 'JP'],
  ['ASX', 'AU'],
  ['TSE VENTURE', 'TO'],
  ['SFB', 'ST'],
  ['CPH', 'CO'],
  ['HEX', 'HE'],
  ['OSE', 'OL'],
  ['VSE', 'VI'],
  ['KSE', 'KO'],
  ['TWSE', 'TW'],
  ['SGX', 'SG'],
  ['NSE BSE', 'NSE'],
])('%s is %s', (names, exchange) => {
  for (const name of names.split(' ')) expect(brokerExchange(name), name).toBe(exchange)
})

test('a name that is not known stays, for the tickers to make of it what they can', () => {
  expect(brokerExchange('XWBO')).toBe('XWBO')
})
