import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { inRest, integer, listOf } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { PhraseMatchEnum } from '../../embedding/phrase/phrase-match.schema.ts'
import { labelOf, PATTERN_NAMES } from '../concept/concept-label.source.ts'
import {
  findPatterns,
  findPatternsOfEach,
  type PatternMatch,
  type PatternMatches,
  parametersOf,
} from './find-pattern.ts'
import { FUNDAMENTAL_PATTERN } from './pattern.pure.ts'

export const FundamentalPatternEnum = enumType(FUNDAMENTAL_PATTERN)

const QUERIES_MAX = 25
const phrase = () => text('How the figure is to be judged, in any language.', 200)
const candidates = () => integer('Maximum number of candidates per query.', { min: 1 }).default(8)

const PatternMatchType = builder.objectRef<PatternMatch>('PatternMatch').implement({
  description: 'A pattern that a phrase may mean.',
  fields: (t) => ({
    pattern: t.expose('pattern', { type: FundamentalPatternEnum, description: 'Key of the pattern.' }),
    params: t.stringList({
      description: 'What the pattern takes beside the figure, as conditions name it; the optional ones last.',
      resolve: ({ pattern }) => parametersOf(pattern),
    }),
    label: t.string({ description: 'Name in words.', resolve: ({ pattern }) => labelOf(PATTERN_NAMES, pattern) }),
    description: t.string({
      description: 'The exact rule.',
      resolve: ({ pattern }) => FUNDAMENTAL_PATTERN.values[pattern],
    }),
    score: t.exposeFloat('score', { description: 'How well it fits, 0 to 1.' }),
    matchType: t.expose('matchType', { type: PhraseMatchEnum, description: 'How it was recognised.' }),
  }),
})

const PatternMatchesType = pageType<PatternMatches>('PatternMatches', {
  description: 'Patterns that a phrase may mean, best first.',
  of: PatternMatchType,
  fields: (t) => ({ query: t.exposeString('query', { description: 'The phrase as given.' }) }),
})

const PatternMatchesBatchType = pageType<Page<PatternMatches>>('PatternMatchesBatch', {
  description: 'Results of several phrases, in their order.',
  of: PatternMatchesType,
})

builder.queryFields((t) => ({
  findPatterns: t.metered({
    type: PatternMatchesType,
    cost: 'findPatterns',
    description: 'Finds the pattern of a screen condition by how it is said, in any language. Free.',
    input: z.strictObject({ query: inRest('q', phrase()), limit: candidates() }),
    resolve: (_, { query, ...search }) => findPatterns(query, search),
  }),
  findPatternsBatch: t.metered({
    type: PatternMatchesBatchType,
    cost: 'findPatternsBatch',
    description: 'Finds the patterns of up to 25 screen conditions. Free.',
    input: z.strictObject({
      queries: listOf(phrase(), QUERIES_MAX, 'How the figures are to be judged.'),
      limit: candidates(),
    }),
    resolve: (_, { queries, ...search }) => findPatternsOfEach(queries, search),
  }),
}))
