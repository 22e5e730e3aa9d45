import type { PhraseTrie } from '../../text/phrase-trie.pure.ts'
import { wordSet } from '../../text/word-set.pure.ts'
import { isPreposition } from '../grammar/part-of-speech.pure.ts'
import type { LexiconEntry } from '../lexicon/compile.pure.ts'
import { isConnective } from './clause.pure.ts'
import type { LexiconHit, NameSpan } from './parsed-text.pure.ts'
import type { Tokens } from './token.pure.ts'

/** Words often capitalised that are no names of a party. */
const CAPITALISED_NON_NAMES = wordSet(
  'ceo cfo coo cto chairman president director chief boss head founder update exclusive breaking brief monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december uk us eu u.k. u.s. china india japan america europe asia britain germany france spain italy q1 q2 q3 q4 fy h1 h2 ipo gdp ai ev 5g i the a an asian american european african british german french italian spanish dutch swiss chinese japanese korean taiwanese thai indian russian saudi canadian mexican brazilian australian israeli iranian turkish analysts eur usd gbp inr sek nok dkk jpy cny chf rs mn bn mln crore pct shares stock stocks market report why how what is are should can will here this these',
)

/** Finds capitalised words that are neither targets nor in the lexicon, in sentence case only: names that may be subject or object of a verb. */
export function findOtherNames(
  { words, kinds, capitals }: Tokens,
  nameAt: readonly (NameSpan | undefined)[],
  lexicon: PhraseTrie<LexiconEntry>,
  hits: readonly LexiconHit[],
): NameSpan[] {
  const isLong = (word: string, i: number) => i > 0 && kinds[i] === 'word' && word.length > 3 && nameAt[i] === undefined
  const capitalsOfLong = capitals.filter((_, i) => isLong(words[i] ?? '', i))
  if (capitalsOfLong.filter(Boolean).length > capitalsOfLong.length / 2) return []
  const found: NameSpan[] = []
  for (let from = 0; from < words.length; from++) {
    let to = from
    while (isOtherName(to)) to++
    if (to > from) found.push({ key: null, from, to, assetKind: null })
    from = to
  }
  return found

  function isOtherName(i: number): boolean {
    const word = words[i] ?? ''
    if (capitals[i] !== true || nameAt[i] !== undefined) return false
    if (CAPITALISED_NON_NAMES.has(word) || isConnective(word) || isPreposition(word)) return false
    if (hits.some(({ from, to }) => from <= i && i < to)) return false
    const startsSentence = i === 0 || kinds[i - 1] === 'mark'
    const known = lexicon.follow(lexicon.root, word)
    return !(startsSentence && known !== undefined) && known?.value === undefined
  }
}
