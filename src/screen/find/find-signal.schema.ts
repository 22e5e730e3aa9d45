import { z } from 'zod'
import { MatchQualityEnum } from '../../catalog/identity/resolve.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { pageType } from '../../core/graphql/page.ts'
import { type Page, wholePage } from '../../core/input/paging.pure.ts'
import { inRest, integer, listOf } from '../../core/input/rule.ts'
import { text } from '../../core/input/text-rule.ts'
import { TechnicalPatternEnum } from '../query/pattern.schema.ts'
import { findSignalsOf, type ReadySignal, type SignalCandidate, type SignalMatches } from './find-signal.ts'

const QUERIES_MAX = 25
const CANDIDATES_MAX = 25
const phrase = () => text('A signal as traders say it, such as golden cross or RSI oversold.', 200)

const ReadySignalType = builder.objectRef<ReadySignal>('ReadySignal').implement({
  description: 'A signal as a screen takes it; what is null is not given.',
  fields: (t) => ({
    pattern: t.expose('pattern', { type: TechnicalPatternEnum, description: 'What is looked for.' }),
    a: t.string({ nullable: true, description: 'First operand.', resolve: ({ a }) => a }),
    b: t.string({ nullable: true, description: 'Second operand, level or range.', resolve: ({ b }) => b }),
    forBars: t.int({ nullable: true, description: 'Bars in a row.', resolve: ({ forBars }) => forBars }),
    windowBars: t.int({ nullable: true, description: 'Bars of the window.', resolve: ({ windowBars }) => windowBars }),
    timeframe: t.int({
      nullable: true,
      description: 'Where the phrase names weeks (2) or months (3): for the request, or a signal of quals.',
      resolve: ({ timeframe }) => timeframe,
    }),
  }),
})

const SignalCandidateType = builder.objectRef<SignalCandidate>('SignalCandidate').implement({
  description: 'A signal that a phrase may mean.',
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The phrase it was found for.' }),
    pattern: t.field({ type: TechnicalPatternEnum, description: 'Its pattern.', resolve: ({ row }) => row.key }),
    label: t.string({ description: 'The pattern in words.', resolve: ({ row }) => row.label }),
    group: t.string({ description: 'Group of the pattern.', resolve: ({ row }) => row.group }),
    signal: t.expose('signal', { type: ReadySignalType, description: 'The signal, ready for a screen.' }),
    score: t.exposeFloat('score', { description: 'How well it fits, 0 to 1.' }),
  }),
})

const SignalMatchesType = builder.objectRef<SignalMatches>('SignalMatches').implement({
  description: 'Signals that one phrase may mean, best first.',
  fields: (t) => ({
    query: t.exposeString('query', { description: 'The phrase.' }),
    matchQuality: t.expose('matchQuality', { type: MatchQualityEnum, description: 'How sure the first one is.' }),
    candidates: t.field({
      type: [SignalCandidateType],
      description: 'The candidates.',
      resolve: ({ candidates }) => [...candidates],
    }),
  }),
})

/** Signals of one phrase or of several, one after the other. */
interface FoundSignals extends Page<SignalCandidate> {
  readonly results: readonly SignalMatches[]
}

const FoundSignalsType = pageType<FoundSignals>('FoundSignals', {
  description: 'Signals that phrases may mean: those of the first phrase, best first, then those of the next.',
  of: SignalCandidateType,
  fields: (t) => ({
    query: t.string({
      nullable: true,
      description: 'The phrase; null for several.',
      resolve: ({ results }) => (results.length === 1 ? results[0]?.query : null),
    }),
    matchQuality: t.field({
      type: MatchQualityEnum,
      nullable: true,
      description: 'How sure the first candidate is; null for several phrases.',
      resolve: ({ results }) => (results.length === 1 ? results[0]?.matchQuality : null),
    }),
    results: t.field({
      type: [SignalMatchesType],
      description: 'The same by phrase.',
      resolve: ({ results }) => [...results],
    }),
  }),
})

builder.queryFields((t) => ({
  findSignals: t.metered({
    type: FoundSignalsType,
    cost: 'findSignal',
    description: 'Finds technical signals by how traders say them, ready to be put into a screen. Free.',
    input: z.strictObject({
      query: inRest('q', phrase()).optional(),
      queries: listOf(phrase(), QUERIES_MAX, 'Several phrases.').optional(),
      limit: integer('Maximum number of candidates per phrase.', { min: 1, max: CANDIDATES_MAX }).default(8),
    }),
    resolve: (_, { query, queries, limit }) => {
      const results = findSignalsOf(query, queries, limit)
      return { ...wholePage(results.flatMap(({ candidates }) => candidates)), limit, results }
    },
  }),
}))
