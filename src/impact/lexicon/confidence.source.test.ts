import { beforeAll, describe, expect, test } from 'vitest'
import { crossValidate, type OwnVerdict, readVerdicts, tenthsOf } from '../../../bench/confidence.ts'
import { fitKind, fitPoints } from '../../../bench/confidence-fit.ts'
import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { CUT_OFF, createConfidence, VERDICT_KINDS } from '../../enrichment/confidence/confidence.pure.ts'
import { createEnricher } from '../../enrichment/enrich.pure.ts'
import type { Lexicons } from '../../enrichment/vocabulary/lexicons.pure.ts'
import { readKnowledge } from '../knowledge.source.ts'
import { readConfidenceModel } from './confidence.source.ts'
import { readLexicons } from './lexicon.source.ts'

describe('the fit', () => {
  const verdicts = (ground: string, count: number, rightOf10: number) =>
    Array.from({ length: count }, (_, i) => ({
      headline: `${ground} ${i}`,
      kind: 'direction' as const,
      grounds: [ground],
      isRight: i % 10 < rightOf10,
      right: Number(i % 10 < rightOf10),
    }))

  test('gives a ground the share of its verdicts that were right', () => {
    const read = createConfidence(fitKind('direction', [...verdicts('a', 400, 9), ...verdicts('b', 400, 5)]))
    expect(read('direction', ['a'])).toBeCloseTo(0.9, 1)
    expect(read('direction', ['b'])).toBeCloseTo(0.5, 1)
  })

  test('pools neighbours until a higher score means more right ones', () => {
    const scored = [
      ...Array.from({ length: 100 }, () => ({ raw: 0.4, right: 0.8 })),
      ...Array.from({ length: 100 }, () => ({ raw: 0.5, right: 0.6 })),
      ...Array.from({ length: 100 }, () => ({ raw: 0.9, right: 0.9 })),
    ]
    const points = fitPoints(scored)
    expect(points.map((point) => point.verdicts)).toEqual([200, ...points.slice(1).map((point) => point.verdicts)])
    expect(points[0]?.confidence).toBeCloseTo(0.7, 1)
    expect(points.map((one) => one.confidence)).toEqual(points.map((one) => one.confidence).toSorted((a, b) => a - b))
  })
})

describe('the shipped table', () => {
  const { weights, points } = readConfidenceModel()

  test.each(VERDICT_KINDS)('of %s verdicts rises with the raw score, and every ground is weighed once', (kind) => {
    const own = points.filter((one) => one.kind === kind)
    expect(own.length).toBeGreaterThan(0)
    for (const column of ['raw', 'confidence'] as const) {
      const values = own.map((one) => one[column])
      expect(values).toEqual([...new Set(values)].toSorted((a, b) => a - b))
    }
    const grounds = weights.filter((one) => one.kind === kind).map((one) => one.ground)
    expect(new Set(grounds).size).toBe(grounds.length)
    expect(grounds).toContain('always')
  })
})

describe('on the labelled headlines', () => {
  let knowledge: Knowledge
  let lexicons: Lexicons
  let directed: OwnVerdict[]
  let scored: ReturnType<typeof crossValidate>

  beforeAll(async () => {
    ;[knowledge, lexicons] = await Promise.all([readKnowledge(), readLexicons()])
    directed = (await readVerdicts(knowledge, lexicons, 0)).filter((one) => one.kind === 'direction')
    scored = crossValidate(directed)
  })

  test('within each tenth that holds 100 verdicts the share right is the confidence, by a table that has not seen them', () => {
    const tenths = tenthsOf(scored).filter((one) => one.count >= 100)
    expect(tenths.length).toBeGreaterThanOrEqual(3)
    for (const { from, mean, right } of tenths) expect([from, Math.abs(mean - right) < 0.1]).toEqual([from, true])
  })

  test('what is kept is mostly right, and no less often than all', () => {
    const shareOf = (some: typeof scored) => some.reduce((sum, one) => sum + one.right, 0) / some.length
    const kept = shareOf(scored.filter((one) => one.confidence >= CUT_OFF))
    expect(kept).toBeGreaterThan(0.8)
    expect(kept).toBeGreaterThan(shareOf(scored) - 0.005)
  })

  test('three of four names that are only mentioned get no direction', async () => {
    const neutral = (await readVerdicts(knowledge, lexicons, CUT_OFF)).filter((one) => one.isNeutral)
    expect(neutral.length).toBeGreaterThan(180)
    expect(neutral.filter((one) => one.kind === 'direction').length / neutral.length).toBeLessThan(0.27)
  })

  test('no direction is told with less confidence than the cut-off, be it named, reached or given', () => {
    const enrich = createEnricher(knowledge, lexicons)
    for (const headline of new Set(directed.map((one) => one.headline))) {
      const { impacts, entities } = enrich({ title: headline, entities: ['Apple', headline.split(' ')[0] ?? ''] })
      const told = [...impacts, ...entities].filter((one) => one.direction !== 'ambiguous')
      expect([headline, told.filter((one) => one.confidence < CUT_OFF)]).toEqual([headline, []])
    }
  })
})
