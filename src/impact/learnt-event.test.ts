import { describe, expect, test } from 'vitest'
import { finish } from '../core/pieces.pure.ts'
import { isSurelyOther } from '../enrichment/event/learnt/learnt-event.pure.ts'
import type { Sign } from '../enrichment/event/learnt/learnt-title.pure.ts'
import { createEvent } from '../enrichment/event/world-event.pure.ts'
import { stagesInPieces } from '../enrichment/stages.pure.ts'
import { readKnowledge } from './knowledge.source.ts'
import { readLexicons } from './lexicon/lexicon.source.ts'

const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
const stages = finish(stagesInPieces(knowledge, lexicons))

/** Effects of the event that a title tells if the network reads these kinds, and these signs of its names; 2 = decides. */
function movesOf(
  title: string,
  kinds: readonly (readonly [string, number])[],
  signs: Readonly<Record<string, Sign | 2>>,
  isSure = true,
): Map<string, string> | null {
  const names = Object.entries(signs).map(([name, told]) => {
    const start = title.indexOf(name)
    const mention = stages.link({ title }).mentions.find((one) => one.start === start)
    const ticker = mention?.asset.ticker ?? null
    const kind = mention?.asset.type === 'forex' ? 'currency' : 'company'
    const quoteSign = mention === undefined ? 1 : stages.quoteSignOf(mention)
    return { kind, start, sign: told === 2 ? (0 as const) : told, isDecider: told === 2, isSure, ticker, quoteSign }
  })
  const reading = finish(stages.readTitle(stages.link({ title }), [])).readLearnt({
    listKinds: () => kinds,
    signNames: () => names,
  })
  return reading && new Map(reading.effects.map(({ asset, direction }) => [asset.ticker, direction]))
}

describe('an event by the kind and signs that the network reads', () => {
  test('of a company reaches those it competes with and those who sell to it', () => {
    const moves = movesOf('Apple shows Intel modems the door', [['contract', 0.9]], { Apple: 0, Intel: -1 })
    expect(moves?.get('INTC.US')).toBe('neg')
    expect(movesOf('Walmart sees a fat year ahead', [['guidance', 0.9]], { Walmart: 1 })?.get('TGT.US')).toBe('pos')
  })

  test('of a commodity moves its makers and its users', () => {
    const title = 'Copper piles vanish from Shanghai sheds'
    const [dear, cheap] = [
      movesOf(title, [['stocks', 0.9]], { Copper: 1 }),
      movesOf(title, [['stocks', 0.9]], { Copper: -1 }),
    ]
    expect([dear?.get('COPPER.COMM'), dear?.get('FCX.US')]).toEqual(['pos', 'pos'])
    expect([cheap?.get('COPPER.COMM'), cheap?.get('FCX.US')]).toEqual(['neg', 'neg'])
  })

  test('of a passage lifts what no longer passes', () => {
    const title = 'Nothing moves in the Strait of Hormuz'
    expect(movesOf(title, [['route', 0.9]], { 'Strait of Hormuz': -1 })?.get('BRENT.COMM')).toBe('pos')
    expect(movesOf(title, [['route', 0.9]], { 'Strait of Hormuz': 1 })?.get('BRENT.COMM')).toBe('neg')
  })

  test('of a storm costs who insures, and spares him where it turns away', () => {
    const title = 'Insurers watch the hurricane over Florida'
    expect(movesOf(title, [['catastrophe', 0.9]], { Florida: -1 })?.get('ALL.US')).toBe('neg')
    expect(movesOf(title, [['catastrophe', 0.9]], { Florida: 1 })?.get('ALL.US')).toBe('pos')
    expect(movesOf('Insurers watch the skies over Florida', [['catastrophe', 0.9]], { Florida: -1 })).toBeNull()
  })

  test('of a tariff is borne by the country it happens to, and not by the one that decides', () => {
    const title = 'Washington turns on Brazil with a new duty'
    const moves = movesOf(title, [['tariff', 0.9]], { Washington: 2, Brazil: -1 })
    expect(moves?.get('EWZ.US')).toBe('neg')
    expect(moves?.get('USDBRL.FX')).toBe('pos')
    expect(movesOf(title, [['tariff', 0.9]], { Washington: 2, Brazil: 1 })?.get('EWZ.US')).toBe('pos')
  })

  test('of rates follows the central bank, of a budget the yields', () => {
    const title = 'Bank of England blinks'
    expect(movesOf(title, [['policy', 0.9]], { 'Bank of England': -1 })?.get('GB-10Y.GB')).toBe('neg')
    expect(movesOf(title, [['policy', 0.9]], { 'Bank of England': 1 })?.get('GB-10Y.GB')).toBe('pos')
  })

  test('of a currency is that of its own value, be it named itself or by its pair', () => {
    expect(movesOf('Crown falls out of bed', [['fx', 0.9]], {})).toBeNull()
    expect(movesOf('Yen falls out of bed', [['fx', 0.9]], { Yen: -1 })?.get('EURJPY.FX')).toBe('pos')
    expect(movesOf('USD/JPY falls out of bed', [['fx', 0.9]], { 'USD/JPY': -1 })?.get('EURJPY.FX')).toBe('neg')
  })

  test('of a trade moves those who sell it, where no company is named', () => {
    const title = 'Canberra shows teenagers the door of social media'
    expect(movesOf(title, [['legal', 0.9]], { 'social media': -1 })?.get('META.US')).toBe('neg')
  })

  test('is of the likeliest kind that the names can play, and of none where that is a mere mention or unlikely', () => {
    const [title, names] = ['Copper piles vanish from Shanghai sheds', { Copper: 1 }] as const
    expect(
      movesOf(
        title,
        [
          ['guidance', 0.6],
          ['stocks', 0.3],
        ],
        names,
      )?.get('COPPER.COMM'),
    ).toBe('pos')
    expect(
      movesOf(
        title,
        [
          ['none', 0.6],
          ['stocks', 0.3],
        ],
        names,
      ),
    ).toBeNull()
    expect(
      movesOf(
        title,
        [
          ['guidance', 0.6],
          ['stocks', 0.05],
        ],
        names,
      ),
    ).toBeNull()
  })

  test('reaches others of a company only where the kind is likely, the more so where an order is meant', () => {
    const outlook = (share: number) => movesOf('Walmart sees a fat year ahead', [['guidance', share]], { Walmart: 1 })
    expect([outlook(0.3), outlook(0.5)?.get('TGT.US')]).toEqual([null, 'pos'])
    const order = (share: number) => movesOf('Apple shows Intel modems the door', [['contract', share]], { Intel: -1 })
    expect([order(0.5), order(0.6)?.get('INTC.US')]).toEqual([null, 'neg'])
  })

  test('of state aid is had by all of a trade', () => {
    const moves = movesOf('Washington opens its purse for trucking', [['aid', 0.6]], { trucking: 1 })
    expect(moves?.get('ODFL.US')).toBe('pos')
  })

  test('of a rating where no company is named is that of a state, which pays more where it is trusted less', () => {
    const moves = movesOf('Agency takes an axe to France', [['rating', 0.6]], { France: -1 })
    expect([moves?.get('FR-10Y.GB'), moves?.get('BNP.PA')]).toEqual(['pos', 'neg'])
    expect(movesOf('Agency takes an axe to Walmart', [['rating', 0.6]], { Walmart: -1 })).toBeNull()
  })

  test('is no other where a currency moves', () => {
    const kinds = [['fx', 0.6] as const, ['policy', 0.3] as const]
    expect(movesOf('US dollar falls out of bed', kinds, { 'US dollar': -1 })).toBeNull()
  })

  test('says nothing of a named company whose sign is not sure', () => {
    const moves = movesOf('Walmart sees a fat year ahead', [['guidance', 0.9]], { Walmart: 1 }, false)
    expect([moves?.has('WMT.US'), moves?.get('TGT.US')]).toEqual([false, 'pos'])
  })
})

test('the network is heard before the rules where it is sure of a kind it judges as well as they do', () => {
  const event = createEvent({ kind: 'supply', sign: -1 })
  expect(isSurelyOther(event, ['guidance', 0.6])).toBe(true)
  expect(isSurelyOther(event, ['guidance', 0.4])).toBe(false)
  expect(isSurelyOther(event, ['legal', 0.6])).toBe(false)
  expect(isSurelyOther(event, ['route', 0.99])).toBe(false)
  expect(isSurelyOther(createEvent({ kind: 'guidance', sign: 1 }), ['guidance', 0.99])).toBe(false)
})
