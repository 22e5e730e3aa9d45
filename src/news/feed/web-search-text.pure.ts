/**
 * A query as PostgreSQL's `websearch_to_tsquery` can always read it, with the same meaning. That function fails on more than 32 minus
 * signs in a row and on some that have nothing to negate; so minus signs that cancel each other out, and those before nothing, go.
 */
export function webSearchText(query: string): string {
  return (
    query
      // To the parser all of these are only ends of words.
      .replaceAll(/[\p{Cc}\p{Z}!&|():]/gu, ' ')
      .replaceAll(/(^|[ "])-[- ]*/g, (run, before: string) => (run.split('-').length % 2 === 0 ? `${before}-` : before))
      .replace(/-+ *$/, '')
  )
}
