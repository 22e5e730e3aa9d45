import type { Knowledge } from './knowledge.math.ts'
import { tokenise } from './token.math.ts'

/**
 * Ordinary words: those the lexicon lists and those the reference data writes small in its sentences.
 * A capitalised word outside this set is probably a name, which is all the use made of it.
 */
export function gatherCommonWords(knowledge: Knowledge, listed: readonly string[]): ReadonlySet<string> {
  const common = new Set<string>()
  for (const entry of listed) for (const word of tokenise(entry).words) common.add(word)
  const read = (sentence: string) => {
    const tokens = tokenise(sentence)
    for (let i = 0; i < tokens.words.length; i++) {
      const word = tokens.words[i] ?? ''
      if (tokens.shapes[i] === 'lower' && word.length > 1) common.add(word)
    }
  }
  for (const asset of knowledge.assets) read(asset.description)
  for (const membership of knowledge.memberships) read(membership.reason)
  return common
}
