import { indexIrregularVerbs, inflectTerm } from '../direction/lexicon/compile.pure.ts'
import type { ParsedText } from '../direction/parse/parsed-text.pure.ts'
import { tokeniseWithNumbers } from '../direction/parse/token.pure.ts'
import { PhraseTrie } from '../text/phrase-trie.pure.ts'
import type { DirectionLexicon } from '../vocabulary/direction-lexicon.pure.ts'
import type { Aspect } from '../vocabulary/verdict.pure.ts'

/** The weight of a cue for an aspect. */
interface AspectCue {
  readonly aspect: Aspect
  readonly weight: number
}

/** Compiles the aspect cues into a trie; a phrase may be a cue for several aspects. */
export function compileAspects(lexicon: DirectionLexicon): PhraseTrie<readonly AspectCue[]> {
  const trie = new PhraseTrie<readonly AspectCue[]>()
  const irregular = indexIrregularVerbs(lexicon.verbs)
  for (const { term, part, aspect, weight } of lexicon.aspects) {
    for (const { text } of inflectTerm(term, part, irregular)) {
      const { words } = tokeniseWithNumbers(text)
      trie.set(words, [...(trie.get(words) ?? []), { aspect, weight }])
    }
  }
  return trie
}

/** The returned function gives the aspect of a key with the most weight of cues; those in the clauses of the key count double. */
export function createAspectReader(
  cues: PhraseTrie<readonly AspectCue[]>,
  { tokens, names, clauseAt }: ParsedText,
): (key: string, hasPriceMove: boolean) => Aspect {
  const hits = cues.findAll(tokens.words, [])
  return (key, hasPriceMove) => {
    const own = new Set(names.filter((name) => name.key === key).map((name) => clauseAt[name.from]))
    const sums = new Map<Aspect, number>()
    for (const { from, value } of hits) {
      const factor = own.has(clauseAt[from]) ? 2 : 1
      for (const { aspect, weight } of value) sums.set(aspect, (sums.get(aspect) ?? 0) + weight * factor)
    }
    let [winner, highest]: [Aspect, number] = [hasPriceMove ? 'capital' : 'demand', 0]
    for (const [aspect, sum] of sums) if (sum > highest) [winner, highest] = [aspect, sum]
    return winner
  }
}
