import { z } from 'zod'
import { readShippedRows } from '../src/core/file/shipped-rows.source.ts'
import type { Direction } from '../src/enrichment/vocabulary/verdict.pure.ts'

/** Effects in a cell: `TICKER:pos`, `TICKER:neg` or `TICKER:any`, separated by `|`. */
const effects = z.string().transform((cell) =>
  cell.split('|').flatMap((effect) => {
    const [ticker = '', direction = ''] = effect.split(/:(?=pos$|neg$|any$)/)
    return ticker === '' ? [] : [{ ticker, direction }]
  }),
)
const row = z.object({
  headline: z.string(),
  kind: z.string(),
  /** Effects that nearly everybody expects. */
  must: effects,
  /** Effects that would be wrong. */
  must_not: effects,
})
/** An event with the effects it must and must not have. */
export type LabelledEvent = z.infer<typeof row>

const FOLDER = new URL('../prisma/reference/labelled/', import.meta.url)

/** World events labelled by people who had not seen the rules. */
export const LABELLED_EVENTS = {
  /** The first half was read, the second is frozen: nobody has read it. */
  halves: new URL('event-effects.csv', FOLDER),
  /** Read while the rules were written. */
  seen: new URL('event-effects-seen.csv', FOLDER),
  /** Nobody who writes rules reads them: confidence is fitted to them. */
  unread: new URL('event-effects-unread.csv', FOLDER),
  /** Written area by area by those who then mended rules; they looked at the failures of other events than these. */
  areas: new URL('event-effects-areas.csv', FOLDER),
  /** Written when the rules were done; nobody who writes rules has read them. */
  blind: new URL('event-effects-blind.csv', FOLDER),
  /** Of little-known places and firms, or told in other words than the obvious, without the listings that move; nobody who writes rules has read them. */
  oblique: new URL('event-effects-oblique.csv', FOLDER),
  /** Every second event of eight sets written later still, by area; nobody has read them, and the other ones are among those seen. */
  later: new URL('event-effects-later.csv', FOLDER),
  /** The same again, of eight further sets. */
  fresh: new URL('event-effects-fresh.csv', FOLDER),
  /** Headlines that name no company, written for every second one of 800 listings that live of what they tell; nobody has read them. */
  trades: new URL('event-effects-trades.csv', FOLDER),
  /** One event told in five to eight headlines: it starts, ends, is averted, put off, denied, eased. Every second family; nobody has read them. */
  turns: new URL('event-effects-turns.csv', FOLDER),
  /** Plain events as an ordinary feed brings them, with winners and losers in second place; every second one, and nobody has read them. */
  daily: new URL('event-effects-daily.csv', FOLDER),
  /** Everyday news of eleven areas, with rivals, suppliers and customers, some of it told in roundabout ways; every second one, and nobody has read them. */
  plain: new URL('event-effects-plain.csv', FOLDER),
  /** Events of six fields, half of them told in other words than the obvious; every second one, and nobody has read them. */
  editors: new URL('event-effects-editors.csv', FOLDER),
}

/** Reads one of these files, or another of the same form. */
export function readLabelledEvents(file: URL): LabelledEvent[] {
  return readShippedRows(file, row)
}

/** How many of the effects an event must have came out, and how many that it must not have did not. */
export interface EffectScore {
  must: number
  mustRight: number
  not: number
  notRight: number
}

/** Directions of a headline by ticker. */
export type ReadDirections = (headline: string) => ReadonlyMap<string, Direction>

/** Counts the effects of events that come out as labelled; the effect on another share class of the same issuer counts as well. */
export function scoreEvents(
  rows: readonly LabelledEvent[],
  read: ReadDirections,
  issuerOf: ReadonlyMap<string, number>,
): EffectScore {
  const score: EffectScore = { must: 0, mustRight: 0, not: 0, notRight: 0 }
  for (const { headline, must, must_not } of rows) {
    const found = read(headline)
    /** Of the listing, or of another share class of its issuer. */
    const directionOf = (ticker: string) => {
      const issuer = issuerOf.get(ticker)
      const other = [...found].find(([one]) => issuer !== undefined && issuerOf.get(one) === issuer)
      return found.get(ticker) ?? other?.[1]
    }
    for (const { ticker, direction } of must) {
      score.must++
      if (directionOf(ticker) === direction) score.mustRight++
    }
    for (const { ticker, direction } of must_not) {
      score.not++
      const got = directionOf(ticker)
      const isWrong = direction === 'any' ? got === 'pos' || got === 'neg' : got === direction
      if (!isWrong) score.notRight++
    }
  }
  return score
}
