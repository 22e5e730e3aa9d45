import {
  createPhraseNode,
  ensureNode,
  indexIrregularVerbs,
  inflectTerm,
  type PhraseNode,
} from '../direction/lexicon/compile.pure.ts'
import type { ParsedText } from '../direction/parse/parsed-text.pure.ts'
import { tokeniseWithNumbers } from '../direction/parse/token.pure.ts'
import type { DirectionLexicon } from '../vocabulary/direction-lexicon.pure.ts'
import type { Aspect } from '../vocabulary/verdict.pure.ts'

/** The weight of a cue for an aspect. */
export interface AspectCue {
  readonly aspect: Aspect
  readonly weight: number
}

/** Compiles the aspect cues into a trie; a phrase may be a cue for several aspects. */
export function compileAspects(lexicon: DirectionLexicon): PhraseNode<AspectCue[]> {
  const root = createPhraseNode<AspectCue[]>()
  const irregular = indexIrregularVerbs(lexicon.verbs)
  for (const row of lexicon.aspects) {
    for (const surface of inflectTerm(row.term, row.part, irregular)) {
      const node = ensureNode(root, tokeniseWithNumbers(surface.text).words)
      node.value ??= []
      node.value.push({ aspect: row.aspect, weight: row.weight })
    }
  }
  return root
}

/** Takes a parsed text and a key and gives the aspect with the largest weight of cues; cues in the clauses of the key count double. */
export function classifyAspect(
  cues: PhraseNode<AspectCue[]>,
  parsed: ParsedText,
  key: number,
  hasPriceMove: boolean,
): Aspect {
  const { tokens, names, clauseAt } = parsed
  const own = new Set<number>()
  for (const name of names) if (name.key === key) own.add(clauseAt[name.from] ?? 0)
  const sums = new Map<Aspect, number>()
  let at = 0
  while (at < tokens.words.length) {
    let node: PhraseNode<AspectCue[]> | undefined = cues
    let best: AspectCue[] | null = null
    let to = at + 1
    for (let i = at; i < tokens.words.length; i++) {
      node = node.next?.get(tokens.words[i] ?? '')
      if (node === undefined) break
      if (node.value !== null) {
        best = node.value
        to = i + 1
      }
    }
    if (best !== null) {
      const factor = own.has(clauseAt[at] ?? 0) ? 2 : 1
      for (const cue of best) sums.set(cue.aspect, (sums.get(cue.aspect) ?? 0) + cue.weight * factor)
    }
    at = to
  }
  let winner: Aspect = hasPriceMove ? 'capital' : 'demand'
  let highest = 0
  for (const [aspect, sum] of sums) {
    if (sum > highest) {
      highest = sum
      winner = aspect
    }
  }
  return winner
}
