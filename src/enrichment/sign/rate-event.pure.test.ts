import { describe, expect, test } from 'vitest'
import { NOTHING, type Tag } from '../event/title/tag.pure.ts'
import type { EventCountry } from '../vocabulary/event-lexicon.pure.ts'
import { readRateEvent } from './rate-event.pure.ts'

const britain: EventCountry = {
  ...{ code: 'GB', members: [], names: ['britain'], government: [], centralBank: ['bank of england'] },
  ...{ exports: [], exporters: [], funds: [], pairs: [], rates: ['GB-10Y.GB'], rateLosers: [], rateWinners: [] },
  hosts: [],
}
const bank: Tag = { ...NOTHING, from: 0, to: 3, asset: null, country: britain, isCentralBank: true }
const untold = { event: null, isSilent: false, tags: [bank] }
const starts = [0, 5, 8, 16]
const signed = (pos: number, neg: number, kind: 'centralbank' | 'company' = 'centralbank') => [
  {
    name: { token: 0, kind, start: 0, end: 15, ticker: null, key: null, quoteSign: 1 as const, readings: [] },
    shares: { pos, neg, ambiguous: 1 - pos - neg },
  },
]

describe('the rates of a central bank where the rules read no event', () => {
  test('go where it surely goes', () => {
    expect(readRateEvent(untold, signed(0.1, 0.8), starts)).toMatchObject({ kind: 'policy', sign: -1, actor: britain })
    expect(readRateEvent(untold, signed(0.9, 0.05), starts)).toMatchObject({ kind: 'policy', sign: 1 })
  })

  test('go nowhere where it is unsure, where the title only mentions it, or of another name', () => {
    expect(readRateEvent(untold, signed(0.5, 0.3), starts)).toBeNull()
    expect(readRateEvent({ ...untold, isSilent: true }, signed(0.9, 0.05), starts)).toBeNull()
    expect(readRateEvent(untold, signed(0.9, 0.05, 'company'), starts)).toBeNull()
  })
})
