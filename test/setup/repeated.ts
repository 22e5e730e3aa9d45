/** What occurs more than once. */
export function repeated<Value>(values: Iterable<Value>): Value[] {
  return [...Map.groupBy(values, (value) => value)].flatMap(([value, all]) => (all.length > 1 ? [value] : []))
}
