/** Values of one country by year. */
export interface YearlyValues {
  readonly area: number
  readonly values: ReadonlyMap<number, number>
}

/** Share of the countries that usually report which must have reported a year for it to be compared. */
const COVERAGE_MIN = 0.8

/** The newest year that enough countries have reported to be compared; null when there is none. */
export function comparableYear(countries: readonly YearlyValues[]): number | null {
  const reporters = new Map<number, number>()
  for (const { values } of countries)
    for (const year of values.keys()) reporters.set(year, (reporters.get(year) ?? 0) + 1)
  const most = Math.max(0, ...reporters.values())
  const covered = [...reporters].filter(([, count]) => count >= COVERAGE_MIN * most).map(([year]) => year)
  return covered.length === 0 ? null : Math.max(...covered)
}

/** Compound annual growth rate in percent over `years` years; null when the first value is not above zero. */
export function cagrPct(first: number, last: number, years: number): number | null {
  if (first <= 0 || last < 0 || years <= 0) return null
  return ((last / first) ** (1 / years) - 1) * 100
}

/** Years of growth in a row that end with `year`; a year without a value ends them. At most those after `from`. */
export function growthStreak(values: ReadonlyMap<number, number>, year: number, from: number): number {
  let streak = 0
  for (let at = year; at > from; at--) {
    const [now, before] = [values.get(at), values.get(at - 1)]
    if (now === undefined || before === undefined || now <= before) break
    streak++
  }
  return streak
}
