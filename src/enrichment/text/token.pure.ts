import { DIGIT, fold, LOWER, readCharacterClass, SEPARATOR, UNSPACED, UPPER } from './character.pure.ts'

/** The word shape of a token; capitals are evidence of a name. */
type WordShape = 'lower' | 'capital' | 'upper' | 'mixed' | 'number' | 'sign'

/** A text in tokens for phrase and name matching. Parallel arrays, one entry a token. */
export interface TokenisedText {
  readonly text: string
  /** Accents folded, lower-case; `and` and `&` are both `&`; a possessive is its own token `'s`. */
  readonly words: readonly string[]
  /** UTF-16 offsets into `text`. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly shapes: readonly WordShape[]
  /** True where punctuation before the token ends a name: comma, colon, bracket, quote, spaced dash, full stop. */
  readonly breaks: readonly boolean[]
  /** `sentence`: capitals mark names. `title`: nearly every word has one. `caps` and `small`: no case at all. */
  readonly casing: 'sentence' | 'title' | 'caps' | 'small'
}

// Feeds glue their section label to the headline: "CompaniesDiageo stays neutral".
const GLUED_LABEL = /^(?:Companies|Markets|News|Feed|Video|Update|Exclusive)(?=[A-Z])/

const POSSESSIVE = /['\u2019\u2018`\u02bc]s(?![\p{L}\p{M}\p{Nd}])/iuy

/** Dotted initials: "U.S.", "J.P.", "S.p.A". */
const INITIALS = /\p{L}(?:\.\p{L}(?!\p{L}))+\.?/uy

const BREAKING = ',;:!?()[]{}|"\u201c\u201d/\u2014\u00ab\u00bb\u3001\u3002\u2026\n'

const DASHES = '-\u2013\u2212'

/** Takes a text and gives its tokens. */
export function tokenise(text: string): TokenisedText {
  const words: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const shapes: WordShape[] = []
  const breaks: boolean[] = []
  let isBroken = true
  const push = (word: string, start: number, end: number, shape: WordShape) => {
    words.push(word)
    starts.push(start)
    ends.push(end)
    shapes.push(shape)
    breaks.push(isBroken)
    isBroken = false
  }
  for (let at = 0; at < text.length; ) {
    const kind = readCharacterClass(text.charCodeAt(at))
    if (kind === SEPARATOR) {
      if (ends.at(-1) === at && matchAt(POSSESSIVE, text, at) !== '') {
        push("'s", at, at + 2, 'sign')
        at += 2
        continue
      }
      if (text.charAt(at) === '&') push('&', at, at + 1, 'sign')
      isBroken ||= isBreak(text, at, words.at(-1))
      at++
      continue
    }
    const initials = text.charAt(at + 1) === '.' ? matchAt(INITIALS, text, at) : ''
    if (initials !== '') {
      push(fold(initials.replaceAll('.', '')), at, at + initials.length, 'upper')
      at += initials.length
      continue
    }
    let end = at
    let lower = 0
    let upper = 0
    for (; end < text.length; end++) {
      const next = readCharacterClass(text.charCodeAt(end))
      if (next === SEPARATOR || (next === UNSPACED) !== (kind === UNSPACED)) break
      if (next === LOWER) lower++
      else if (next === UPPER) upper++
    }
    const raw = text.slice(at, end)
    const shape = readShape(kind, lower, upper, end - at)
    const label = shape === 'mixed' ? GLUED_LABEL.exec(raw)?.[0] : undefined
    const word = fold(label ?? raw)
    push(word === 'and' ? '&' : word, at, at + (label ?? raw).length, label === undefined ? shape : 'capital')
    isBroken = label !== undefined
    at += (label ?? raw).length
  }
  return { text, words, starts, ends, shapes, breaks, casing: detectCasing(words, shapes) }
}

/** What a pattern matches at a place; empty where it does not. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** True for punctuation that ends a name. */
function isBreak(text: string, at: number, last: string | undefined): boolean {
  const char = text.charAt(at)
  const next = text.charAt(at + 1)
  if (DASHES.includes(char)) return text.charAt(at - 1) === ' ' || next === ' '
  // "Dr. Reddy's" and "T. Rowe Price" go on after their full stop; "Inc. Next" does not.
  if (char === '.') return (next === '' || next === ' ' || next === '.') && (last === undefined || last.length > 2)
  return BREAKING.includes(char)
}

function readShape(first: number, lower: number, upper: number, length: number): WordShape {
  if (upper === 0) return first === DIGIT && lower === 0 ? 'number' : 'lower'
  if (lower === 0) return length === 1 ? 'capital' : 'upper'
  return first === UPPER && upper === 1 ? 'capital' : 'mixed'
}

function detectCasing(words: readonly string[], shapes: readonly WordShape[]): TokenisedText['casing'] {
  if (!shapes.some((shape) => shape === 'capital' || shape === 'upper' || shape === 'mixed')) return 'small'
  const isLong = (at: number) => at > 0 && (words[at]?.length ?? 0) > 3
  const long = shapes.filter((shape, at) => isLong(at) && shape !== 'number' && shape !== 'sign')
  const most = long.length * 0.7
  if (long.length > 2 && long.filter((shape) => shape === 'upper').length > most) return 'caps'
  return long.length === 0 || long.filter((shape) => shape !== 'lower').length > most ? 'title' : 'sentence'
}
