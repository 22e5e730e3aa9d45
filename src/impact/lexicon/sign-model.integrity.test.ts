import { describe, expect, test } from 'vitest'
import { LABELLED_EVENTS, readLabelledEvents } from '../../../bench/labelled-events.ts'
import { readHeadlineRows } from '../../../bench/sign/examples.ts'
import { openShippedEnricher } from '../../../test/setup/shipped-enricher.ts'
import { createSignNetwork } from '../../enrichment/sign/network.pure.ts'
import { readSignModel } from './sign-model.source.ts'

describe('the headlines that the network learns from', () => {
  const rows = readHeadlineRows()

  test('every name stands in its headline, each once', () => {
    const wrong = rows.filter(
      ({ headline, names }) =>
        names.some(({ name }) => !headline.includes(name)) ||
        new Set(names.map(({ name }) => name)).size < names.length,
    )
    expect(wrong).toEqual([])
  })

  test('no headline is there twice', () => {
    expect(new Set(rows.map(({ headline }) => headline)).size).toBe(rows.length)
  })

  test('none of them is in a set that measures', () => {
    const { seen: _, ...measured } = LABELLED_EVENTS
    const files = Object.values(measured)
    const measuring = new Set(files.flatMap((file) => readLabelledEvents(file).map((one) => one.headline)))
    expect(rows.filter(({ headline }) => measuring.has(headline))).toEqual([])
  })
})

describe('the network that ships', async () => {
  const { shape, vectors, weights } = readSignModel()
  const { lexicons, read } = await openShippedEnricher()

  test('its numbers are numbers, and it knows the usual words', () => {
    expect(weights.every(Number.isFinite)).toBe(true)
    expect(shape.kinds).toContain('contract')
    for (const word of ['the', 'recall', 'lawsuit', 'strike', 'copper']) expect(vectors.indexOf.has(word)).toBe(true)
  })

  test('every kind it reads says as what it may be told, by concepts that headlines are read for', () => {
    const meanings = lexicons.kindMeanings
    expect(meanings.map(({ kind }) => kind).sort()).toEqual([...shape.kinds].sort())
    const silent = meanings.filter(({ causes, newsTypes }) => causes.length === 0 || newsTypes.length === 0)
    expect(silent.map(({ kind }) => kind)).toEqual(['none', 'other'])
    const concepts = new Set(lexicons.story.events.map(({ concept }) => concept))
    expect(meanings.flatMap((one) => one.concepts).filter((concept) => !concepts.has(concept))).toEqual([])
  })

  test('fits the code: it has learnt the headlines it was trained on', () => {
    const readNetwork = createSignNetwork(lexicons.sign)
    const some = readHeadlineRows().filter((_, i) => i % 50 === 0)
    const judged = some.flatMap(({ headline, names }) => {
      const input = read({ title: headline, entities: names.map(({ name }) => name) }).signInput
      const { signsOf } = readNetwork(input)
      return input.names.flatMap(({ start, end }, i) => {
        const label = names.find(({ name }) => headline.slice(start, end) === name)?.sign
        const shares = signsOf(i)
        return label !== 1 && label !== 2 ? [] : [shares.indexOf(Math.max(...shares)) === label]
      })
    })
    expect(judged.length).toBeGreaterThan(500)
    expect(judged.filter((isRight) => isRight).length / judged.length).toBeGreaterThan(0.75)
  })

  test('changes what the rules read of some names, and leaves most', () => {
    const some = readHeadlineRows().filter((_, i) => i % 40 === 0)
    const judged = some.flatMap(({ headline }) => read({ title: headline }).judgements)
    const changed = judged.filter(({ grounds }) => grounds.includes('read=network')).length
    expect(changed).toBeGreaterThan(10)
    expect(changed).toBeLessThan(judged.length / 4)
  })

  test('a firm that stands for a good is a firm, with no price of its own', () => {
    const kinds = (title: string) => read({ title }).signInput.names.map(({ kind, ticker }) => [kind, ticker])
    expect(kinds('Rusal let off the list')).toEqual([['firm', null]])
    expect(kinds('Aluminium falls')).toEqual([['commodity', 'ALUMINIUM.COMM']])
  })

  test('the same headline always gets the same numbers', () => {
    const title = 'Judge refuses to toss Tesla Autopilot suit'
    expect(read({ title }).enrichment.impacts).toEqual(read({ title }).enrichment.impacts)
  })
})
