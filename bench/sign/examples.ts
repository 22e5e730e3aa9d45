import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { findIssuers } from '../../src/catalog/identity/issuer.pure.ts'
import type { Knowledge } from '../../src/catalog/knowledge.pure.ts'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'
import { createReader } from '../../src/enrichment/enrich.pure.ts'
import type { InputName } from '../../src/enrichment/sign/input.pure.ts'
import { type NetworkShape, SIGNS } from '../../src/enrichment/sign/layout.pure.ts'
import type { Lexicons } from '../../src/enrichment/vocabulary/lexicons.pure.ts'
import { DIRECTIONS, type Direction } from '../../src/enrichment/vocabulary/verdict.pure.ts'
import { LABELLED_EVENTS, readLabelledEvents } from '../labelled-events.ts'
import type { Example } from './gradient.ts'

/** A headline with the sign of each name and the kind of event, `''` where nobody has labelled it. */
export interface LabelledExample extends Omit<Example, 'kind'> {
  readonly headline: string
  readonly kindName: string
}

const SIGN_NAMES: readonly string[] = SIGNS

const FOLDER = new URL('../../prisma/reference/labelled/', import.meta.url)
const row = z.object({
  headline: z.string(),
  kind: z.string(),
  /** `NAME:pos`, `:neg`, `:none` or `:decides`, separated by `|`; every name stands in the headline. */
  names: z
    .string()
    .regex(/^$|^.+:(?:pos|neg|none|decides)$/)
    .transform((cell) =>
      cell.split('|').flatMap((part) => {
        const [, name, sign] = /^(.+):(pos|neg|none|decides)$/.exec(part) ?? []
        return name === undefined || sign === undefined ? [] : [{ name, sign: SIGN_NAMES.indexOf(sign) }]
      }),
    ),
})

/** Headlines labelled name by name by people who had not seen the rules: prisma/reference/labelled/headlines. */
export function readHeadlineRows(): z.infer<typeof row>[] {
  const folder = new URL('headlines/', FOLDER)
  return readdirSync(folder)
    .sort()
    .flatMap((file) => readShippedRows(new URL(file, folder), row))
}

/** Makes examples of headlines as enrichment sees them, with what its rules read of each name. */
function createExampleMaker(knowledge: Knowledge, lexicons: Lexicons) {
  const read = createReader(knowledge, lexicons)
  const issuers = findIssuers(knowledge.relations)
  const issuerOf = new Map(knowledge.assets.map(({ id, ticker }) => [ticker, issuers.get(id) ?? id]))
  const issuerFor = (ticker: string) => issuerOf.get(ticker) ?? ticker
  const make = (
    headline: string,
    kindName: string,
    entities: readonly string[],
    signOf: (name: InputName) => number,
  ): LabelledExample => {
    const input = read({ title: headline, entities }).signInput
    return { headline, kindName, input, signs: input.names.map(signOf) }
  }
  /** Of a headline that is labelled by tickers: the yen rises where USDJPY falls. */
  const makeByTicker = (headline: string, signOf: (issuer: number | string) => number) =>
    make(headline, '', [], ({ ticker, quoteSign }) => {
      const sign = ticker === null ? -1 : signOf(issuerFor(ticker))
      const [pos, neg] = [SIGN_NAMES.indexOf('pos'), SIGN_NAMES.indexOf('neg')]
      return quoteSign > 0 || (sign !== pos && sign !== neg) ? sign : sign === pos ? neg : pos
    })
  return {
    ofHeadlines: (): LabelledExample[] =>
      readHeadlineRows().map(({ headline, kind, names }) => {
        const spans = names.map(({ name, sign }) => ({ start: headline.indexOf(name), length: name.length, sign }))
        return make(
          headline,
          kind,
          names.map(({ name }) => name),
          ({ start, end }) => spans.find((one) => one.start < end && start < one.start + one.length)?.sign ?? -1,
        )
      }),
    ofEvents: (file: URL, part?: 'first' | 'second'): LabelledExample[] => {
      const rows = readLabelledEvents(file)
      const half = Math.ceil(rows.length / 2)
      const some = part === undefined ? rows : part === 'first' ? rows.slice(0, half) : rows.slice(half)
      return some.map(({ headline, must, must_not }) =>
        makeByTicker(headline, (issuer) => {
          const direction = must.find((one) => issuerFor(one.ticker) === issuer)?.direction
          if (direction !== undefined) return SIGN_NAMES.indexOf(direction)
          return must_not.some((one) => one.direction === 'any' && issuerFor(one.ticker) === issuer) ? 0 : -1
        }),
      )
    },
    ofMoves: (
      moves: readonly { readonly title: string; readonly moves: Readonly<Record<string, Direction | 'open'>> }[],
    ) =>
      moves.map(({ title, moves: directions }) => {
        const of = new Map(Object.entries(directions).map(([ticker, direction]) => [issuerFor(ticker), direction]))
        return makeByTicker(title, (issuer) => {
          const direction = of.get(issuer)
          return direction === 'ambiguous' ? 0 : SIGN_NAMES.indexOf(direction ?? '')
        })
      }),
  }
}

/** How often a guaranteed headline counts: what is promised is learnt, whatever else is. */
const GUARANTEES_COUNT = 3

const FIXTURES = new URL('../../test/fixtures/event-directions/', import.meta.url)
const directionRow = z.object({
  ticker: z.string(),
  direction: z.enum([...DIRECTIONS, 'none']),
  headline: z.string(),
})

/** The headlines whose directions tests guarantee. */
function readGuarantees(): { title: string; moves: Record<string, Direction> }[] {
  const rows = readdirSync(FIXTURES).flatMap((file) => readShippedRows(new URL(file, FIXTURES), directionRow))
  return [...Map.groupBy(rows, ({ headline }) => headline)].map(([title, some]) => ({
    title,
    moves: Object.fromEntries(
      some.map(({ ticker, direction }) => [ticker, direction === 'none' ? 'ambiguous' : direction]),
    ),
  }))
}

const move = z.object({ title: z.string(), moves: z.record(z.string(), z.enum([...DIRECTIONS, 'open'])) })

/** The headlines of the wire, labelled by tickers. */
export function readWire(): z.infer<typeof move>[] {
  const lines = readFileSync(new URL('wire.jsonl', FOLDER), 'utf8').trim().split('\n')
  return lines.map((line) => move.parse(JSON.parse(line)))
}

/** Everything that the network may learn from: the headlines labelled name by name, and what was read while the rules were written. */
export function makeTrainingExamples(knowledge: Knowledge, lexicons: Lexicons, wire: ReturnType<typeof readWire>) {
  const { ofHeadlines, ofEvents, ofMoves } = createExampleMaker(knowledge, lexicons)
  return {
    headlines: ofHeadlines(),
    read: [
      ...ofEvents(LABELLED_EVENTS.seen),
      ...ofEvents(LABELLED_EVENTS.halves, 'first'),
      ...ofMoves(wire),
      ...Array.from({ length: GUARANTEES_COUNT }, () => ofMoves(readGuarantees())).flat(),
    ],
  }
}

/** Kinds that fewer headlines have are not told apart. */
const HEADLINES_MIN = 20
/** Words that are used less often have nothing but their vector. */
const USES_MIN = 4

/** The words with learnt numbers, word classes and kinds of events that examples have, sorted. */
export function vocabularyOf(examples: readonly LabelledExample[]): Pick<NetworkShape, 'words' | 'classes' | 'kinds'> {
  const ofKind = Map.groupBy(
    examples.filter(({ kindName }) => kindName !== ''),
    ({ kindName }) => kindName,
  )
  const kinds = [...ofKind].flatMap(([kind, some]) => (some.length >= HEADLINES_MIN ? [kind] : []))
  const uses = Map.groupBy(
    examples.flatMap(({ input }) => input.tokens.flatMap((one) => one.words)),
    (word) => word,
  )
  const words = [...uses].flatMap(([word, all]) => (all.length >= USES_MIN ? [word] : []))
  const classes = new Set(examples.flatMap(({ input }) => input.tokens.flatMap((one) => one.classes)))
  return { words: words.sort(), classes: [...classes].sort(), kinds: kinds.sort() }
}
