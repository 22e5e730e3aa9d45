/** The token at which these words begin one after the other; -1 where they do not. */
export function findPhrase(words: readonly string[], phrase: readonly string[]): number {
  const last = words.length - phrase.length
  for (let at = 0; at <= last; at++) {
    let i = 0
    while (i < phrase.length && words[at + i] === phrase[i]) i++
    if (i === phrase.length) return at
  }
  return -1
}
