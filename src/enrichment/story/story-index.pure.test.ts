import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doFiguresAgree, extractFigures } from './figure.pure.ts'
import { createSignatureBuilder } from './signature.pure.ts'
import { decodeSignature, encodeSignature } from './signature-codec.pure.ts'
import { computeSimilarity } from './similarity.pure.ts'
import { STORY_WINDOW_MS, StoryIndex } from './story-index.pure.ts'

const sign = createSignatureBuilder({
  stopwords: ['the', 'to', 'on', 'by', 'in', 'of', 'for', 'a'],
  synonyms: [
    ...['rises', 'jumps', 'up'].map((word) => ({ word, means: 'up' })),
    ...['falls', 'drops', 'down'].map((word) => ({ word, means: 'down' })),
    ...['profit', 'earnings'].map((word) => ({ word, means: 'profit' })),
    { word: 'sales', means: 'sales' },
    ...['cuts', 'axes', 'slashes'].map((word) => ({ word, means: 'cut' })),
    ...['jobs', 'workforce', 'roles'].map((word) => ({ word, means: 'job' })),
    { word: 'lays off', means: 'layoff' },
    ...['begins', 'starts'].map((word) => ({ word, means: 'start' })),
    ...['ends', 'halts'].map((word) => ({ word, means: 'stop' })),
    ...['strike', 'walkout', 'strikes'].map((word) => ({ word, means: 'strike' })),
    ...['deal', 'pact'].map((word) => ({ word, means: 'deal' })),
    ...['wins', 'lands'].map((word) => ({ word, means: 'win' })),
    ...['order', 'contract'].map((word) => ({ word, means: 'deal' })),
    { word: 'inflation', means: 'cpi' },
    { word: 'consumer prices', means: 'cpi' },
    { word: 'producer prices', means: 'ppi' },
    { word: 'texas', means: 'place/america/us/texas' },
    { word: 'ohio', means: 'place/america/us/ohio' },
    { word: 'us', means: 'place/america/us' },
    { word: 'britain', means: 'place/europe/uk' },
    { word: 'plant', means: 'plant' },
  ],
  events: [
    { concept: 'layoffs', stage: '', how: 'once', within: 7, when: [['cut'], ['job']] },
    { concept: 'layoffs', stage: '', how: 'once', within: 1, when: [['layoff']] },
    { concept: 'strike', stage: 'start', how: 'once', within: 6, when: [['start'], ['strike']] },
    { concept: 'strike', stage: 'end', how: 'once', within: 6, when: [['stop'], ['strike']] },
    { concept: 'strike', stage: '', how: 'once', within: 1, when: [['strike']] },
    { concept: 'struck', stage: '', how: 'often', within: 5, when: [['strike'], ['deal']] },
    { concept: 'contract', stage: '', how: 'often', within: 6, when: [['win'], ['deal']] },
    { concept: 'cpi', stage: '', how: 'country', within: 1, when: [['cpi']] },
    { concept: 'ppi', stage: '', how: 'country', within: 1, when: [['ppi']] },
  ],
  opposites: [{ one: 'up', other: 'down' }],
  commonWords: ['strong', 'weak', 'demand', 'cloud', 'chips', 'store', 'crew', 'quicker', 'costs', 'truck', 'missile'],
})

function joins(a: string, b: string, gapMs = 3_600_000): boolean {
  const index = new StoryIndex()
  index.add(7, sign(a), 0)
  return index.match(sign(b), gapMs) === 7
}

test('an ended story is skipped for the next most similar one', () => {
  const index = new StoryIndex()
  index.add(7, sign('Tesco profit jumps 12% on strong demand'), 0)
  index.add(8, sign('Tesco profit jumps 12% on demand'), 0)
  const later = sign('Tesco profit jumps 12% on strong demand')
  expect(index.match(later, 0)).toBe(7)
  expect(index.match(later, 0, new Set([7]))).toBe(8)
  expect(index.match(later, 0, new Set([7, 8]))).toBeNull()
})

describe('joining articles into stories', () => {
  test('the outlet after a headline does not matter', () => {
    expect(joins('Tesco profit jumps on strong demand', 'Tesco profit jumps on strong demand - Reuters')).toBe(true)
    expect(joins('Tesco profit jumps on strong demand', 'Tesco profit jumps on strong demand | Bloomberg')).toBe(true)
  })

  describe.each<[claim: string, pairs: [one: string, other: string, same: boolean][]]>([
    [
      'reordered words and synonyms are the same story',
      [['Tesco earnings up 12% on strong demand', 'Strong demand: Tesco profit rises 12 percent', true]],
    ],
    [
      'other numbers, quarters, companies and directions are other stories',
      [
        ['Tesco profit up 12%', 'Tesco profit up 21%', false],
        ['Tesco Q1 sales jump', 'Tesco Q2 sales jump', false],
        ['Tesco profit rises', 'Lidl profit rises', false],
        ['Tesco profit rises', 'Tesco profit falls', false],
      ],
    ],
    [
      'a telling figure of one company joins what few words share',
      [
        ['Tesco to shed 4,500 jobs in store overhaul', 'Tesco axing 4,500 jobs', true],
        ['Tesco to shed 4,500 jobs in store overhaul', 'Tesco axing 2,100 jobs', false],
      ],
    ],
    [
      'an event that happens once joins in any words',
      [
        ['Tesco axes roles at head office', 'Tesco lays off staff as costs bite', true],
        ['Tesco slashes workforce', 'Lidl lays off staff', false],
      ],
    ],
    [
      'opposite stages of one event never join',
      [
        ['Tesco crew begins strike', 'Tesco crew ends strike', false],
        ['Tesco crew begins strike', 'Tesco walkout starts', true],
      ],
    ],
    [
      'an event that happens often joins only with a shared detail',
      [
        ['Tesco wins missile order', 'Tesco lands truck contract', false],
        ['Tesco wins missile order', 'Tesco lands missile contract', true],
      ],
    ],
    [
      'one series of one country is one story, two series or two countries are two',
      [
        ['US inflation rises to 3%', 'US consumer prices up 3%', true],
        ['US consumer prices up 3%', 'US producer prices up 3%', false],
        ['US inflation rises to 3%', 'Britain inflation rises to 3%', false],
      ],
    ],
    [
      'a state is within its country and is not another state',
      [
        ['Tesco starts plant in Texas', 'Tesco begins US plant', true],
        ['Tesco starts plant in Texas', 'Tesco begins plant in Ohio', false],
      ],
    ],
  ])('%s', (_, pairs) => {
    test.each(pairs)('%s / %s: %s', (one, other, same) => expect(joins(one, other)).toBe(same))
  })

  test('a term inside a longer pattern is no event of its own', () => {
    const one = sign('Tesco strikes cloud deal').events
    expect(one).toHaveLength(1)
    expect(one).not.toEqual(sign('Tesco strikes cloud').events)
  })

  test('similarity does not depend on which headline is first', () => {
    const titles = [
      'Tesco axes roles',
      'Tesco lays off 12% of staff',
      'US inflation up 3%',
      'Tesco wins order',
      'Lidl pact',
    ]
    const words = fc.array(fc.constantFrom(...titles.flatMap((title) => title.split(' '))), { maxLength: 9 })
    fc.assert(
      fc.property(words, words, (a, b) => {
        const [one, other] = [sign(a.join(' ')), sign(b.join(' '))]
        expect(computeSimilarity(one, other)).toBeCloseTo(computeSimilarity(other, one), 12)
      }),
    )
  })

  test('an article that contradicts another one of the story does not join it', () => {
    const index = new StoryIndex()
    index.add(7, sign('Tesco profit up on strong demand'), 0)
    index.add(7, sign('Tesco profit up 12% on strong demand'), 0)
    expect(index.match(sign('Tesco profit up 21% in cloud'), 3_600_000)).toBeNull()
  })

  test('more than 72 hours apart is never one story', () => {
    const title = 'Tesco profit jumps on strong demand'
    expect(joins(title, title, STORY_WINDOW_MS)).toBe(true)
    expect(joins(title, title, STORY_WINDOW_MS + 1)).toBe(false)
  })

  test('evicted stories are forgotten and free their memory', () => {
    const index = new StoryIndex()
    for (let i = 0; i < 50; i++) index.add(i, sign(`Company${i} opens store ${i}`), i * 86_400_000)
    expect(index.size).toBe(50)
    index.evictBefore(47 * 86_400_000)
    expect(index.size).toBe(3)
  })
})

describe('figures', () => {
  test('rounding by the press is agreement', () => {
    expect(doFiguresAgree(extractFigures('for $69.7 billion'), extractFigures('for nearly $70bn'))).toBe(true)
    expect(doFiguresAgree(extractFigures('up 12.3%'), extractFigures('up 12 percent'))).toBe(true)
  })

  test('a figure in only one headline is no contradiction', () => {
    expect(doFiguresAgree(extractFigures('profit up 12%'), extractFigures('profit up'))).toBe(true)
  })

  test('a quarter point is 25 basis points and half a million 500,000', () => {
    expect(extractFigures('cuts rates by a quarter point')).toEqual(extractFigures('cuts rates by 25 basis points'))
    expect(extractFigures('recalls half a million cars')).toEqual(extractFigures('recalls 500,000 cars'))
  })

  test('amounts in two currencies do not contradict each other', () => {
    expect(doFiguresAgree(extractFigures('hit of 1.4 trillion yen'), extractFigures('hit of $9.5 billion'))).toBe(true)
    expect(doFiguresAgree(extractFigures('hit of 9 billion euros'), extractFigures('hit of \u20ac4 billion'))).toBe(
      false,
    )
  })

  test('a step of rates and the level reached are different figures', () => {
    expect(doFiguresAgree(extractFigures('cuts rate by 25 bps'), extractFigures('cuts rate to 4%'))).toBe(true)
    expect(doFiguresAgree(extractFigures('cuts rate by 25 bps'), extractFigures('cuts rate by 50 basis points'))).toBe(
      false,
    )
  })

  test('months contradict each other, and may and march are words', () => {
    expect(doFiguresAgree(extractFigures('sales in June'), extractFigures('sales in July'))).toBe(false)
    expect(extractFigures('Unions march, may strike')).toEqual([])
  })

  test('quarters are read in every spelling', () => {
    expect(extractFigures('third-quarter profit')).toEqual(extractFigures('Q3 profit'))
  })
})

describe('encoded signatures', () => {
  test('every signature is decoded as it was encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.array(fc.nat(5000), { maxLength: 4 }),
        (title, ids) => {
          const named = ids.map((assetId, i) => ({ assetId, start: 9 * i, end: 9 * i + 9, isOwnName: true }))
          const signature = sign(title, undefined, named)
          expect(decodeSignature(encodeSignature(signature))).toEqual(signature)
        },
      ),
    )
  })

  test('bytes that are not a signature give null', () => {
    expect(decodeSignature(new Uint8Array([1, 2, 3]))).toBeNull()
    expect(decodeSignature(new Uint8Array(40).fill(255))).toBeNull()
  })
})
