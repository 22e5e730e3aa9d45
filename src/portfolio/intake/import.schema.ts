import { z } from 'zod'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { builder } from '../../core/graphql/builder.ts'
import { flag } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { portfolioKey } from '../portfolio.schema.ts'
import { importText } from './import-text.ts'
import type { TradeImport } from './import-trades.ts'

const RejectedLineType = builder.objectRef<Rejection>('RejectedLine').implement({
  description: 'A line that could not be taken.',
  fields: (t) => ({
    line: t.exposeInt('line', { description: 'Line it begins on, from 1; in JSON the number of the activity.' }),
    reason: t.exposeString('reason', { description: 'Why not.' }),
  }),
})

const TradeImportType = builder.objectRef<TradeImport>('TradeImport').implement({
  description: 'What an import of trades did.',
  fields: (t) => ({
    read: t.exposeInt('read', { description: 'Number of trades in the text, the rejected ones included.' }),
    added: t.exposeInt('added', { description: 'Number of trades added; 0 when a line is wrong, unless partial.' }),
    known: t.exposeInt('known', { description: 'Number of trades the portfolio has already.' }),
    rejectedCount: t.int({ description: 'Number of lines rejected.', resolve: ({ rejected }) => rejected.length }),
    rejected: t.field({
      type: [RejectedLineType],
      description: 'The first thousand lines that could not be taken, each with the reason.',
      resolve: ({ rejected }) => rejected.slice(0, REJECTED_SHOWN),
    }),
    notes: t.stringList({
      description: 'What was left out or read in another way.',
      resolve: ({ notes }) => [...notes],
    }),
  }),
})

const REJECTED_SHOWN = 1_000
const TEXT_LENGTH_MAX = 1_000_000

builder.mutationFields((t) => ({
  importTrades: t.metered({
    type: TradeImportType,
    cost: 'portfolioChange',
    description:
      'Adds the trades of a text to a portfolio: CSV with a header, trades of a Flex query (Interactive Brokers), or an export of Ghostfolio. All or none, unless partial; the same text again adds nothing. Free.',
    weight: { once: 50_000, perRow: 0 },
    input: z.strictObject({
      id: portfolioKey,
      text: text('The file as text.', TEXT_LENGTH_MAX),
      partial: flag('Add the right lines although others are wrong.').default(false),
    }),
    resolve: (_, input, context) => importText(input, context),
  }),
}))
