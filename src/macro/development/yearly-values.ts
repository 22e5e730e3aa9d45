/** Yearly values of a country. */
export interface YearlyValues {
  /** ISO 3166 alpha-3, or the World Bank's code of an aggregate. */
  readonly country: string
  readonly firstYear: number
  /** From the first year on; null where there is none. */
  readonly values: readonly (number | null)[]
}
