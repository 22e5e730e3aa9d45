/** What occurs more than once. */
export function repeated(values: Iterable<string>): string[] {
  return [...Map.groupBy(values, (value) => value)].flatMap(([value, all]) => (all.length > 1 ? [value] : []))
}
