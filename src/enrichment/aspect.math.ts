import { grow, irregularVerbs, type PhraseNode, phraseNode, surfacesOf } from './direction-compile.math.ts'
import type { Lexicon } from './direction-lexicon.math.ts'
import type { Reading } from './direction-reading.math.ts'
import { tokensOf } from './direction-token.math.ts'
import type { Aspect } from './knowledge.math.ts'

/** Words that tell an aspect, with their weight. */
export interface AspectCue {
  readonly aspect: Aspect
  readonly weight: number
}

/** Compiles the aspect file into a trie; a phrase may speak for several aspects. */
export function compileAspects(lexicon: Lexicon): PhraseNode<AspectCue[]> {
  const root = phraseNode<AspectCue[]>()
  const irregular = irregularVerbs(lexicon.verbs)
  for (const row of lexicon.aspects) {
    for (const surface of surfacesOf(row.term, row.part, irregular)) {
      const node = grow(root, tokensOf(surface.text).words)
      node.value ??= []
      node.value.push({ aspect: row.aspect, weight: row.weight })
    }
  }
  return root
}

/** The aspect of a story for one key: cues in the key's own clauses weigh double. */
export function judgeAspect(cues: PhraseNode<AspectCue[]>, reading: Reading, key: number, priceSeen: boolean): Aspect {
  const { tokens, names, clauseAt } = reading
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
      const force = own.has(clauseAt[at] ?? 0) ? 2 : 1
      for (const cue of best) sums.set(cue.aspect, (sums.get(cue.aspect) ?? 0) + cue.weight * force)
    }
    at = to
  }
  let winner: Aspect = priceSeen ? 'capital' : 'demand'
  let most = 0
  for (const [aspect, sum] of sums) {
    if (sum > most) {
      most = sum
      winner = aspect
    }
  }
  return winner
}
