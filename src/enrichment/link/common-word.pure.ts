import type { Knowledge } from '../../catalog/knowledge.pure.ts'
import { mapInPieces, type Pieces } from '../../core/pieces.pure.ts'
import { tokenise } from '../text/token.pure.ts'

/** Sentences read in one piece. */
const PIECE = 100

/**
 * Collects common words piece by piece: those of the lexicon and those in lower case in the sentences of the reference data.
 * A capitalised word outside this set is probably a name.
 */
export function* commonWordsInPieces(knowledge: Knowledge, listed: readonly string[]): Pieces<ReadonlySet<string>> {
  const common = new Set<string>()
  for (const entry of listed) for (const word of tokenise(entry).words) common.add(word)
  const addLowercaseWords = (sentence: string) => {
    const { words, shapes } = tokenise(sentence)
    for (const [i, word] of words.entries()) if (shapes[i] === 'lower' && word.length > 1) common.add(word)
  }
  yield
  yield* mapInPieces(knowledge.assets, ({ description }) => addLowercaseWords(description), PIECE)
  yield* mapInPieces(knowledge.memberships, ({ reason }) => addLowercaseWords(reason), PIECE)
  return common
}
