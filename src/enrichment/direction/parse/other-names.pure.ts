import { wordSet } from '../../text/word-set.pure.ts'
import { isPreposition } from '../grammar/part-of-speech.pure.ts'
import type { PhraseNode } from '../lexicon/compile.pure.ts'
import type { LexiconEntry } from '../lexicon/entry.pure.ts'
import { isConnective } from './clause.pure.ts'
import type { LexiconHit, NameSpan } from './parsed-text.pure.ts'
import type { Tokens } from './token.pure.ts'

/** Words often capitalised that are no names of a party. */
const CAPITALISED_NON_NAMES = wordSet(
  'ceo cfo coo cto chairman president director chief boss head founder update exclusive breaking brief monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december uk us eu u.k. u.s. china india japan america europe asia britain germany france spain italy q1 q2 q3 q4 fy h1 h2 ipo gdp ai ev 5g i the a an asian american european african british german french italian spanish dutch swiss chinese japanese korean taiwanese thai indian russian saudi canadian mexican brazilian australian israeli iranian turkish analysts eur usd gbp inr sek nok dkk jpy cny chf rs mn bn mln crore pct shares stock stocks market report why how what is are should can will here this these',
)

/** Finds capitalised words that are neither targets nor in the lexicon, in sentence case only: names that may be subject or object of a verb. */
export function findOtherNames(
  tokens: Tokens,
  spans: readonly NameSpan[],
  lexicon: PhraseNode<LexiconEntry>,
  hits: readonly LexiconHit[],
): NameSpan[] {
  const found: NameSpan[] = []
  const { words, kinds, capitals } = tokens
  let longWords = 0
  let capitalised = 0
  for (let i = 1; i < words.length; i++) {
    if (kinds[i] !== 'word' || (words[i]?.length ?? 0) < 4) continue
    if (spans.some((span) => i >= span.from && i < span.to)) continue
    longWords++
    if (capitals[i] === true) capitalised++
  }
  if (longWords === 0 || capitalised > longWords * 0.5) return found
  let at = 0
  while (at < words.length) {
    if (!isOtherName(at)) {
      at++
      continue
    }
    const from = at
    while (at < words.length && isOtherName(at)) at++
    found.push({ key: -1, from, to: at, assetKind: null })
  }
  return found

  function isOtherName(i: number): boolean {
    const word = words[i] ?? ''
    if (
      kinds[i] !== 'word' ||
      capitals[i] !== true ||
      CAPITALISED_NON_NAMES.has(word) ||
      isConnective(word) ||
      isPreposition(word)
    )
      return false
    const isTaken = (span: { readonly from: number; readonly to: number }) => i >= span.from && i < span.to
    if (spans.some(isTaken) || hits.some(isTaken)) return false
    const startsSentence = i === 0 || kinds[i - 1] === 'mark'
    const known = lexicon.next?.get(word)
    return !(startsSentence && known !== undefined) && known?.value == null
  }
}
