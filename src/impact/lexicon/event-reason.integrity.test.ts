import { expect, test } from 'vitest'
import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { readEventLexicon } from './event-lexicon.source.ts'
import { readPlaces } from './place.source.ts'
import { readSummaryLexicon } from './summary-lexicon.source.ts'

const { goods, countries, rules } = readEventLexicon()
const { names } = readSummaryLexicon()
const phraseOf = (kind: string, key: string) => names.get(`${kind}/${key}`)?.en ?? ''

/** Words that are no plural, and words that take none. */
const SINGULAR_S = /(?:ss|gas|News)$/
/** One of many, written without a determiner: "chip", "property developer". */
const COUNTABLE =
  /\b(?:chip|maker|developer|lender|insurer|bank|station|car|truck|drug|panel|phone|robot|vaccine|battery|card|loan|airline|airport|hotel|store|plant)$/

test('each good has a phrase that a sentence can take', () => {
  const phrases = goods.map(({ words: [word = ''] }) => [word, phraseOf('good', word)] as const)
  expect(phrases.filter(([, phrase]) => phrase === '').map(([word]) => word)).toEqual([])
  const wrong = phrases.filter(
    ([, phrase]) => COUNTABLE.test(phrase) || /(?:[^s]ys|ies)s$|oies$|(?:[^u]s)s$|^(?:an?|the) /.test(phrase),
  )
  expect(wrong.filter(([, phrase]) => !SINGULAR_S.test(phrase))).toEqual([])
})

test('each good has one verb for what its makers do with it', () => {
  const row = z.object({ verb: z.string().min(1), goods: z.string().transform((cell) => cell.split('|')) })
  const rows = readShippedRows(new URL('../../../prisma/reference/event/maker-verbs.csv', import.meta.url), row)
  const listed = rows.flatMap((one) => one.goods)
  expect(listed.toSorted()).toEqual(
    goods.flatMap(({ words, isSegment }) => (isSegment === true ? [] : words.slice(0, 1))).toSorted(),
  )
  expect(goods.filter(({ makerVerb }) => !/^[a-z]+s(?: [a-z]+)*$/.test(makerVerb))).toEqual([])
})

test('each country whose currency is traded has a phrase for it', () => {
  const traded = countries.filter(({ pairs }) => pairs.length > 0).map(({ code }) => code)
  expect(traded.filter((code) => phraseOf('currency', code) === '')).toEqual([])
})

test('countries and places that take an article have it', () => {
  const english = new Intl.DisplayNames('en', { type: 'region' })
  const named = countries
    .filter(({ code }) => /^[A-Z]{2}$/.test(code))
    .map(({ code }) => phraseOf('country', code) || (english.of(code) ?? ''))
  expect(
    named.filter((name) => /^(?!the ).*(?:Republic|lands|States|Kingdom|Emirates|ppines|[-&(])/.test(name)),
  ).toEqual([])
  const places = readPlaces().map(({ name }) => phraseOf('place', name) || name)
  const articled =
    /^(?!the ).*\b(?:Sea|Straits?|Canal|pipeline|refinery|smelter|plant|mine|Basin|ports)$|^(?:Strait|Gulf|Sea|Port) of /
  expect(places.filter((name) => articled.test(name))).toEqual([])
})

test('reasons fit goods of either number: none is the subject of a verb, none is counted', () => {
  const texts = rules.flatMap(({ less, more }) => [less, more])
  expect(texts.filter((text) => /^\{good\}|\{good\}(?:, which (?!also)| that)|[Ll]ess \{good\}/.test(text))).toEqual([])
  expect(texts.filter((text) => / {2}|\{makes\}(?! \{good\})/.test(text))).toEqual([])
})
