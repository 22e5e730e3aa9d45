import type { Hit } from './direction-reading.math.ts'
import type { Tokens } from './direction-token.math.ts'

/** How a clause hangs on the one before it. */
export type ClauseLink = 'main' | 'cause' | 'contrast' | 'turn' | 'time'

/** Tokens `from` (included) to `to` (excluded). */
export interface Clause {
  readonly from: number
  readonly to: number
  readonly link: ClauseLink
  readonly sentence: number
  /** True when the sentence ends in a question mark. */
  readonly question: boolean
}

const LINKS: ReadonlyMap<string, ClauseLink> = new Map([
  ['as', 'cause'],
  ['after', 'cause'],
  ['amid', 'cause'],
  ['amidst', 'cause'],
  ['following', 'cause'],
  ['because', 'cause'],
  ['since', 'cause'],
  ['when', 'cause'],
  ['on', 'cause'],
  ['despite', 'contrast'],
  ['although', 'contrast'],
  ['though', 'contrast'],
  ['even', 'contrast'],
  ['notwithstanding', 'contrast'],
  ['while', 'main'],
  ['whereas', 'main'],
  ['which', 'main'],
  ['but', 'turn'],
  ['yet', 'turn'],
  ['however', 'turn'],
  ['before', 'time'],
])

/** True for words that open a subordinate clause. */
export function isLink(word: string): boolean {
  return LINKS.has(word)
}

/** Cuts a text into clauses at marks and linking words; commas inside a list of names do not cut. */
export function clausesOf(
  tokens: Tokens,
  nameAt: readonly number[],
  hits: readonly Hit[],
): { clauses: Clause[]; clauseAt: number[] } {
  const { words, kinds, capitals } = tokens
  const length = words.length
  const inPhrase: boolean[] = new Array(length).fill(false)
  const evident: boolean[] = new Array(length).fill(false)
  for (const hit of hits) {
    if (hit.to - hit.from > 1) inPhrase.fill(true, hit.from, hit.to)
    const { verb, noun, move, moveNoun, quantity } = hit.entry
    if (verb !== null || noun !== null || move !== null || moveNoun !== null || quantity !== null)
      evident[hit.from] = true
  }
  const clauses: Clause[] = []
  const clauseAt: number[] = new Array(length).fill(0)
  let from = 0
  let link: ClauseLink = 'main'
  let sentence = 0
  let sentenceStart = 0
  const close = (to: number) => {
    if (to > from) {
      clauseAt.fill(clauses.length, from, to)
      clauses.push({ from, to, link, sentence, question: false })
    }
    from = to
    link = 'main'
  }
  const closeSentence = (question: boolean) => {
    if (question) {
      for (let i = sentenceStart; i < clauses.length; i++) {
        const clause = clauses[i]
        if (clause !== undefined) clauses[i] = { ...clause, question: true }
      }
    }
    sentenceStart = clauses.length
    sentence++
  }
  for (let i = 0; i < length; i++) {
    const word = words[i] ?? ''
    if (kinds[i] === 'mark') {
      if (word === ',') {
        if (!inNameList(i)) close(i + 1)
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
    const kind = LINKS.get(word)
    if (kind !== undefined) {
      if (word === 'on' && !onOpensCause(i)) continue
      if (word === 'as' && (words[i + 1] === 'well' || words[i + 1] === 'much' || words[i - 1] === 'as')) continue
      if (i > from) close(i)
      link = kind
    } else if ((word === 'ahead' && words[i + 1] === 'of') || (word === 'due' && words[i + 1] === 'to')) {
      if (i > from) close(i)
      link = word === 'due' ? 'cause' : 'time'
    } else if (word === 'and' && andOpensClause(i)) close(i)
  }
  close(length)
  return { clauses, clauseAt }

  /** "Citi, UBS agree": names on both sides and nothing said yet. */
  function inNameList(comma: number): boolean {
    const left = comma > 0 && (nameAt[comma - 1] !== -1 || capitals[comma - 1] === true || words[comma - 1] === "'s")
    const right = nameAt[comma + 1] !== undefined && (nameAt[comma + 1] !== -1 || capitals[comma + 1] === true)
    if (!left || !right) return false
    for (let i = from; i < comma; i++) if (evident[i] === true) return nameAt[comma - 1] !== -1 && listGoesOn(comma)
    return true
  }

  /** A comma between two names that both follow the evidence: "leads Tesco, Shell lower". */
  function listGoesOn(comma: number): boolean {
    if (nameAt[comma + 1] === -1) return false
    let i = comma + 1
    while (i < length && nameAt[i] !== -1) i++
    const next = words[i]
    return next === undefined || next === ',' || next === 'and' || next === '&' || kinds[i] === 'mark'
  }

  /** "rises on strong sales": the words after `on` are evidence and something was said before it. */
  function onOpensCause(on: number): boolean {
    let said = false
    for (let i = from; i < on; i++) if (evident[i] === true) said = true
    if (!said || nameAt[on + 1] !== -1) return false
    for (let i = on + 1; i < Math.min(length, on + 5) && kinds[i] === 'word'; i++) if (evident[i] === true) return true
    return false
  }

  /** "A rises and B falls": after `and` a name with its own evidence, and evidence before. */
  function andOpensClause(and: number): boolean {
    if (nameAt[and + 1] === -1 || nameAt[and + 1] === undefined) return false
    let said = false
    for (let i = from; i < and; i++) if (evident[i] === true) said = true
    if (!said) return false
    let i = and + 1
    while (i < length && nameAt[i] !== -1) i++
    return evident[i] === true
  }
}
