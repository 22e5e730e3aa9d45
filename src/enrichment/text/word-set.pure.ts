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
