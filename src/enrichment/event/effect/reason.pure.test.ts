import { expect, test } from 'vitest'
import type { KnownAsset } from '../../../catalog/knowledge.pure.ts'
import type { EventCountry, EventRule, Good } from '../../vocabulary/event-lexicon.pure.ts'
import { createEvent, type WorldEvent } from '../world-event.pure.ts'
import { createReasonWriter } from './reason.pure.ts'

const asset = (ticker: string, more: Partial<KnownAsset> = {}): KnownAsset => ({
  ...{ id: 1, ticker, symbol: ticker, name: `${ticker} plc`, shortNames: [ticker], formerNames: [], description: '' },
  ...{ type: 'stock', country: 'GB', gics: null, marketCapUsd: null, ...more },
})
const good = (word: string, makerVerb: string, makers: readonly string[] = []): Good => ({
  ...{
    words: [word],
    firms: [],
    makerVerb,
    makers,
    commodities: [],
    inputs: [],
    makersGics: [],
    usersGics: [],
    users: [],
  },
  importers: [],
})
const NONE = { members: [], government: [], centralBank: [], exports: [], exporters: [], funds: [], pairs: [] }
const country = (code: string): EventCountry => ({
  ...{ ...NONE, code, names: [], rates: [], rateLosers: [], rateWinners: [], hosts: [] },
})
const english = (en: string) => ({ en, th: '', ja: '' })
const NAMES = new Map([
  ['good/memory chip', english('memory chips')],
  ['country/US', english('the United States')],
  ['currency/JP', english('the yen')],
  ['asset/WTI', english('WTI crude')],
])

function reasonOf(template: string, of: KnownAsset, event: Partial<WorldEvent>, goods: readonly Good[] = []): string {
  const market = { assetsOf: (tickers: readonly string[]) => tickers.map((one) => ({ asset: asset(one), weight: 1 })) }
  const rule: EventRule = {
    ...{ kind: 'supply', role: 'maker_elsewhere', sign: 1, strength: 1, aspect: 'supply' },
    ...{ less: template, more: 'More.' },
  }
  const told = createEvent({ kind: 'supply', sign: -1, ...event })
  return createReasonWriter(market, NAMES)(told, goods)(rule, of)
}

test('a good is told by its phrase, and by what its makers do with it', () => {
  const goods = [good('memory chip', 'makes', ['Micron'])]
  expect(reasonOf('{asset} {makes} {good}.', asset('Micron'), {}, goods)).toBe('Micron makes memory chips.')
})

test('of several goods a maker is told by its own', () => {
  const goods = [good('gold', 'mines'), good('memory chip', 'makes', ['Micron'])]
  expect(reasonOf('{asset} {makes} {good}.', asset('Micron'), {}, goods)).toBe('Micron makes memory chips.')
})

test('neither a fund nor a company that is only linked to a good is said to make it', () => {
  const fund = asset('Fund', { type: 'etf' })
  for (const [of, told] of [
    [fund, 'Fund is exposed to gold.'],
    [asset('Deere'), 'Deere is exposed to gold.'],
    [asset('Newmont'), 'Newmont mines gold.'],
  ] as const)
    expect(reasonOf('{asset} {makes} {good}.', of, {}, [good('gold', 'mines', ['Newmont', 'Fund'])])).toBe(told)
})

test('a good is not said to move itself', () => {
  const template = 'Supply of {good} shrinks, which also lifts {asset}.'
  const tin = (ticker: string) => asset(ticker, { type: 'commodity' })
  expect(reasonOf(template, tin('tin'), {}, [good('tin', 'mines')])).toBe('Supply of tin shrinks.')
  expect(reasonOf(template, tin('zinc'), {}, [good('tin', 'mines')])).toBe(
    'Supply of tin shrinks, which also lifts zinc.',
  )
})

test('countries, currencies and assets are told as the press names them', () => {
  const wti = asset('WTI', { type: 'commodity' })
  expect(reasonOf('{country} lifts {asset}.', wti, { actor: country('US') })).toBe('The United States lifts WTI crude.')
  expect(reasonOf('{currency} weakens.', wti, { actor: country('JP') })).toBe('The yen weakens.')
  expect(reasonOf('{currency} weakens.', wti, { actor: country('PE') })).toBe('The currency of Peru weakens.')
})

test('the company an event is told of is its subject, else who is struck', () => {
  const template = '{asset} supplies {company}.'
  expect(reasonOf(template, asset('ASML'), { subject: 'SMIC' })).toBe('ASML supplies SMIC.')
  expect(reasonOf(template, asset('ASML'), { roles: { struck: ['TSMC'] } })).toBe('ASML supplies TSMC.')
})
