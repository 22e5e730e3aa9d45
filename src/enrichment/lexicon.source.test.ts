import { beforeAll, describe, expect, test } from 'vitest'
import { measureDuplicates } from '../../bench/enrich-duplicates.ts'
import { measureLinking } from '../../bench/enrich-linking.ts'
import { createEnricher, type Enricher } from './enrich.math.ts'
import type { Lexicons } from './enrich-lexicon.math.ts'
import type { Knowledge } from './knowledge.math.ts'
import { readKnowledge } from './knowledge.source.ts'
import { readLexicons } from './lexicon.source.ts'
import { NEWS_TYPES } from './news-type.math.ts'

let knowledge: Knowledge
let lexicons: Lexicons
let enrich: Enricher

beforeAll(async () => {
  knowledge = await readKnowledge()
  lexicons = await readLexicons()
  enrich = createEnricher(knowledge, lexicons)
})

const tagged = (title: string, text?: string) => {
  const tickers = new Map(knowledge.assets.map((asset) => [asset.id, asset.ticker]))
  return enrich({ title, text }).impacts.flatMap((impact) => (impact.tagged ? (tickers.get(impact.assetId) ?? []) : []))
}

describe('the word lists', () => {
  test('every ticker in them is a listing', () => {
    const tickers = new Set(knowledge.assets.map((asset) => asset.ticker))
    const named = [...lexicons.link.nativeNames, ...lexicons.link.ambiguous].filter((entry) => entry.ticker !== '')
    expect(named.filter((entry) => !tickers.has(entry.ticker)).map((entry) => `${entry.name} ${entry.ticker}`)).toEqual(
      [],
    )
  })

  test('every kind of news has phrases and points', () => {
    const types = new Set(lexicons.newsTypes.map((entry) => entry.type))
    expect(NEWS_TYPES.filter((type) => !types.has(type))).toEqual([])
    expect(lexicons.scoreOfTypes.map((entry) => entry.type).toSorted()).toEqual([...NEWS_TYPES].toSorted())
  })

  test('at most 15 pairs of opposites, the first being the direction of the move', () => {
    expect(lexicons.story.opposites.length).toBeLessThanOrEqual(15)
    expect(lexicons.story.opposites[0]).toEqual({ one: 'up', other: 'down' })
    expect(lexicons.story.opposites[3]).toEqual({ one: 'buy', other: 'sell' })
  })
})

describe('with the shipped reference data', () => {
  test('the labelled headlines are linked with F1 of 0.95 or better', async () => {
    const { headlines, f1 } = await measureLinking(knowledge, lexicons)
    expect(headlines).toBeGreaterThanOrEqual(320)
    expect(f1).toBeGreaterThanOrEqual(0.95)
  })

  test('the labelled pairs are joined or kept apart with F1 of 0.95 or better', async () => {
    const { pairs, hardNegatives, f1 } = await measureDuplicates(knowledge, lexicons)
    expect(pairs).toBeGreaterThanOrEqual(210)
    expect(hardNegatives).toBeGreaterThanOrEqual(105)
    expect(f1).toBeGreaterThanOrEqual(0.95)
  })

  test('a ticker is read in brackets, as a cashtag and with a vendor suffix', () => {
    expect(tagged('Chip stocks gain (NASDAQ: NVDA)')).toEqual(['NVDA.US'])
    expect(tagged('$NVDA to the moon')).toEqual(['NVDA.US'])
    expect(tagged('Carmaker lifts forecast (7203.T)')).toEqual(['7203.JP'])
  })

  test('a bank that only rates is not an impacted asset', () => {
    expect(tagged('UBS raises price target on Tesla')).toEqual(['TSLA.US'])
    expect(tagged('UBS raises dividend after strong quarter')).toEqual(['UBSG.SW'])
  })

  test('names in scripts without spaces are found', () => {
    expect(tagged('トヨタ、通期予想を上方修正')).toEqual(['7203.JP'])
    expect(tagged('삼성전자 실적 발표')).toEqual(['005930.KO'])
  })

  test('a stronger yen is a lower USDJPY, a supply cut a higher oil price', () => {
    const first = (title: string) => enrich({ title }).impacts[0]?.direction
    expect(first('Yen jumps after intervention')).toBe('neg')
    expect(first('OPEC+ cuts output, Brent crude jumps')).toBe('pos')
  })

  test('an indirect effect says its path in one line and is not tagged', () => {
    const waves = enrich({ title: 'Brent crude jumps as OPEC+ cuts output' }).impacts.filter((impact) => !impact.tagged)
    expect(waves.length).toBeGreaterThan(3)
    for (const wave of waves) {
      expect(wave.hop).toBeGreaterThan(0)
      expect(wave.rationale).not.toContain('\n')
      expect(wave.relevance).toBeLessThan(1)
    }
  })

  test('a story without any lexicon word is noise of score 1', () => {
    const { newsTypes, impactScore } = enrich({ title: 'A quiet walk along the canal' })
    expect(newsTypes).toEqual(['noise_other'])
    expect(impactScore).toBe(1)
  })

  test('given entities are answered in order, even unknown ones', () => {
    const { entities } = enrich({ title: 'Shire to buy Baxalta', entities: ['Baxalta', 'Nobody Ltd', 'AAPL'] })
    expect(entities.map((entity) => entity.name)).toEqual(['Baxalta', 'Nobody Ltd', 'AAPL'])
    expect(entities[2]?.assetId).not.toBeNull()
  })

  test('the same article gives the same answer, and hostile input does not break it', () => {
    const article = { title: 'Apple raises iPhone prices as Nvidia soars', text: 'x'.repeat(20_000) }
    expect(enrich(article)).toEqual(enrich(article))
    for (const title of [
      '',
      ' ',
      '\u0000\ud800',
      '$',
      '(',
      "'s",
      '—'.repeat(5000),
      '$'.repeat(3000),
      'a.'.repeat(2000),
    ]) {
      expect(enrich({ title, text: title, entities: [title] }).newsTypes.length).toBeGreaterThan(0)
    }
  })
})
