type WordOf<Text extends string, Found = never> = Text extends `${infer Word} ${infer Rest}`
  ? WordOf<Rest, Found | Word>
  : Found | Text

/** The words of a text that separates them by spaces. */
export function wordList<Text extends string>(words: Text): readonly WordOf<Text>[]
export function wordList(words: string): readonly string[] {
  return words.split(' ')
}

/** The same for look-up, also of what is no word. */
export function wordSet(words: string): ReadonlySet<string | undefined> {
  return new Set(words.split(' '))
}

/** Words with what they mean, from the words of each meaning. */
export function wordMap<const Meaning>(
  ...rows: readonly (readonly [meaning: Meaning, words: string])[]
): ReadonlyMap<string | undefined, Meaning> {
  return new Map(rows.flatMap(([meaning, words]) => words.split(' ').map((word) => [word, meaning] as const)))
}
