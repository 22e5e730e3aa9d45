import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { NEWS_TYPES } from '../../enrichment/classify/news-type.pure.ts'
import {
  EVENT_EFFECT_KINDS,
  EVENT_GROUPS,
  EVENT_ROLES,
  type EventLexicon,
} from '../../enrichment/vocabulary/event-lexicon.pure.ts'
import { EVENT_WORD_CLASSES, WORD_LISTS } from '../../enrichment/vocabulary/event-word.pure.ts'
import { ASPECTS } from '../../enrichment/vocabulary/verdict.pure.ts'

const FOLDER = new URL('../../../prisma/reference/event/', import.meta.url)

const list = z.string().transform((cell) => cell.split('|').filter((part) => part !== ''))
const shares = list.transform((cells) =>
  cells.map((cell) => {
    const at = cell.lastIndexOf(':')
    return { ticker: cell.slice(0, at), sharePercent: Number(cell.slice(at + 1)) }
  }),
)

const wordRow = z.object({
  word: z.string(),
  class: z.enum(EVENT_WORD_CLASSES),
  pos: z.enum(['verb', 'noun', 'adjective', 'phrase']),
})
const wordListRow = z.object({ list: z.enum(WORD_LISTS), words: list })
const anyOf = list.transform((words) => words.filter((word) => word !== '*'))
const wordClass = z.enum(EVENT_WORD_CLASSES)
const senseRow = z
  .object({
    word: anyOf,
    before: list,
    after: list,
    reach: z.coerce.number().int().min(0).max(6),
    drop: anyOf.pipe(z.array(wordClass)),
    become: z.union([z.literal('').transform(() => null), wordClass]),
  })
  .transform(({ word: words, ...sense }) => ({ words, ...sense }))
const groupRow = z.object({ group: z.enum(EVENT_GROUPS), members: list })
const goodRow = z.object({
  words: list,
  firms: list,
  commodities: list,
  inputs: list,
  makers_gics: list,
  makers: list,
  users_gics: list,
  users: list,
  importers: list,
})
const makerVerbRow = z.object({ verb: z.string().min(1), goods: list })
const segmentRow = z.object({ words: list, makers: list })
const customerRow = z.object({ words: list, suppliers: list, rivals: list })
const productRow = z.object({ words: list, owners: list, users: list })
const countryRow = z.object({
  iso2: z.string(),
  members: list,
  names: list,
  government: list,
  central_bank: list,
  exports: shares,
  exporters: list,
  funds: list,
  pairs: shares.transform((cells) =>
    cells.map(({ ticker: pair, sharePercent }) => ({
      ticker: pair,
      sign: sharePercent < 0 ? (-1 as const) : (1 as const),
    })),
  ),
  rates: list,
  rate_losers: list,
  rate_winners: list,
})
const ruleRow = z.object({
  kind: z.enum(EVENT_EFFECT_KINDS),
  role: z.enum(EVENT_ROLES),
  sign: z.coerce.number().transform((value): 1 | -1 => (value < 0 ? -1 : 1)),
  strength: z.coerce.number().min(0).max(1),
  aspect: z.enum(ASPECTS),
  less: z.string(),
  more: z.string(),
})

const sizeRow = z.object({
  of: z.enum(['commodity', 'supplier', 'decider']),
  code: z.string(),
  value: z.coerce.number().positive(),
})

const travelRow = z.object({ iso2: z.string(), hosts: list })
const substituteRow = z.object({ good: z.string(), ticker: z.string(), countries: list })

const kindRow = z.object({
  kind: z.enum(EVENT_EFFECT_KINDS),
  news_type: z.enum(NEWS_TYPES),
  score_points: z.coerce.number().min(0).max(3),
})

/** A segment is a good that is no commodity, and whose users nobody lists. */
const NO_GOOD = {
  firms: [],
  commodities: [],
  importers: [],
  inputs: [],
  makersGics: [],
  usersGics: [],
  users: [],
  makerVerb: 'offers',
  isSegment: true,
}

/** A customer that is not listed sells nothing of its own here. */
const NO_PRODUCT = { owners: [], users: [] }

/** Reads what events are composed of and what they do from prisma/reference/event; a wrong cell fails with the file and the row. */
export function readEventLexicon(): EventLexicon {
  const read = <Row>(name: string, row: z.ZodType<Row>) => readShippedRows(new URL(name, FOLDER), row)
  const hostsOf = new Map(read('travel.csv', travelRow).map(({ iso2, hosts }) => [iso2, hosts]))
  const verbOf = new Map(
    read('maker-verbs.csv', makerVerbRow).flatMap(({ verb, goods }) => goods.map((good) => [good, verb])),
  )
  return {
    words: read('words.csv', wordRow),
    wordLists: read('word-lists.csv', wordListRow),
    senses: read('senses.csv', senseRow),
    groups: read('groups.csv', groupRow),
    goods: [
      ...read('goods.csv', goodRow).map(({ makers_gics: makersGics, users_gics: usersGics, ...good }) => ({
        ...good,
        makersGics,
        usersGics,
        makerVerb: verbOf.get(good.words[0] ?? '') ?? '',
      })),
      ...read('segments.csv', segmentRow).map((segment) => ({ ...NO_GOOD, ...segment })),
    ],
    products: [
      ...read('products.csv', productRow),
      ...read('customers.csv', customerRow).map((customer) => ({ ...NO_PRODUCT, ...customer })),
    ],
    countries: read('countries.csv', countryRow).map(
      ({ iso2: code, central_bank: centralBank, rate_losers: rateLosers, rate_winners: rateWinners, ...country }) => ({
        ...country,
        code,
        centralBank,
        rateLosers,
        rateWinners,
        hosts: hostsOf.get(code) ?? [],
      }),
    ),
    rules: read('rules.csv', ruleRow),
    substitutes: read('substitutes.csv', substituteRow),
    sizes: read('sizes.csv', sizeRow),
    kinds: read('kinds.csv', kindRow).map(({ kind, news_type: newsType, score_points: scorePoints }) => ({
      kind,
      newsType,
      scorePoints,
    })),
  }
}
