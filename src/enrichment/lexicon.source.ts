import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { readLexicon as readDirectionLexicon } from './direction-lexicon.source.ts'
import type { Lexicons } from './enrich-lexicon.math.ts'
import { ASPECTS } from './knowledge.math.ts'
import { CUE_ROLES } from './link-lexicon.math.ts'
import { NEWS_TYPES } from './news-type.math.ts'
import { QUOTE_ROLES } from './quote-sense.math.ts'
import { EDGES } from './ripple-graph.math.ts'
import { EVENT_KINDS } from './story-event.math.ts'

const REFERENCE = fileURLToPath(new URL('../../prisma/reference/', import.meta.url))

const list = z.string().transform((cell) => cell.split('|').filter((part) => part !== ''))
const number = z.coerce.number()

const ROWS = {
  'lexicon/ambiguous-names.csv': z.object({
    name: z.string(),
    ticker: z.string(),
    need: number,
    against: list,
    evidence: list,
  }),
  'lexicon/cues.csv': z.object({ role: z.enum(CUE_ROLES), phrase: z.string() }),
  'lexicon/native-names.csv': z.object({ name: z.string(), ticker: z.string() }),
  'lexicon/not-names.csv': z.object({ phrase: z.string() }),
  'lexicon/legal-suffixes.csv': z.object({ suffix: z.string(), kind: z.enum(['always', 'maybe']) }),
  'lexicon/ticker-stopwords.csv': z.object({ word: z.string() }),
  'lexicon/stopwords.csv': z.object({ word: z.string(), use: z.enum(['noise', 'common']) }),
  'lexicon/news-types.csv': z.object({ type: z.enum(NEWS_TYPES), phrase: z.string(), weight: number }),
  'lexicon/impact-score.csv': z.object({ phrase: z.string(), points: number }),
  'lexicon/impact-score-types.csv': z.object({ type: z.enum(NEWS_TYPES), points: number }),
  'lexicon/scope.csv': z.object({ phrase: z.string(), scope: z.enum(['industry', 'systemic']) }),
  'lexicon/ripple.csv': z.object({
    edge: z.enum(EDGES),
    aspect: z.enum([...ASPECTS, '*']),
    scope: z.enum(['company', 'industry', '*']),
    factor: number,
    becomes: z.enum(ASPECTS),
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
  'lexicon/story-opposites.csv': z.object({ one: z.string(), other: z.string() }),
  'exchanges.csv': z.object({ code: z.string(), also_written: list }),
} as const

type Name = keyof typeof ROWS

async function read<N extends Name>(name: N): Promise<z.infer<(typeof ROWS)[N]>[]> {
  const rows: unknown = parse(await readFile(`${REFERENCE}${name}`, 'utf8'), { columns: true, bom: true })
  const parsed = z.array(ROWS[name]).safeParse(rows)
  if (!parsed.success) throw new Error(`prisma/reference/${name}: ${z.prettifyError(parsed.error)}`)
  return parsed.data as z.infer<(typeof ROWS)[N]>[]
}

/** Reads every word list of enrichment from the data files. */
export async function readLexicons(): Promise<Lexicons> {
  const [direction, words, cues, exchanges] = await Promise.all([
    readDirectionLexicon(),
    read('lexicon/stopwords.csv'),
    read('lexicon/cues.csv'),
    read('exchanges.csv'),
  ])
  const quoteWords = await read('lexicon/quote-sense.csv')
  const currencies = quoteWords.filter((row) => row.role === 'currency')
  const commonWords = [...words.map((row) => row.word), ...cues.map((row) => row.phrase)]
  const synonyms = await read('lexicon/story-synonyms.csv')
  // A house that judges shares is a listing too; a word within a phrase is not common for that.
  const ordinary = synonyms.filter(({ word, means }) => !means.startsWith('name/house-') && !word.includes(' '))
  commonWords.push(...ordinary.map((row) => row.word))
  return {
    direction,
    link: {
      ambiguous: await read('lexicon/ambiguous-names.csv'),
      cues,
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
    scope: await read('lexicon/scope.csv'),
    ripple: await read('lexicon/ripple.csv'),
    quoteWords,
    story: {
      stopwords: words.filter((row) => row.use === 'noise').map((row) => row.word),
      synonyms,
      events: await read('lexicon/story-events.csv'),
      opposites: await read('lexicon/story-opposites.csv'),
      commonWords,
    },
  }
}
