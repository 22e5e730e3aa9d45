import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { NEWS_TYPES } from '../../enrichment/classify/news-type.pure.ts'
import { QUOTE_ROLES } from '../../enrichment/classify/quote-convention.pure.ts'
import { CAUSES } from '../../enrichment/ripple/cause.pure.ts'
import { EDGE_TYPES } from '../../enrichment/ripple/graph.pure.ts'
import { RIPPLE_LIMITS } from '../../enrichment/ripple/rule.pure.ts'
import type { Lexicons } from '../../enrichment/vocabulary/lexicons.pure.ts'
import { CUE_ROLES } from '../../enrichment/vocabulary/link-lexicon.pure.ts'
import { EVENT_KINDS } from '../../enrichment/vocabulary/story-lexicon.pure.ts'
import { ASPECTS } from '../../enrichment/vocabulary/verdict.pure.ts'
import { readConfidenceModel } from './confidence.source.ts'
import { readDirectionLexicon } from './direction-lexicon.source.ts'
import { readEventLexicon } from './event-lexicon.source.ts'
import { readPlaces } from './place.source.ts'
import { readSignModel } from './sign-model.source.ts'
import { readSummaryLexicon } from './summary-lexicon.source.ts'
import { readThemeLexicon } from './theme-business.source.ts'

const REFERENCE = new URL('../../../prisma/reference/', import.meta.url)

const list = z.string().transform((cell) => cell.split('|').filter((part) => part !== ''))
const number = z.coerce.number()
const tokens = <T extends string>(known: readonly T[]) => list.pipe(z.array(z.enum(known)))

const ROWS = {
  'lexicon/ambiguous-names.csv': z.object({
    name: z.string(),
    ticker: z.string(),
    need: number,
    against: list,
    evidence: list,
  }),
  'lexicon/cues.csv': z.object({ role: z.enum(CUE_ROLES), phrase: z.string() }),
  'lexicon/index-names.csv': z.object({
    name: z.string(),
    ticker: z.string(),
    needs_evidence: z.enum(['yes', 'no']).transform((cell) => cell === 'yes'),
  }),
  'lexicon/native-names.csv': z.object({ name: z.string(), ticker: z.string() }),
  'lexicon/not-names.csv': z.object({ phrase: z.string() }),
  'lexicon/legal-suffixes.csv': z.object({ suffix: z.string(), kind: z.enum(['always', 'maybe']) }),
  'lexicon/ticker-stopwords.csv': z.object({ word: z.string() }),
  'lexicon/stopwords.csv': z.object({ word: z.string(), use: z.enum(['noise', 'common']) }),
  'lexicon/news-types.csv': z.object({ type: z.enum(NEWS_TYPES), phrase: z.string(), weight: number }),
  'lexicon/impact-score.csv': z.object({ phrase: z.string(), points: number }),
  'lexicon/impact-score-types.csv': z.object({ type: z.enum(NEWS_TYPES), points: number }),
  'lexicon/impact-score-amounts.csv': z.object({ unit: z.string(), least: number, points: number }),
  'lexicon/scope.csv': z.object({ phrase: z.string(), scope: z.enum(['industry', 'systemic']) }),
  'event/learnt-kinds.csv': z
    .object({ kind: z.string(), causes: tokens(CAUSES), news_types: tokens(NEWS_TYPES), concepts: list })
    .transform(({ news_types: newsTypes, ...row }) => ({ ...row, newsTypes })),
  'ripple/note-words.csv': z.object({
    phrase: z.string().min(1),
    families: list.transform((ids) => ids.map(Number)),
  }),
  'ripple/causes.csv': z.object({ cause: z.enum(CAUSES), good: z.string(), bad: z.string() }),
  'ripple/signs.csv': z
    .object({ cause: z.enum(CAUSES), news_types: tokens(NEWS_TYPES), aspects: tokens(ASPECTS), words: list })
    .transform(({ news_types: newsTypes, ...row }) => ({ ...row, newsTypes })),
  'ripple/edges.csv': z.object({
    edge: z.enum([...EDGE_TYPES, 'member', '*']),
    within: z.enum([...RIPPLE_LIMITS, '']),
    cause: z.enum([...CAUSES, '*']),
    scope: z.enum(['company', 'industry', '*']),
    factor: z.coerce.number().min(-1).max(1),
    becomes: z.enum(CAUSES).or(z.literal('').transform(() => null)),
    aspect: z.enum(ASPECTS).or(z.literal('').transform(() => 'demand' as const)),
    good: z.string(),
    bad: z.string(),
  }),
  'lexicon/quote-sense.csv': z.object({
    role: z.enum(QUOTE_ROLES),
    phrase: z.string(),
    code: z.string(),
  }),
  'lexicon/pair-legs.csv': z.object({ word: z.string(), code: z.string(), ticker: z.string() }),
  'lexicon/story-synonyms.csv': z.object({ word: z.string(), means: z.string() }),
  'lexicon/story-events.csv': z.object({
    concept: z.string(),
    stage: z.string(),
    how: z.enum(EVENT_KINDS),
    within: number,
    when: z.string().transform((cell) => cell.split(' + ').map((term) => term.split('|'))),
  }),
  'lexicon/story-event-news.csv': z.object({
    concept: z.string(),
    stage: z.string(),
    type: z.enum(NEWS_TYPES),
    weight: number,
    points: number,
  }),
  'lexicon/story-opposites.csv': z.object({ one: z.string(), other: z.string() }),
  'exchanges.csv': z.object({ code: z.string(), also_written: list }),
} as const

type Name = keyof typeof ROWS

async function read<N extends Name>(name: N): Promise<z.infer<(typeof ROWS)[N]>[]> {
  // TypeScript cannot see that a file's schema gives that file's rows.
  const row = ROWS[name] as unknown as z.ZodType<z.infer<(typeof ROWS)[N]>>
  return readShippedRows(new URL(name, REFERENCE), row)
}

/** Reads all lexicons of enrichment from prisma/reference; a wrong cell fails with the file and the row. */
export async function readLexicons(): Promise<Lexicons> {
  const [direction, words, cues, exchanges] = await Promise.all([
    readDirectionLexicon(),
    read('lexicon/stopwords.csv'),
    read('lexicon/cues.csv'),
    read('exchanges.csv'),
  ])
  const quoteWords = await read('lexicon/quote-sense.csv')
  const currencies = quoteWords.filter((row) => row.role === 'currency')
  // What is said of indices may be a company's name: "Record", "Leads".
  const namedCues = cues.filter(({ role }) => !role.startsWith('index_'))
  const commonWords = [...words.map((row) => row.word), ...namedCues.map((row) => row.phrase)]
  const synonyms = await read('lexicon/story-synonyms.csv')
  // Names of analyst houses are names, and words inside a phrase need not be common.
  const singleWords = synonyms.filter(({ word, means }) => !means.startsWith('name/house-') && !word.includes(' '))
  commonWords.push(...singleWords.map((row) => row.word))
  return {
    direction,
    link: {
      ambiguous: await read('lexicon/ambiguous-names.csv'),
      cues,
      indices: (await read('lexicon/index-names.csv')).map(({ needs_evidence: needsEvidence, ...index }) => ({
        ...index,
        needsEvidence,
      })),
      notNames: (await read('lexicon/not-names.csv')).map((row) => row.phrase),
      nativeNames: await read('lexicon/native-names.csv'),
      legalSuffixes: await read('lexicon/legal-suffixes.csv'),
      tickerStopwords: (await read('lexicon/ticker-stopwords.csv')).map((row) => row.word),
      vendorCodes: exchanges.flatMap(({ code, also_written }) => also_written.map((written) => ({ written, code }))),
      pairLegs: [
        ...currencies.map(({ phrase, code }) => ({ word: phrase, code, ticker: '' })),
        ...(await read('lexicon/pair-legs.csv')),
      ],
      commonWords,
    },
    newsTypes: await read('lexicon/news-types.csv'),
    scorePhrases: await read('lexicon/impact-score.csv'),
    scoreOfTypes: await read('lexicon/impact-score-types.csv'),
    scoreOfAmounts: await read('lexicon/impact-score-amounts.csv'),
    eventNews: await read('lexicon/story-event-news.csv'),
    scope: await read('lexicon/scope.csv'),
    ripple: await read('ripple/edges.csv'),
    causes: { phrases: await read('ripple/causes.csv'), signs: await read('ripple/signs.csv') },
    noteWords: await read('ripple/note-words.csv'),
    kindMeanings: await read('event/learnt-kinds.csv'),
    quoteWords,
    event: readEventLexicon(),
    places: readPlaces(),
    summary: readSummaryLexicon(),
    themes: readThemeLexicon(),
    confidence: readConfidenceModel(),
    sign: readSignModel(),
    story: {
      stopwords: words.filter((row) => row.use === 'noise').map((row) => row.word),
      synonyms,
      events: await read('lexicon/story-events.csv'),
      opposites: await read('lexicon/story-opposites.csv'),
      commonWords,
    },
  }
}
