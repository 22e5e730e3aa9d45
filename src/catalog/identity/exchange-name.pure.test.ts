import { expect, test } from 'vitest'
import { createExchangeNames } from './exchange-name.pure.ts'

const names = createExchangeNames([
  { code: 'US', name: 'New York Stock Exchange', mic: 'XNYS', alsoWritten: ['NYSE', 'NASDAQ', 'N', 'OTC'] },
  { code: 'JP', name: 'Tokyo Stock Exchange', mic: 'XTKS', alsoWritten: ['T', 'TSE', 'SA'] },
  { code: 'SA', name: 'B3', mic: 'BVMF', alsoWritten: ['B3', 'OTC'] },
  { code: 'FX', name: 'Currency pairs', mic: null, alsoWritten: [] },
])

test.each([
  ['US', 'US'],
  ['us', 'US'],
  ['nyse', 'US'],
  ['xtks', 'JP'],
  ['Tokyo Stock Exchange', 'JP'],
  [' B3 ', 'SA'],
  ['FX', 'FX'],
])('"%s" is %s', (text, code) => expect(names.find(text)).toBe(code))

test('a code takes precedence over a vendor code of another exchange', () => expect(names.find('SA')).toBe('SA'))

test.each(['OTC', 'ZZ', ''])('"%s" means no exchange or several, so none is found', (text) =>
  expect(names.find(text)).toBeNull(),
)

test('the nearest known spelling is suggested with its code', () => {
  expect(names.suggest('NYSEE')).toBe('NYSE (US)')
  expect(names.suggest('UX')).toBe('US')
  expect(names.suggest('Frankfurt am Main')).toBeNull()
})
