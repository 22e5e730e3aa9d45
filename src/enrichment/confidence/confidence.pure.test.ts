import { describe, expect, test } from 'vitest'
import { type CalibrationPoint, createConfidence, type GroundWeight } from './confidence.pure.ts'

const WEIGHTS: GroundWeight[] = [
  { kind: 'direction', ground: 'always', logOdds: 0 },
  { kind: 'direction', ground: 'read=price before', logOdds: 2 },
  { kind: 'direction', ground: 'read=tone', logOdds: -2 },
]
const POINTS: CalibrationPoint[] = [
  { kind: 'direction', raw: 0.2, confidence: 0.4 },
  { kind: 'direction', raw: 0.5, confidence: 0.6 },
  { kind: 'direction', raw: 0.8, confidence: 0.9 },
]

describe('confidence', () => {
  const read = createConfidence({ weights: WEIGHTS, points: POINTS })

  test('is on the table at its points, between them on the line, and beyond them at its ends', () => {
    expect(read('direction', [])).toBe(0.6)
    expect(read('direction', ['read=price before'])).toBe(0.9)
    expect(read('direction', ['read=tone'])).toBe(0.4)
    const half = createConfidence({
      weights: [{ kind: 'direction', ground: 'always', logOdds: Math.log(0.65 / 0.35) }],
      points: POINTS,
    })
    expect(half('direction', [])).toBe(0.75)
  })

  test('does not change by a ground that was never weighed', () => {
    expect(read('direction', ['role=never seen', 'read=price before'])).toBe(read('direction', ['read=price before']))
  })

  test('of silence is read from its own table', () => {
    const both = createConfidence({
      weights: WEIGHTS,
      points: [...POINTS, { kind: 'ambiguous', raw: 0.5, confidence: 0.3 }],
    })
    expect(both('ambiguous', ['read=price before'])).toBe(0.3)
  })
})
