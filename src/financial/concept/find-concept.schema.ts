import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { pageType } from '../../core/graphql/page.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { choice, inRest, integer, listOf } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { PhraseMatchEnum } from '../../embedding/phrase/phrase-match.schema.ts'
import { AboutConceptType } from './concept.schema.ts'
import { STATEMENT } from './concept-kind.pure.ts'
import { type ConceptMatch, type ConceptMatches, findConcepts, findConceptsOfEach } from './find-concept.ts'

const QUERIES_MAX = 25
const phrase = () => text('What the figure is called, in any language.', 200)
const statement = () => choice('Only figures of this statement.', STATEMENT).optional()
const candidates = () => integer('Maximum number of candidates per query.', { min: 1 }).default(8)

const ConceptMatchType = builder.objectRef<ConceptMatch>('ConceptMatch').implement({
  description: 'A financial figure that a phrase may mean.',
  interfaces: [AboutConceptType],
  fields: (t) => ({
    score: t.exposeFloat('score', { description: 'How well it fits, 0 to 1.' }),
    matchType: t.expose('matchType', { type: PhraseMatchEnum, description: 'How it was recognised.' }),
  }),
})

const ConceptMatchesType = pageType<ConceptMatches>('ConceptMatches', {
  description: 'Financial figures that a phrase may mean, best first.',
  of: ConceptMatchType,
  fields: (t) => ({ query: t.exposeString('query', { description: 'The phrase as given.' }) }),
})

const ConceptMatchesBatchType = pageType<Page<ConceptMatches>>('ConceptMatchesBatch', {
  description: 'Results of several phrases, in their order.',
  of: ConceptMatchesType,
})

builder.queryFields((t) => ({
  findConcepts: t.metered({
    type: ConceptMatchesType,
    cost: 'findConcepts',
    description: 'Finds the key of a financial figure by what it is called, in any language. Free.',
    input: z.strictObject({ query: inRest('q', phrase()), statement: statement(), limit: candidates() }),
    resolve: (_, { query, ...search }) => findConcepts(query, search),
  }),
  findConceptsBatch: t.metered({
    type: ConceptMatchesBatchType,
    cost: 'findConceptsBatch',
    description: 'Finds the keys of up to 25 financial figures. Free.',
    input: z.strictObject({
      queries: listOf(phrase(), QUERIES_MAX, 'What the figures are called.'),
      statement: statement(),
      limit: candidates(),
    }),
    resolve: (_, { queries, ...search }) => findConceptsOfEach(queries, search),
  }),
}))
