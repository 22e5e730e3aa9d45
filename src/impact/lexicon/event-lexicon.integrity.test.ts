import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { repeated } from '../../../test/setup/repeated.ts'
import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { compileSenses } from '../../enrichment/event/title/word-sense.pure.ts'
import { tokenise } from '../../enrichment/text/token.pure.ts'
import { EVENT_EFFECT_KINDS, EVENT_GROUPS, type EventLexicon } from '../../enrichment/vocabulary/event-lexicon.pure.ts'
import { EVENT_WORD_CLASSES, WORD_LISTS } from '../../enrichment/vocabulary/event-word.pure.ts'
import { readKnowledge } from '../knowledge.source.ts'
import { readEventLexicon } from './event-lexicon.source.ts'

let knowledge: Knowledge
let lexicon: EventLexicon

beforeAll(async () => {
  knowledge = await readKnowledge()
  lexicon = readEventLexicon()
})

/** Words of two goods, of which what stands beside them or happens to them tells the one that is meant. */
const OF_TWO_GOODS = ['drilling rig', 'frac', 'fracking', 'gas price', 'oil rig']

describe('the files of events', () => {
  test('name only listings that ship', () => {
    const known = new Set(knowledge.assets.map((asset) => asset.ticker))
    const ofGoods = lexicon.goods.flatMap((good) => [
      ...good.commodities,
      ...good.inputs,
      ...good.makers,
      ...good.users,
    ])
    const ofCountries = lexicon.countries.flatMap((country) => [
      ...[...country.exports, ...country.pairs].map(({ ticker }) => ticker),
      ...[...country.rates, ...country.rateLosers, ...country.rateWinners, ...country.funds, ...country.hosts],
    ])
    const ofProducts = lexicon.products.flatMap((product) => [...product.owners, ...product.users])
    const substitutes = lexicon.substitutes.map(({ ticker }) => ticker)
    expect([...ofGoods, ...ofCountries, ...ofProducts, ...substitutes].filter((ticker) => !known.has(ticker))).toEqual(
      [],
    )
  })

  test('trade goods as commodities, and exports are commodities in percent', () => {
    const commodities = new Set(knowledge.assets.filter(({ type }) => type === 'commodity').map(({ ticker }) => ticker))
    const traded = lexicon.goods.flatMap((good) => [...good.commodities, ...good.inputs])
    expect(traded.filter((ticker) => !commodities.has(ticker))).toEqual([])
    const shares = lexicon.countries.flatMap((country) => country.exports)
    expect(
      shares.filter(
        ({ ticker, sharePercent }) => !commodities.has(ticker) || !(sharePercent > 0 && sharePercent <= 100),
      ),
    ).toEqual([])
  })

  test('name each good and each country once', () => {
    expect(repeated(lexicon.goods.flatMap((good) => [...good.words, ...good.firms])).toSorted()).toEqual(
      OF_TWO_GOODS.toSorted(),
    )
    expect(repeated(lexicon.products.flatMap((product) => product.words))).toEqual([])
    const isNobodys = ({ owners, rivals }: (typeof lexicon.products)[number]) =>
      owners.length === 0 && rivals === undefined
    expect(lexicon.products.filter(isNobodys)).toEqual([])
    expect(repeated(lexicon.countries.map((country) => country.code))).toEqual([])
    expect(
      repeated(
        lexicon.countries.flatMap((country) => [...country.names, ...country.government, ...country.centralBank]),
      ),
    ).toEqual([])
  })

  test('give substitutes to goods and countries that are listed', () => {
    const goods = new Set(lexicon.goods.map(({ words }) => words[0]))
    const codes = new Set(lexicon.countries.map(({ code }) => code))
    expect(lexicon.substitutes.filter(({ good }) => !goods.has(good))).toEqual([])
    expect(lexicon.substitutes.flatMap(({ countries }) => countries).filter((code) => !codes.has(code))).toEqual([])
  })

  test('give every class words, and no word twice to one', () => {
    expect(repeated(lexicon.words.map((row) => `${row.word} ${row.class} ${row.pos}`))).toEqual([])
    const used = new Set(lexicon.words.map((row) => row.class))
    expect(EVENT_WORD_CLASSES.filter((one) => !used.has(one))).toEqual([])
  })

  test('give every list words, each once, in lower case, and no stem of one or two letters', () => {
    expect(lexicon.wordLists.map(({ list }) => list).toSorted()).toEqual([...WORD_LISTS].toSorted())
    const words = lexicon.wordLists.flatMap((row) => row.words)
    expect(lexicon.wordLists.filter((row) => row.words.length === 0 || repeated(row.words).length > 0)).toEqual([])
    expect(words.filter((word) => word !== word.toLowerCase().trim() || /^..?\*/.test(word))).toEqual([])
  })

  test('show of every sense a headline in which the words have it', () => {
    const row = z.object({ word: z.string(), example: z.string() })
    const examples = readShippedRows(new URL('../../../prisma/reference/event/senses.csv', import.meta.url), row)
    const sensesIn = compileSenses(lexicon.senses)
    const shown = examples.filter(({ example }, i) => {
      const title = tokenise(example)
      return title.words.some((_, at) => sensesIn(title, at, at + 1).some((one) => one === lexicon.senses[i]))
    })
    expect(examples.filter((one) => !shown.includes(one))).toEqual([])
  })

  test('group and weigh countries, commodities, goods and industries that are known, each once', () => {
    expect(lexicon.groups.map(({ group }) => group).toSorted()).toEqual([...EVENT_GROUPS].toSorted())
    const known = new Set([
      ...lexicon.countries.map(({ code }) => code),
      ...knowledge.assets.filter(({ type }) => type === 'commodity' || type === 'stock').map(({ ticker }) => ticker),
    ])
    expect(lexicon.sizes.filter(({ code }) => !known.has(code))).toEqual([])
    expect(repeated(lexicon.sizes.map(({ of, code }) => `${of} ${code}`))).toEqual([])
    const goods = new Set(lexicon.goods.map(({ words }) => words[0]))
    const isIndustry = (code: string) => knowledge.assets.some(({ gics }) => gics?.startsWith(code) === true)
    const isKnown = (member: string) => known.has(member) || goods.has(member) || isIndustry(member)
    expect(lexicon.groups.flatMap(({ members }) => members).filter((member) => !isKnown(member))).toEqual([])
  })

  test('give every kind of event effects, one for a role, with reasons that can be written', () => {
    expect(EVENT_EFFECT_KINDS.filter((kind) => !lexicon.rules.some((rule) => rule.kind === kind))).toEqual([])
    expect(repeated(lexicon.rules.map(({ kind, role }) => `${kind} ${role}`))).toEqual([])
    const reasons = lexicon.rules.flatMap(({ less, more }) => [less, more])
    expect(
      reasons.filter(
        (reason) =>
          !reason.endsWith('.') || /\{(?!asset\}|company\}|good\}|makes\}|place\}|country\}|currency\})/.test(reason),
      ),
    ).toEqual([])
  })

  test('say of every kind what news it is, once', () => {
    expect(lexicon.kinds.map(({ kind }) => kind).toSorted()).toEqual([...EVENT_EFFECT_KINDS].toSorted())
  })

  test('list what industries make by codes that listings have', () => {
    const codes = [...new Set(lexicon.goods.flatMap((good) => [...good.makersGics, ...good.usersGics]))]
    expect(codes.filter((code) => !knowledge.assets.some(({ gics }) => gics?.startsWith(code)))).toEqual([])
  })
})
