import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { EXPOSURES, type Knowledge, ROLES } from '../catalog/knowledge.pure.ts'
import { createEnricher, type Enricher } from '../enrichment/enrich.pure.ts'
import type { Lexicons } from '../enrichment/vocabulary/lexicons.pure.ts'
import type { Enrichment } from '../enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from './knowledge.source.ts'
import { readLexicons } from './lexicon/lexicon.source.ts'

let knowledge: Knowledge
let lexicons: Lexicons
let enrich: Enricher
/** Over a graph in which nothing belongs to any megatrend, as listings of one's own do. */
let enrichWithoutMembers: Enricher

beforeAll(async () => {
  knowledge = await readKnowledge()
  lexicons = await readLexicons()
  enrich = createEnricher(knowledge, lexicons)
  enrichWithoutMembers = createEnricher({ ...knowledge, memberships: [] }, lexicons)
})

function expectParts({ impacts }: Enrichment): void {
  for (const { role, exposure } of impacts) {
    expect(ROLES).toContain(role)
    expect(EXPOSURES).toContain(exposure)
  }
}

const WORDS = [
  'cuts',
  'outlook',
  'strike',
  'sanctions on',
  'sues',
  'and',
  'buys',
  'shares',
  'tariffs',
  'prices',
  '💥',
  '\u0000',
  "'",
  '--',
]

describe('role and exposure stand beside every direction', () => {
  test('whatever an article says of whomever, members of megatrends or not', () => {
    const names = knowledge.assets.map(({ shortNames, name }) => shortNames[0] ?? name)
    const title = fc
      .array(fc.oneof(fc.constantFrom(...names), fc.constantFrom(...WORDS), fc.string({ maxLength: 8 })), {
        maxLength: 9,
      })
      .map((words) => words.join(' '))
    let count = 0
    fc.assert(
      fc.property(title, fc.option(title, { nil: undefined }), (headline, text) => {
        for (const read of [enrich, enrichWithoutMembers]) {
          const enrichment = read({ title: headline, text })
          expectParts(enrichment)
          count += enrichment.impacts.length
        }
      }),
      { numRuns: 400 },
    )
    expect(count).toBeGreaterThan(1_000)
  })

  test('of a core member as in the theme of the story, of others as in one of theirs', () => {
    const partOf = (title: string, ticker: string) => {
      const id = knowledge.assets.find((asset) => asset.ticker === ticker)?.id
      const { role, exposure } = enrich({ title }).impacts.find((one) => one.assetId === id) ?? {}
      return [role, exposure]
    }
    expect(partOf('Nvidia gaming revenue falls', 'NVDA.US')).toEqual(['enabler', 'secondary'])
    expect(partOf('Nvidia revenue falls', 'NVDA.US')).toEqual(['leader', 'core'])
    expect(partOf('Toyota warns of tariffs', '7203.JP')).toEqual(['adopter', 'secondary'])
    expect(partOf('Nucor gains from import duties', 'NUE.US')).toEqual(['beneficiary', 'core'])
  })

  test('without any membership as the edge tells that reached it, and never as a pure play', () => {
    const { impacts } = enrichWithoutMembers({ title: 'Apple raises outlook on record iPhone demand' })
    expect(impacts.length).toBeGreaterThan(3)
    expect(new Set(impacts.map(({ exposure }) => exposure))).toEqual(new Set(['secondary']))
    for (const { steps, role } of impacts) {
      const relation = steps.at(-1)?.relation
      if (relation === 'supplier') expect(role).toBe('enabler')
      if (relation === 'customer') expect(role).toBe('adopter')
      if (relation === undefined || relation === 'competitor') expect(role).toBe('beneficiary')
    }
  })
})
