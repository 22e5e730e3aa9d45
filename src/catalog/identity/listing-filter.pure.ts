/** Attributes that listings are filtered by. */
interface FilterableListing {
  readonly id: number
  readonly country: string | null
  readonly gicsCode: string | null
}

/** A filter of listings; a GICS code includes all codes below it. */
export interface ListingFilter {
  readonly countries?: readonly string[] | undefined
  readonly gics?: string | undefined
}

/** Looks up the ids of the listings that match a filter, ordered by id. */
export type ListingFilterIndex = (filter: ListingFilter) => readonly number[]

/** Indexes listings (ordered by id) by country and by every level of their GICS code. */
export function createListingFilterIndex(listings: readonly FilterableListing[]): ListingFilterIndex {
  const all = listings.map(({ id }) => id)
  const byCountry = new Map<string, number[]>()
  const byGics = new Map<string, number[]>()
  const countryOf = new Map<number, string>()
  const add = (index: Map<string, number[]>, key: string, id: number) => {
    const ids = index.get(key)
    if (ids) ids.push(id)
    else index.set(key, [id])
  }
  for (const { id, country, gicsCode } of listings) {
    add(byCountry, country ?? '', id)
    countryOf.set(id, country ?? '')
    for (let digits = 2; digits <= (gicsCode?.length ?? 0); digits += 2)
      add(byGics, gicsCode?.slice(0, digits) ?? '', id)
  }
  return ({ countries, gics }) => {
    const ofIndustry = gics ? (byGics.get(gics) ?? []) : all
    if (!countries) return ofIndustry
    if (gics) return ofIndustry.filter((id) => countries.includes(countryOf.get(id) ?? ''))
    const [only] = countries
    if (countries.length === 1) return byCountry.get(only ?? '') ?? []
    return [...new Set(countries)].flatMap((country) => byCountry.get(country) ?? []).sort((a, b) => a - b)
  }
}
