import { beforeAll, describe, expect, test } from 'vitest'
import { CAUSES } from '../../enrichment/ripple/cause.pure.ts'
import { EDGE_TYPES } from '../../enrichment/ripple/graph.pure.ts'
import type { Lexicons } from '../../enrichment/vocabulary/lexicons.pure.ts'
import { readLexicons } from './lexicon.source.ts'

let lexicons: Lexicons
beforeAll(async () => {
  lexicons = await readLexicons()
})

/** What stays with the company it happens to. */
const PRIVATE = ['share_price', 'rating', 'executive', 'stake', 'takeover', 'legal'] as const

describe('the tables of ripples', () => {
  test('every cause has a phrase of its own, and a sign unless the market itself tells it', () => {
    const { phrases, signs } = lexicons.causes
    expect(phrases.map(({ cause }) => cause).sort()).toEqual([...CAUSES].sort())
    expect(phrases.filter(({ good, bad }) => good === '' || bad === '' || good === bad)).toEqual([])
    const untold = CAUSES.filter((cause) => !signs.some((sign) => sign.cause === cause))
    expect(untold).toEqual(['price'])
    expect(signs.filter(({ words }) => words.length === 0)).toEqual([])
  })

  test('no edge has two rules for one cause and scope', () => {
    const keys = lexicons.ripple.map(({ edge, cause, scope }) => `${edge} ${cause} ${scope}`)
    expect(keys.filter((key, index) => keys.indexOf(key) < index)).toEqual([])
  })

  test('every type of edge carries something, and what it carries is said', () => {
    const carrying = lexicons.ripple.filter(({ factor }) => factor !== 0)
    expect(EDGE_TYPES.filter((type) => !carrying.some(({ edge }) => edge === type))).toEqual([])
    const silent = carrying.filter(({ good, bad }) => !good.includes('{from}') || !bad.includes('{from}'))
    expect(silent).toEqual([])
    expect(carrying.filter(({ good, bad }) => /finances|whose/.test(good + bad))).toEqual([])
  })

  test('ratings, share prices, executives, stakes, lawsuits and takeovers run along no edge but to an owner', () => {
    const carrying = lexicons.ripple.filter(({ factor }) => factor !== 0)
    const wrong = carrying.filter(
      ({ edge, cause }) => PRIVATE.some((one) => one === cause) && edge !== 'owner' && edge !== 'member',
    )
    expect(wrong).toEqual([])
    const everywhere = carrying.filter(({ cause }) => cause === '*').map(({ edge }) => edge)
    expect(everywhere).toEqual(['owner'])
  })
})
