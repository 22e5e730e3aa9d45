import { outsideCalls } from '../../core/call/call-scope.ts'
import { readToldIndicators } from '../development/development.store.ts'
import type { IndicatorFacts } from '../development/indicator.source.ts'
import { listedIndicator } from '../development/indicator.source.ts'
import { readToldSeries } from '../us/series.store.ts'
import type { SeriesFacts } from '../us/series-facts.ts'
import { listedSeries } from '../us/us-series.source.ts'
import { createWordFinder, type WordFinder } from './word-finder.pure.ts'

/** Series and indicators that files told of and the shipped catalogues do not list. */
interface Told {
  readonly series: WordFinder<SeriesFacts>
  readonly indicators: WordFinder<IndicatorFacts>
}

let told: Promise<Told> | undefined

/** What files told of; read again after a change. */
export function readTold(): Promise<Told> {
  told ??= outsideCalls(load).catch((error) => {
    told = undefined
    throw error
  })
  return told
}

/** Reads again at the next search. */
export function forgetTold(): void {
  told = undefined
}

async function load(): Promise<Told> {
  const [series, indicators] = await Promise.all([readToldSeries(), readToldIndicators()])
  return {
    series: createWordFinder(
      series.filter(({ seriesId }) => !listedSeries(seriesId)),
      ({ seriesId, title }) => [seriesId, title],
    ),
    indicators: createWordFinder(
      indicators.filter(({ indicator }) => !listedIndicator(indicator)),
      ({ indicator, title }) => [indicator, title],
    ),
  }
}
