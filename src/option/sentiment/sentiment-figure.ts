import { type FigureKey, shownFigure } from '../history/figure.pure.ts'
import type { Sentiment } from './sentiment.ts'

/** A figure of the session's own chain; null where it is not known. */
export function figureOf({ session }: Sentiment, key: FigureKey): number | null {
  return session ? shownFigure(session.readings.series.columns[key][session.index] ?? Number.NaN) : null
}

/** One figure divided by another; null where either is not known. */
export function ratioOf(sentiment: Sentiment, above: FigureKey, below: FigureKey): number | null {
  const [one, other] = [figureOf(sentiment, above), figureOf(sentiment, below)]
  return one === null || other === null || other === 0 ? null : shownFigure(one / other)
}

/** A reading as it is shown; null where it is not known. */
export function shownReading(value: number | undefined): number | null {
  return shownFigure(value ?? Number.NaN)
}
