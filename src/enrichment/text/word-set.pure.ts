/** The words of a text that separates them by spaces. */
export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
