import { expect, test } from 'vitest'
import { NEWS_TYPES } from '../../enrichment/classify/news-type.pure.ts'
import { listNeededSlots, listSlots } from '../../enrichment/summary/template.pure.ts'
import { EVENT_EFFECT_KINDS } from '../../enrichment/vocabulary/event-lexicon.pure.ts'
import { ASPECTS, DIRECTIONS } from '../../enrichment/vocabulary/verdict.pure.ts'
import { readKnowledge } from '../knowledge.source.ts'
import { readLexicons } from './lexicon.source.ts'
import { readSummaryLexicon } from './summary-lexicon.source.ts'

const { templates, names } = readSummaryLexicon()
const lexicons = await readLexicons()
const keys = templates.map(({ key }) => key)

test('every kind of event has a sentence for less and for more', () => {
  const missing = EVENT_EFFECT_KINDS.flatMap((kind) => [`event/${kind}/less`, `event/${kind}/more`]).filter(
    (key) => !keys.includes(key),
  )
  expect(missing).toEqual([])
})

test('every news type has a sentence for each direction and one without a company', () => {
  const wanted = NEWS_TYPES.flatMap((type) => [`topic/${type}`, ...DIRECTIONS.map((one) => `type/${type}/${one}`)])
  expect(wanted.filter((key) => !keys.includes(key))).toEqual([])
  expect(
    [...DIRECTIONS.map((one) => `asset/${one}`), ...ASPECTS.map((one) => `aspect/${one}`)].filter(
      (key) => !keys.includes(key),
    ),
  ).toEqual([])
})

test('no key stands twice, and every one is read', () => {
  expect(new Set(keys).size).toBe(keys.length)
  const known = new Set([
    ...EVENT_EFFECT_KINDS.flatMap((kind) => [`event/${kind}/less`, `event/${kind}/more`]),
    ...lexicons.story.events.map(({ concept, stage }) => `story/${concept}/${stage}`),
    ...NEWS_TYPES.flatMap((type) => [`topic/${type}`, ...DIRECTIONS.map((one) => `type/${type}/${one}`)]),
    ...DIRECTIONS.map((one) => `asset/${one}`),
    ...ASPECTS.map((one) => `aspect/${one}`),
  ])
  expect(keys.filter((key) => !known.has(key) && !/^(?:part|unit)\//.test(key))).toEqual([])
})

test('the languages need the same facts, and leave out the same', () => {
  const wrong = templates.filter(({ en, th, ja }) =>
    [th, ja].some(
      (text) =>
        String(listSlots(text).sort()) !== String(listSlots(en).sort()) ||
        String(listNeededSlots(text).sort()) !== String(listNeededSlots(en).sort()),
    ),
  )
  expect(wrong.map(({ key }) => key)).toEqual([])
})

test('Thai is written in Thai, Japanese in Japanese, English in neither', () => {
  const words = (text: string) => text.replace(/\{\w+\}/g, '')
  const told = templates.filter(({ key }) => !/^(?:part\/(?:amount|end)|unit)/.test(key))
  expect(told.filter(({ th }) => !/[\u0e00-\u0e7f]/.test(words(th))).map(({ key }) => key)).toEqual([])
  expect(told.filter(({ ja }) => !/[\u3041-\u30ff\u4e00-\u9fff]/.test(words(ja))).map(({ key }) => key)).toEqual([])
  expect(told.filter(({ en }) => /[^\x20-\x7e]/.test(en)).map(({ key }) => key)).toEqual([])
  expect(templates.filter(({ th }) => /[\u3041-\u30ff\u4e00-\u9fff]/.test(th)).map(({ key }) => key)).toEqual([])
  expect(templates.filter(({ ja }) => /[\u0e00-\u0e7f]/.test(ja)).map(({ key }) => key)).toEqual([])
})

test('names are of goods, countries, places and listings that there are, in the script of the language', async () => {
  const { assets } = await readKnowledge()
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const isKnown: Readonly<Record<string, (key: string) => boolean>> = {
    good: (key) => lexicons.event.goods.some(({ words }) => words[0] === key),
    country: (key) => lexicons.event.countries.some(({ code }) => code === key) || regions.of(key) !== undefined,
    currency: (key) => lexicons.event.countries.some(({ code }) => code === key),
    place: (key) => lexicons.places.some(({ name }) => name === key),
    asset: (key) => assets.some(({ ticker }) => ticker === key),
  }
  const split = [...names].map(([name, texts]) => {
    const [kind = '', ...key] = name.split('/')
    return { kind, key: key.join('/'), ...texts }
  })
  expect(split.filter(({ kind, key }) => isKnown[kind]?.(key) !== true)).toEqual([])
  expect(split.filter(({ th }) => th !== '' && !/[\u0e00-\u0e7f]/.test(th) && !/^(?:LNG|XRP)$/.test(th))).toEqual([])
  expect(split.filter(({ ja }) => /[\u0e00-\u0e7f]/.test(ja))).toEqual([])
  expect(split.filter(({ kind, en, th, ja }) => kind !== 'asset' && th + ja + en === '')).toEqual([])
})
