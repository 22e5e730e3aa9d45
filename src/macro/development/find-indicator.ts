import { countryOf } from '../country/country.source.ts'
import { namedCountry } from '../country/named-country.ts'
import { createPhraseFinder, type Found } from '../find/phrase-finder.ts'
import { INDICATORS, type ListedIndicator } from './indicator.source.ts'

/** What an indicator loses that the country asked for does not report. */
const UNREPORTED = -0.2

const mostProminent = new Map<string, ListedIndicator>()
for (const one of INDICATORS) {
  const known = mostProminent.get(one.title)
  if (!known || one.prominence < known.prominence) mostProminent.set(one.title, one)
}

const finder = createPhraseFinder(INDICATORS, (one) => ({
  id: one.indicator,
  labels: [one.indicator, `${one.title} (${one.unit})`],
  synonyms: [...(mostProminent.get(one.title) === one ? [one.title] : []), ...one.alsoCalled],
  description: `${one.description} ${one.title} ${one.topics.join(' ')}`,
}))

/** The listed indicators that a phrase of any language may mean, best first; those the country does not report come later. */
export function findListedIndicators(phrase: string, country: string | undefined): Found<ListedIndicator>[] {
  const named = namedCountry(phrase)
  const wanted = country === undefined ? named?.country : countryOf(country)
  return finder.find(named?.rest ?? phrase, (one) => (one.developingOnly && wanted?.income === 'high' ? UNREPORTED : 0))
}

/** Prepares the search now, so that no request waits for it. */
export function warmIndicatorFinder(): Promise<void> {
  return finder.prepare()
}
