import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { pageType } from '../../core/graphql/page.ts'
import { choice, inRest, integer } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { HS_REVISIONS, TRADE_TYPE } from './code-list.source.ts'
import { type CodeCandidate, type CodeCandidates, findHsCodes } from './find-hs.ts'

const CodeCandidateType = builder.objectRef<CodeCandidate>('TradeCode').implement({
  description: 'A code of goods or services that a phrase may mean.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Six digits, or a code of EBOPS.' }),
    description: t.exposeString('description', {
      description:
        'Official text where it was ingested, otherwise a few words of our own: heading and what tells it apart.',
    }),
    chapter: t.exposeString('chapter', { description: 'First two digits, or the first level of EBOPS.' }),
    chapterName: t.exposeString('chapterName', { description: 'What the chapter is about.' }),
    score: t.exposeFloat('score', { description: 'How well it fits, 0 to 1.' }),
  }),
})

const CodeCandidatesType = pageType<CodeCandidates>('TradeCodes', {
  description: 'Codes that a phrase may mean, best first.',
  of: CodeCandidateType,
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The phrase as given.' }),
    revision: t.exposeString('revision', { description: 'The classification: HS2022, HS2017, HS2012 or EBOPS2010.' }),
  }),
})

builder.queryFields((t) => ({
  findHsCodes: t.metered({
    type: CodeCandidatesType,
    cost: 'findHsCodes',
    description:
      'Finds the code of goods or services by what they are called, or by the code with or without dots. Free.',
    input: z.strictObject({
      query: inRest('q', text('What the goods or services are called, or a code.', 200)),
      limit: integer('Maximum number of candidates.', { min: 1 }).default(15),
      revision: choice('Revision of the Harmonized System; goods only.', HS_REVISIONS).default('HS2022'),
      type: choice('Goods or services.', TRADE_TYPE).default('goods'),
    }),
    resolve: (_, search, { clock }) => findHsCodes(search, clock),
  }),
}))
