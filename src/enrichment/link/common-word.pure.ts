import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { tokenise } from '../text/token.pure.ts'

/**
 * Collects common words: those of the lexicon and those in lower case in the sentences of the reference data.
 * A capitalised word outside this set is probably a name.
 */
export function gatherCommonWords(knowledge: Knowledge, listed: readonly string[]): ReadonlySet<string> {
  const common = new Set<string>()
  for (const entry of listed) for (const word of tokenise(entry).words) common.add(word)
  const addLowercaseWords = (sentence: string) => {
    const tokens = tokenise(sentence)
    for (let i = 0; i < tokens.words.length; i++) {
      const word = tokens.words[i] ?? ''
      if (tokens.shapes[i] === 'lower' && word.length > 1) common.add(word)
    }
  }
  for (const asset of knowledge.assets) addLowercaseWords(asset.description)
  for (const membership of knowledge.memberships) addLowercaseWords(membership.reason)
  return common
}
