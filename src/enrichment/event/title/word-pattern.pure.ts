/** The values of the patterns that a word, or a phrase that begins, at a token matches. */
export type PatternsAt<Value> = (words: readonly string[], at: number) => ReadonlySet<Value> | undefined

/** Prepares patterns: words or phrases; a word ending in `*` stands for every word that begins so. */
export function compilePatterns<Value>(
  rows: readonly { readonly patterns: readonly string[]; readonly value: Value }[],
): PatternsAt<Value> {
  const exact = new Map<string, Set<Value>>()
  for (const { patterns, value } of rows) {
    for (const pattern of patterns) exact.set(pattern, (exact.get(pattern) ?? new Set()).add(value))
  }
  const compound = [...exact]
    .filter(([pattern]) => /[ *]/.test(pattern))
    .map(([pattern, values]) => ({ values, parts: pattern.split(' ').map(readPart) }))
  /** Patterns by the beginning of their first word. */
  const byBeginning = Map.groupBy(compound, ({ parts: [first] }) => beginningOf(first?.text ?? ''))
  return (words, at) => {
    const word = words[at] ?? ''
    const own = exact.get(word)
    const begun = byBeginning.get(beginningOf(word))?.filter(({ parts }) => isAt(words, at, parts))
    if (begun === undefined || begun.length === 0) return own
    return new Set([...(own ?? []), ...begun.flatMap(({ values }) => [...values])])
  }
}

type Part = ReturnType<typeof readPart>

function readPart(part: string) {
  return { text: part.replace('*', ''), isStem: part.endsWith('*') }
}

function isAt(words: readonly string[], from: number, parts: readonly Part[]): boolean {
  let at = from
  for (const { text, isStem } of parts) {
    const word = words[at++] ?? ''
    if (isStem ? !word.startsWith(text) : word !== text) return false
  }
  return true
}

/** A number for the first three letters, which no stem is shorter than; the same for all shorter words. */
function beginningOf(word: string): number {
  return (word.charCodeAt(0) << 16) ^ (word.charCodeAt(1) << 8) ^ word.charCodeAt(2)
}
