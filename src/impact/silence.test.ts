import { beforeAll, describe, expect, test } from 'vitest'
import { measureMentions, readMentions } from '../../bench/enrich-mentions.ts'
import { openUncutEnricher } from '../../test/setup/uncut-enricher.ts'
import type { Knowledge } from '../catalog/knowledge.pure.ts'
import type { Enricher } from '../enrichment/enrich.pure.ts'

let knowledge: Knowledge
let enrich: Enricher
let read: (title: string, name: string) => { readonly given: string; readonly impact: string }

beforeAll(async () => {
  const opened = await openUncutEnricher()
  knowledge = opened.knowledge
  enrich = opened.enrich
  read = (title, name) => {
    const given = enrich({ title, entities: [name] }).entities[0]
    const impact = enrich({ title }).impacts.find((one) => one.assetId === given?.assetId)
    return { given: given?.direction ?? 'none', impact: impact?.direction ?? 'ambiguous' }
  }
})

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
  ['Tesco', 'Tesco stays in FTSE 100 after review', 'neg', 'Tesco stays in trouble'],
  ['Glencore', 'Glencore weighs moving listing to New York', 'neg', 'Glencore warns of lower output'],
  ['Vestas', 'Vestas keeps outlook', 'pos', 'Vestas lands order, keeps outlook'],
  // Holders of stakes, cases of persons, threats to others, costs that are passed on.
  ['BlackRock', 'BlackRock raises stake in BP to 6.1%', 'pos', 'BlackRock raises dividend'],
  ['HSBC', 'Jury convicts trader who used HSBC account', 'neg', 'Jury convicts HSBC of fraud'],
  ['Amazon', 'Trade Desk plummets as Amazon ad threat looms', 'neg', 'Amazon plummets as ad sales slow'],
  ['Komatsu', 'Komatsu hikes prices to offset tariff costs', 'pos', 'Komatsu hikes dividend'],
  ['Comcast', "Comcast's Versant spinoff slides in debut", 'neg', 'Comcast slides after loss of subscribers'],
  ['Lilly', "Celltrion completes purchase of Lilly's plant", 'neg', "Fire halts Lilly's plant"],
  ['Ford', 'LG Energy Solution loses 9.6 trillion won Ford battery order', 'neg', 'Ford loses army truck order'],
  // Advice that is asked for.
  ['Palantir', 'Should you buy Palantir stock after its 300% rally?', 'pos', 'Palantir stock extends its 300% rally'],
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

  test('is silent in nine of ten labelled headlines, and nearly all that are moved have their direction', () => {
    const { neutral, silent, moved, right } = measureMentions(enrich, knowledge, readMentions())
    expect(neutral).toBeGreaterThan(100)
    expect(silent / neutral).toBeGreaterThan(0.9)
    expect(moved).toBeGreaterThan(100)
    expect(right / moved).toBeGreaterThan(0.95)
  })

  test('that is given in another form than it is written is the one of the title', () => {
    expect(read('Delta falls as United gains', 'Delta Air Lines').given).toBe('neg')
  })

  test('is as silent when the caller gives it as when the title is read', () => {
    const titles: readonly (readonly [string, string])[] = [
      ['Should you buy Apple after its fall?', 'Apple'],
      ['Morgan Stanley cuts Caterpillar to underweight', 'Morgan Stanley'],
      ['Apple prices $5 billion of senior notes', 'Apple'],
    ]
    for (const [title, name] of titles) expect([title, read(title, name).given]).toEqual([title, 'ambiguous'])
  })
})
