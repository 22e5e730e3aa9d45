/** Sorts listings, given by ascending index, by a column; unknown figures come last in either direction, equal ones stay in order. */
export function sortListings(listings: Int32Array, column: Float64Array, direction: 'asc' | 'desc'): number[] {
  const at = (index: number) => column[index] ?? Number.NaN
  const known = listings.filter((index) => !Number.isNaN(at(index)))
  const unknown = listings.filter((index) => Number.isNaN(at(index)))
  const sorted = direction === 'asc' ? known.sort((a, b) => at(a) - at(b)) : known.sort((a, b) => at(b) - at(a))
  return [...sorted, ...unknown]
}
