import { namedCountry } from '../country/named-country.ts'
import { createPhraseFinder, type Found } from '../find/phrase-finder.ts'
import { type ListedSeries, US_SERIES } from './us-series.source.ts'

/** What a series of the country asked for gains, and one of another country loses. */
const OF_COUNTRY = 0.15
const OF_ANOTHER = -0.25
/** What a series of another country than the United States loses where no country is asked for. */
const ABROAD = -0.08

const finder = createPhraseFinder(US_SERIES, ({ seriesId, title, units, alsoCalled, source, description }) => ({
  id: seriesId,
  labels: [seriesId, title],
  synonyms: alsoCalled,
  description: `${description} ${units} ${source}`,
}))

const countries = new Set(US_SERIES.map(({ country }) => country))

/** The listed series that a phrase of any language may mean, best first; a country named in it counts as one asked for. */
export function findListedSeries(phrase: string, country: string | undefined): Found<ListedSeries>[] {
  const named = namedCountry(phrase)
  const wanted = country ?? named?.country.iso2
  const known = wanted !== undefined && countries.has(wanted) ? wanted : null
  const text = named?.country.iso2 === 'US' ? named.rest : phrase
  return finder.find(text, (series) => {
    if (series.country === null) return 0
    if (known === null) return series.country === 'US' ? 0 : ABROAD
    return series.country === known ? OF_COUNTRY : OF_ANOTHER
  })
}

/** Prepares the search now, so that no request waits for it. */
export function warmSeriesFinder(): Promise<void> {
  return finder.prepare()
}
