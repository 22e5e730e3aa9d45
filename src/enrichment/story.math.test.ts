import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { STORY_WINDOW_MS, StoryIndex } from './story.math.ts'
import { decodeSignature, encodeSignature } from './story-bytes.math.ts'
import { figuresAgree, figuresOf } from './story-figure.math.ts'
import { createStorySigner } from './story-signature.math.ts'

const sign = createStorySigner({
  stopwords: ['the', 'to', 'on', 'by', 'in', 'of', 'for', 'a'],
  synonyms: [
    ...['rises', 'jumps', 'up'].map((word) => ({ word, means: 'up' })),
    ...['falls', 'drops', 'down'].map((word) => ({ word, means: 'down' })),
    ...['profit', 'earnings'].map((word) => ({ word, means: 'profit' })),
    { word: 'sales', means: 'sales' },
  ],
  opposites: [{ one: 'up', other: 'down' }],
  commonWords: ['strong', 'weak', 'demand', 'cloud', 'chips', 'store'],
})

function joins(a: string, b: string, gapMs = 3_600_000): boolean {
  const index = new StoryIndex()
  index.add(7, sign(a), 0)
  return index.match(sign(b), gapMs) === 7
}

describe('telling stories apart', () => {
  test('the outlet behind a headline does not matter', () => {
    expect(joins('Tesco profit jumps on strong demand', 'Tesco profit jumps on strong demand - Reuters')).toBe(true)
    expect(joins('Tesco profit jumps on strong demand', 'Tesco profit jumps on strong demand | Bloomberg')).toBe(true)
  })

  test('reordered words and synonyms are the same story', () => {
    expect(joins('Tesco earnings up 12% on strong demand', 'Strong demand: Tesco profit rises 12 percent')).toBe(true)
  })

  test('other numbers, quarters, companies and directions are other stories', () => {
    expect(joins('Tesco profit up 12%', 'Tesco profit up 21%')).toBe(false)
    expect(joins('Tesco Q1 sales jump', 'Tesco Q2 sales jump')).toBe(false)
    expect(joins('Tesco profit rises', 'Lidl profit rises')).toBe(false)
    expect(joins('Tesco profit rises', 'Tesco profit falls')).toBe(false)
  })

  test('a telling figure of one company joins what few words share', () => {
    expect(joins('Tesco to shed 4,500 jobs in store overhaul', 'Tesco axing 4,500 jobs')).toBe(true)
    expect(joins('Tesco to shed 4,500 jobs in store overhaul', 'Tesco axing 2,100 jobs')).toBe(false)
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
    expect(figuresAgree(figuresOf('for $69.7 billion'), figuresOf('for nearly $70bn'))).toBe(true)
    expect(figuresAgree(figuresOf('up 12.3%'), figuresOf('up 12 percent'))).toBe(true)
  })

  test('a figure that only one tells is no contradiction', () => {
    expect(figuresAgree(figuresOf('profit up 12%'), figuresOf('profit up'))).toBe(true)
  })

  test('a quarter point is 25 basis points and half a million 500,000', () => {
    expect(figuresOf('cuts rates by a quarter point')).toEqual(figuresOf('cuts rates by 25 basis points'))
    expect(figuresOf('recalls half a million cars')).toEqual(figuresOf('recalls 500,000 cars'))
  })

  test('quarters are read however they are written', () => {
    expect(figuresOf('third-quarter profit')).toEqual(figuresOf('Q3 profit'))
  })
})

describe('signatures as bytes', () => {
  test('every signature survives the way to bytes and back', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.array(fc.nat(5000), { maxLength: 4 }),
        (title, ids) => {
          const signature = sign(title, undefined, ids)
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
