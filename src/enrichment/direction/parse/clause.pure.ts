import { wordMap, wordSet } from '../../text/word-set.pure.ts'
import type { LexiconHit, NameSpan, ParsedText } from './parsed-text.pure.ts'
import type { Tokens } from './token.pure.ts'

/** The discourse relation of a clause to the one before it: "as" cause, "despite" concession, "but" contrast, "before" temporal. */
export type ClauseRelation = 'main' | 'cause' | 'concession' | 'contrast' | 'temporal'

/** A clause: tokens `from` (included) to `to` (excluded). */
export interface Clause {
  readonly from: number
  readonly to: number
  /** Number of the clause, and of its sentence, from 0. */
  readonly index: number
  readonly sentence: number
  readonly relation: ClauseRelation
  /** True when the sentence ends in a question mark. */
  readonly isQuestion: boolean
}

/** Discourse connectives. */
const CONNECTIVES = wordMap<ClauseRelation>(
  ['cause', 'as after amid amidst following because since when on'],
  ['concession', 'despite although though even notwithstanding'],
  ['main', 'while whereas which'],
  ['contrast', 'but yet however'],
  ['temporal', 'before'],
)

const SENTENCE_MARKS = wordSet('. ! ?')
const CLAUSE_MARKS = wordSet(': ; - | \u2026 ( )')

/** True for words that open a subordinate clause. */
export function isConnective(word: string): boolean {
  return CONNECTIVES.has(word)
}

const AFTER_LIST = wordSet('and & from over for after')

/** Splits a text into clauses at punctuation and connectives, not at commas of a name list; `clauseAt` has the clause of every token. */
export function splitClauses(
  { words, kinds, capitals }: Tokens,
  nameAt: readonly (NameSpan | undefined)[],
  hits: readonly LexiconHit[],
): { clauses: Clause[]; clauseAt: Clause[] } {
  const inPhrase: boolean[] = []
  const hasEvidence: boolean[] = new Array(words.length).fill(false)
  for (const { from, to, entry } of hits) {
    for (let i = from; i < to && to - from > 1; i++) inPhrase[i] = true
    hasEvidence[from] = (entry.verb ?? entry.noun ?? entry.move ?? entry.moveNoun ?? entry.quantity) !== null
  }
  const clauses: Clause[] = []
  const clauseAt: Clause[] = []
  let from = 0
  let relation: ClauseRelation = 'main'
  let sentence = 0
  for (const [i, word] of words.entries()) {
    if (kinds[i] === 'mark') {
      if (SENTENCE_MARKS.has(word)) {
        close(i + 1)
        sentence++
      } else if (CLAUSE_MARKS.has(word) || (word === ',' && !isInNameList(i))) close(i + 1)
    } else if (kinds[i] === 'word' && nameAt[i] === undefined && inPhrase[i] !== true) {
      const opened = readConnective(i)
      if (opened === null) continue
      close(i)
      relation = opened
    }
  }
  close(words.length)
  return { clauses, clauseAt }

  /** Ends a clause before a token. */
  function close(to: number): void {
    if (to > from) {
      const end = words.findIndex((word, i) => i >= from && kinds[i] === 'mark' && SENTENCE_MARKS.has(word))
      const clause = { from, to, index: clauses.length, sentence, relation, isQuestion: words[end] === '?' }
      clauses.push(clause)
      for (let i = from; i < to; i++) clauseAt[i] = clause
    }
    from = to
    relation = 'main'
  }

  /** The relation of the clause that a word opens; null where it opens none. */
  function readConnective(at: number): ClauseRelation | null {
    const [word = '', next] = words.slice(at, at + 2)
    if (word === 'on') return opensCauseAt(at) ? 'cause' : null
    if (word === 'as' && (next === 'well' || next === 'much' || words[at - 1] === 'as')) return null
    if (word === 'ahead' && next === 'of') return 'temporal'
    if (word === 'due' && next === 'to') return 'cause'
    if (word === 'and' && opensClauseAt(at)) return 'main'
    return CONNECTIVES.get(word) ?? null
  }

  function hasEvidenceIn(start: number, end: number): boolean {
    return hasEvidence.slice(start, end).includes(true)
  }

  function skipName(at: number): number {
    let end = at
    while (nameAt[end] !== undefined) end++
    return end
  }

  /** "Citi, UBS agree": true for a comma between names before any evidence. */
  function isInNameList(comma: number): boolean {
    const isName = (at: number) => nameAt[at] !== undefined || capitals[at] === true
    if (!(isName(comma - 1) || words[comma - 1] === "'s") || !isName(comma + 1)) return false
    return !hasEvidenceIn(from, comma) || (nameAt[comma - 1] !== undefined && listContinues(comma))
  }

  /** True for a comma between two names that both follow the evidence: "sues Tesco, Shell over prices". */
  function listContinues(comma: number): boolean {
    if (nameAt[comma + 1] === undefined) return false
    const end = skipName(comma + 1)
    return words[end] === undefined || AFTER_LIST.has(words[end]) || kinds[end] === 'mark'
  }

  /** "rises on strong sales": true with evidence on both sides of "on". */
  function opensCauseAt(on: number): boolean {
    let end = on + 1
    while (end < on + 5 && kinds[end] === 'word') end++
    return hasEvidenceIn(from, on) && nameAt[on + 1] === undefined && hasEvidenceIn(on + 1, end)
  }

  /** "A rises and B falls": true where a name with its own evidence follows "and", and evidence precedes it. */
  function opensClauseAt(and: number): boolean {
    return nameAt[and + 1] !== undefined && hasEvidenceIn(from, and) && hasEvidence[skipName(and + 1)] === true
  }
}

/** True for a hit or name at the head of its clause. */
export function opensClause({ clauseAt }: ParsedText, { from }: { readonly from: number }): boolean {
  return clauseAt[from]?.from === from
}

/** The lexicon hits before a hit in its clause, nearest first. */
export function hitsBefore({ hits, clauseAt }: ParsedText, hit: LexiconHit): LexiconHit[] {
  return hits.filter((one) => one.to <= hit.from && clauseAt[one.from] === clauseAt[hit.from]).reverse()
}

/** The lexicon hits after a hit in its clause, nearest first. */
export function hitsAfter({ hits, clauseAt }: ParsedText, hit: LexiconHit): LexiconHit[] {
  return hits.filter((one) => one.from >= hit.to && clauseAt[one.from] === clauseAt[hit.from])
}
