import { expect, test } from 'vitest'
import { LABELLED_EVENTS, readLabelledEvents, scoreEvents } from '../../bench/labelled-events.ts'
import { openUncutEnricher } from '../../test/setup/uncut-enricher.ts'

test.each([
  { set: 'seen', expectedShareMin: 0.78, unwantedShareMin: 0.92 },
  { set: 'halves', expectedShareMin: 0.85, unwantedShareMin: 0.92 },
] as const)(
  'labelled events, $set: expected effects come out, unwanted ones do not',
  async (floor) => {
    const { impactsOf } = await openUncutEnricher()
    const directionsOf = (headline: string) =>
      new Map([...impactsOf(headline)].map(([ticker, { direction }]) => [ticker, direction]))
    const score = scoreEvents(readLabelledEvents(LABELLED_EVENTS[floor.set]), directionsOf, new Map())
    expect(score.mustRight / score.must).toBeGreaterThan(floor.expectedShareMin)
    expect(score.notRight / score.not).toBeGreaterThan(floor.unwantedShareMin)
  },
  300_000,
)
