import pg from 'pg'

/**
 * Parsers for one statement whose equal texts become one string: PostgreSQL sends the currency of 25,000 listings 25,000 times, and each
 * would take its own memory for as long as the rows are kept.
 */
export function sharedTexts(): pg.CustomTypesConfig {
  const known = new Map<unknown, unknown>()
  return {
    getTypeParser(oid: number, format?: 'text' | 'binary') {
      const parse: (value: never) => unknown = pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text')
      return (value: never) => {
        const read = parse(value)
        if (typeof read !== 'string') return read
        const same = known.get(read)
        if (same !== undefined) return same
        known.set(read, read)
        return read
      }
    },
  }
}
