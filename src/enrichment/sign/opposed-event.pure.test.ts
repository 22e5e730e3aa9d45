import { describe, expect, test } from 'vitest'
import type { Place } from '../vocabulary/place.pure.ts'
import type { InputName } from './input.pure.ts'
import { isOpposed } from './opposed-event.pure.ts'

const mine: Place = {
  ...{ name: 'Escondida', spellings: ['Escondida'], kind: 'mine', makes: ['COPPER.COMM'] },
  ...{ carries: [], owners: ['BHP.AU'], users: [] },
}
/** "Strike at Escondida": less copper, and bad for its owner. */
const strike = {
  event: { kind: 'supply', sign: -1, place: mine },
  effects: [
    { asset: { ticker: 'COPPER.COMM' }, direction: 'pos', role: 'commodity' },
    { asset: { ticker: 'BHP.AU' }, direction: 'neg', role: 'owner' },
    { asset: { ticker: 'FCX.US' }, direction: 'pos', role: 'maker_elsewhere' },
  ],
} as const
const name = (kind: InputName['kind'], ticker: string | null): InputName => ({
  ...{ token: 0, kind, start: 0, end: 1, ticker, key: null, quoteSign: 1, readings: [] },
})
const [copper, owner, place] = [name('commodity', 'COPPER.COMM'), name('company', 'BHP.AU'), name('place', null)]
const up = { pos: 0.9, neg: 0.05, ambiguous: 0.05 }
const down = { pos: 0.05, neg: 0.9, ambiguous: 0.05 }

describe('an event whose sign the names contradict', () => {
  test('is opposed where one that it befalls surely goes the other way', () => {
    expect(isOpposed(strike, [{ name: copper, readShares: () => down }])).toBe(true)
  })

  test('is none where they agree, or are unsure', () => {
    expect(isOpposed(strike, [{ name: copper, readShares: () => up }])).toBe(false)
    expect(isOpposed(strike, [{ name: copper, readShares: () => ({ pos: 0.4, neg: 0.45, ambiguous: 0.15 }) }])).toBe(
      false,
    )
    expect(isOpposed(strike, [{ name: place, readShares: () => ({ pos: 0.4, neg: 0.05, ambiguous: 0.55 }) }])).toBe(
      false,
    )
    expect(isOpposed(strike, [])).toBe(false)
  })

  test('is none where one name outweighs another', () => {
    const names = [
      { name: copper, readShares: () => up },
      { name: place, readShares: () => up },
    ]
    expect(isOpposed(strike, names)).toBe(false)
  })

  test('is judged by those it befalls alone: who gains by it may be named for another reason, and an owner may close what it loses by', () => {
    expect(isOpposed(strike, [{ name: name('company', 'FCX.US'), readShares: () => down }])).toBe(false)
    expect(isOpposed(strike, [{ name: owner, readShares: () => up }])).toBe(false)
  })

  test('of rates is opposed where the central bank surely does the other', () => {
    const rise = { event: { kind: 'policy', sign: 1, place: null }, effects: [] } as const
    const bank = name('centralbank', null)
    const sure = { pos: 0.001, neg: 0.998, ambiguous: 0.001 }
    expect(isOpposed(rise, [{ name: bank, readShares: () => sure }])).toBe(true)
    expect(isOpposed(rise, [{ name: bank, readShares: () => down }])).toBe(false)
    expect(isOpposed(rise, [{ name: bank, readShares: () => up }])).toBe(false)
    expect(
      isOpposed({ ...rise, event: { ...rise.event, kind: 'fiscal' } }, [{ name: bank, readShares: () => sure }]),
    ).toBe(false)
  })

  test('is none where no event was read', () => {
    expect(isOpposed({ event: null, effects: [] }, [{ name: copper, readShares: () => down }])).toBe(false)
  })

  test('is opposed by the sign of a trade where all who sell it are moved alike', () => {
    const trade = (kind: 'price' | 'supply' | 'tariff_home', others: 'neg' | 'pos' = 'pos') =>
      ({
        event: { kind, sign: 1, place: null },
        effects: [
          { asset: { ticker: 'MCD.US' }, direction: 'pos', role: 'maker_there' },
          { asset: { ticker: 'YUM.US' }, direction: others, role: 'maker_elsewhere' },
        ],
      }) as const
    const pubs = { name: name('good', null), readShares: () => down }
    expect(isOpposed(trade('price'), [pubs])).toBe(true)
    expect(isOpposed(trade('price', 'neg'), [pubs])).toBe(false)
    expect(isOpposed(trade('tariff_home'), [pubs])).toBe(false)
    expect(isOpposed(trade('supply'), [pubs])).toBe(true)
    expect(
      isOpposed(trade('supply'), [pubs, { name: owner, readShares: () => ({ pos: 0.3, neg: 0.3, ambiguous: 0.4 }) }]),
    ).toBe(false)
  })
})
