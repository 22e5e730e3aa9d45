/** Whether a value is an object of named members, as a JSON object is. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The keys of a table that has no others than its type names. */
export function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): Key[] {
  // Object.keys gives plain strings: a type may have more members than it names.
  return Object.keys(table) as Key[]
}

/** A value for each of some keys. */
export function recordOf<Key extends string, Value>(
  keys: readonly Key[],
  valueFor: (key: Key, index: number) => Value,
): Record<Key, Value> {
  // Object.fromEntries forgets which keys there are.
  return Object.fromEntries(keys.map((key, index) => [key, valueFor(key, index)])) as Record<Key, Value>
}
