import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readShippedRows } from '../core/file/shipped-rows.source.ts'
import { createConceptFinder, foldText, stem, tokenise } from './embedding-words.pure.ts'

describe('tokens', () => {
  test.each([
    ['Nestlé', 'nestle'],
    ['Ørsted Straße', 'orsted strasse'],
    ['ＴＯＹＯＴＡ', 'toyota'],
  ])('"%s" folds to "%s"', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test.each([
    [['batteries', 'battery'], 'battery'],
    [['producers', 'producer', 'producing', 'produced'], 'produc'],
    [['chips', 'chip'], 'chip'],
  ])('%j share the stem "%s"', (words, shared) => {
    expect(words.map(stem)).toEqual(words.map(() => shared))
  })

  test('leave out stop words and keep any script', () => {
    expect(tokenise('The makers of 半導体 and 5G')).toEqual(['maker', '半導体', '5g'])
  })
})

describe('concepts', () => {
  const conceptsOf = createConceptFinder([
    { term: 'car', concept: 'automobile' },
    { term: 'electric vehicle', concept: 'electric car' },
    { term: 'it services', concept: 'consulting' },
  ])

  test('are found by word, by phrase and by their own name', () => {
    expect(conceptsOf(tokenise('cars'))).toEqual(['~automobil'])
    expect(conceptsOf(tokenise('automobiles'))).toEqual(['~automobil'])
    expect(conceptsOf(tokenise('cheap electric vehicles'))).toEqual(['~electric-car'])
  })

  test('are not found by what stop words leave of a phrase', () => {
    expect(conceptsOf(tokenise('services'))).toEqual([])
  })
})

describe('the synonym lexicon', () => {
  const rows = readShippedRows(
    new URL('../../prisma/reference/lexicon/synonyms.csv', import.meta.url),
    z.object({ term: z.string(), concept: z.string() }),
  )

  test('has distinct rows, and every term is found as its concept', () => {
    expect(new Set(rows.map(({ term, concept }) => `${term},${concept}`)).size).toBe(rows.length)
    const conceptsOf = createConceptFinder(rows)
    const lost = rows.filter(
      ({ term, concept }) => !conceptsOf(tokenise(term)).includes(`~${tokenise(concept).join('-')}`),
    )
    expect(lost).toEqual([])
  })
})
