import type { LexiconHit } from './parsed-text.pure.ts'
import type { Tokens } from './token.pure.ts'

/** The discourse relation of a clause to the one before it: "as" cause, "despite" concession, "but" contrast, "before" temporal. */
export type ClauseRelation = 'main' | 'cause' | 'concession' | 'contrast' | 'temporal'

/** A clause: tokens `from` (included) to `to` (excluded). */
export interface Clause {
  readonly from: number
  readonly to: number
  readonly relation: ClauseRelation
  /** Number of the sentence, from 0. */
  readonly sentence: number
  /** True when the sentence ends in a question mark. */
  readonly isQuestion: boolean
}

/** Discourse connectives. */
const CONNECTIVES: ReadonlyMap<string, ClauseRelation> = new Map([
  ...connectives('cause', 'as after amid amidst following because since when on'),
  ...connectives('concession', 'despite although though even notwithstanding'),
  ...connectives('main', 'while whereas which'),
  ...connectives('contrast', 'but yet however'),
  ...connectives('temporal', 'before'),
])

function connectives(relation: ClauseRelation, words: string): [string, ClauseRelation][] {
  return words.split(' ').map((word) => [word, relation])
}

/** True for words that open a subordinate clause. */
export function isConnective(word: string): boolean {
  return CONNECTIVES.has(word)
}

/** Splits a text into clauses at punctuation and connectives, not at commas of a name list; `clauseAt` has the clause of every token. */
export function splitClauses(
  tokens: Tokens,
  nameAt: readonly number[],
  hits: readonly LexiconHit[],
): { clauses: Clause[]; clauseAt: number[] } {
  const { words, kinds, capitals } = tokens
  const length = words.length
  const inPhrase: boolean[] = new Array(length).fill(false)
  const hasEvidence: boolean[] = new Array(length).fill(false)
  for (const hit of hits) {
    if (hit.to - hit.from > 1) inPhrase.fill(true, hit.from, hit.to)
    const { verb, noun, move, moveNoun, quantity } = hit.entry
    if (verb !== null || noun !== null || move !== null || moveNoun !== null || quantity !== null)
      hasEvidence[hit.from] = true
  }
  const clauses: Clause[] = []
  const clauseAt: number[] = new Array(length).fill(0)
  let from = 0
  let relation: ClauseRelation = 'main'
  let sentence = 0
  let sentenceStart = 0
  const close = (to: number) => {
    if (to > from) {
      clauseAt.fill(clauses.length, from, to)
      clauses.push({ from, to, relation, sentence, isQuestion: false })
    }
    from = to
    relation = 'main'
  }
  const closeSentence = (isQuestion: boolean) => {
    if (isQuestion) {
      for (let i = sentenceStart; i < clauses.length; i++) {
        const clause = clauses[i]
        if (clause !== undefined) clauses[i] = { ...clause, isQuestion: true }
      }
    }
    sentenceStart = clauses.length
    sentence++
  }
  for (let i = 0; i < length; i++) {
    const word = words[i] ?? ''
    if (kinds[i] === 'mark') {
      if (word === ',') {
        if (!isInNameList(i)) close(i + 1)
      } else if (word === '.' || word === '!' || word === '?') {
        close(i + 1)
        closeSentence(word === '?')
      } else if (
        word === ':' ||
        word === ';' ||
        word === '-' ||
        word === '|' ||
        word === '\u2026' ||
        word === '(' ||
        word === ')'
      ) {
        close(i + 1)
      }
      continue
    }
    if (kinds[i] !== 'word' || nameAt[i] !== -1 || inPhrase[i] === true) continue
    const connective = CONNECTIVES.get(word)
    if (connective !== undefined) {
      if (word === 'on' && !opensCauseAt(i)) continue
      if (word === 'as' && (words[i + 1] === 'well' || words[i + 1] === 'much' || words[i - 1] === 'as')) continue
      if (i > from) close(i)
      relation = connective
    } else if ((word === 'ahead' && words[i + 1] === 'of') || (word === 'due' && words[i + 1] === 'to')) {
      if (i > from) close(i)
      relation = word === 'due' ? 'cause' : 'temporal'
    } else if (word === 'and' && opensClauseAt(i)) close(i)
  }
  close(length)
  return { clauses, clauseAt }

  /** "Citi, UBS agree": true for a comma between names before any evidence. */
  function isInNameList(comma: number): boolean {
    const left = comma > 0 && (nameAt[comma - 1] !== -1 || capitals[comma - 1] === true || words[comma - 1] === "'s")
    const right = nameAt[comma + 1] !== undefined && (nameAt[comma + 1] !== -1 || capitals[comma + 1] === true)
    if (!left || !right) return false
    for (let i = from; i < comma; i++)
      if (hasEvidence[i] === true) return nameAt[comma - 1] !== -1 && listContinues(comma)
    return true
  }

  /** True for a comma between two names that both follow the evidence: "leads Tesco, Shell lower". */
  function listContinues(comma: number): boolean {
    if (nameAt[comma + 1] === -1) return false
    let i = comma + 1
    while (i < length && nameAt[i] !== -1) i++
    const next = words[i]
    if (next === undefined || next === ',' || next === 'and' || next === '&' || kinds[i] === 'mark') return true
    // "Drops Shell, BP, Eni from its probe".
    let left = comma - 1
    while (left > from && nameAt[left] !== -1) left--
    return words[left] === ',' && next === 'from'
  }

  /** "rises on strong sales": true with evidence on both sides of "on". */
  function opensCauseAt(on: number): boolean {
    let hasEarlierEvidence = false
    for (let i = from; i < on; i++) if (hasEvidence[i] === true) hasEarlierEvidence = true
    if (!hasEarlierEvidence || nameAt[on + 1] !== -1) return false
    for (let i = on + 1; i < Math.min(length, on + 5) && kinds[i] === 'word'; i++)
      if (hasEvidence[i] === true) return true
    return false
  }

  /** "A rises and B falls": true where a name with its own evidence follows "and", and evidence precedes it. */
  function opensClauseAt(and: number): boolean {
    if (nameAt[and + 1] === -1 || nameAt[and + 1] === undefined) return false
    let hasEarlierEvidence = false
    for (let i = from; i < and; i++) if (hasEvidence[i] === true) hasEarlierEvidence = true
    if (!hasEarlierEvidence) return false
    let i = and + 1
    while (i < length && nameAt[i] !== -1) i++
    return hasEvidence[i] === true
  }
}
