import { beforeAll, describe, expect, test } from 'vitest'
import { createEnricher } from '../enrichment/enrich.pure.ts'
import { readKnowledge } from './knowledge.source.ts'
import { readLexicons } from './lexicon.source.ts'

let read: (title: string, name: string) => { readonly given: string; readonly impact: string }

beforeAll(async () => {
  const [knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
  // What the rules say, however sure they are: the cut-off moves with every calibration.
  const enrich = createEnricher(knowledge, { ...lexicons, confidence: { ...lexicons.confidence, cutOff: 0 } })
  read = (title, name) => {
    const given = enrich({ title, entities: [name] }).entities[0]
    const impact = enrich({ title }).impacts.find((one) => one.assetId === given?.assetId)
    return { given: given?.direction ?? 'none', impact: impact?.direction ?? 'ambiguous' }
  }
}, 60_000)

/** A headline that only mentions a company, and its near twin that is about it. */
const PAIRS: readonly (readonly [name: string, mentioned: string, direction: 'pos' | 'neg', moved: string])[] = [
  // Former employers.
  ['Goldman', 'Ex-Goldman banker jailed for insider trading', 'neg', 'Goldman fined over insider trading'],
  ['Pfizer', 'Biotech tumbles after Pfizer veteran resigns', 'neg', 'Pfizer tumbles after trial failure'],
  // Compared with.
  ['Boeing', 'Unlike Boeing, Embraer keeps deliveries on schedule', 'neg', 'Boeing falls behind schedule'],
  ['Tesla', 'EV maker dubbed the next Tesla files for bankruptcy', 'neg', 'Tesla supplier files suit against Tesla'],
  // Venues and platforms.
  ['MetLife', 'Singer sells out MetLife Stadium for third night', 'pos', 'MetLife lifts profit outlook'],
  ['Nasdaq', 'SEC chair warns of crypto fraud at Nasdaq summit', 'neg', 'SEC fines Nasdaq over surveillance lapses'],
  ['Walmart', 'Two dead in shooting outside Walmart in Ohio', 'neg', 'Walmart hit by boycott'],
  // Whose money, name or deal helps another.
  ['SoftBank', 'Start-up valued at $9 billion after funding led by SoftBank', 'pos', 'SoftBank posts $9 billion gain'],
  ['BHP', 'Small miner soars after deal with BHP', 'pos', 'BHP soars after deal with Codelco'],
  // Speakers.
  [
    'JPMorgan',
    "JPMorgan's Dimon warns of cockroaches in credit markets",
    'neg',
    'JPMorgan warns of bigger loan losses',
  ],
  ['Nomura', "Nomura economists expect deeper slump in Japan's exports", 'neg', 'Nomura profit slumps'],
  // Routine: posts, outlooks that stay, notices, previews.
  ['Tesco', 'Tesco names Smith as chief commercial officer', 'pos', 'Tesco lifts profit outlook'],
  ['Tesco', 'Tesco confirms CEO appointment', 'neg', 'Tesco shares slump after CEO appointment'],
  ['Tesco', 'Tesco reaffirms annual outlook after tough year', 'neg', 'Tesco cuts annual outlook after tough year'],
  ['Nike', 'Nike earnings preview: tariffs and the turnaround', 'pos', 'Nike earnings beat estimates'],
  ['EasyJet', 'Passenger arrested at EasyJet desk', 'pos', 'Passengers rise at EasyJet'],
  // News that is mixed.
  ['Tesco', 'Tesco profit falls but dividend rises', 'neg', 'Tesco profit falls, dividend cut'],
]

describe('a name that is only mentioned', () => {
  for (const [name, mentioned, direction, moved] of PAIRS) {
    test(`${mentioned}: silent; ${moved}: ${direction}`, () => {
      expect(read(mentioned, name)).toEqual({ given: 'ambiguous', impact: 'ambiguous' })
      expect(read(moved, name).given).toBe(direction)
    })
  }

  test('is as silent when the caller gives it as when the title is read', () => {
    const titles: readonly (readonly [string, string])[] = [
      ['Should you buy Apple after its fall?', 'Apple'],
      ['Morgan Stanley cuts Caterpillar to underweight', 'Morgan Stanley'],
      ['Apple prices $5 billion of senior notes', 'Apple'],
    ]
    for (const [title, name] of titles) expect([title, read(title, name).given]).toEqual([title, 'ambiguous'])
  })
})
