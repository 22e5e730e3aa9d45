import { DIGIT, fold, isLetter, LOWER, readCharacterClass, SEPARATOR, UNSPACED, UPPER } from './character.pure.ts'

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

const APOSTROPHES = "'\u2019\u2018`\u02bc"

const BREAKING = ',;:!?()[]{}|"\u201c\u201d/\u2014\u00ab\u00bb\u3001\u3002\u2026\n'

const DASHES = '-\u2013\u2212'

/** Takes a text and gives its tokens, in one pass and without regular expressions on the common path. */
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
  const length = text.length
  let at = 0
  while (at < length) {
    const kind = readCharacterClass(text.charCodeAt(at))
    if (kind === SEPARATOR) {
      const char = text.charAt(at)
      if (char === '&' || char === '+') {
        if (char === '&') push('&', at, at + 1, 'sign')
      } else if (APOSTROPHES.includes(char)) {
        const next = text.charAt(at + 1)
        const possessive =
          (next === 's' || next === 'S') && readCharacterClass(text.charCodeAt(at + 2) || 32) === SEPARATOR
        if (possessive && ends.at(-1) === at) {
          push("'s", at, at + 2, 'sign')
          at += 2
          continue
        }
      } else if (BREAKING.includes(char)) isBroken = true
      else if (DASHES.includes(char)) {
        if (text.charAt(at - 1) === ' ' || text.charAt(at + 1) === ' ') isBroken = true
      } else if (char === '.') {
        // "Dr. Reddy's" and "T. Rowe Price" go on after their full stop; "Inc. Next" does not.
        const next = text.charAt(at + 1)
        const last = words.at(-1)
        if ((next === '' || next === ' ' || next === '.') && (last === undefined || last.length > 2)) isBroken = true
      }
      at++
      continue
    }
    const initials = findInitialsEnd(text, at)
    if (initials > 0) {
      push(fold(text.slice(at, initials).replaceAll('.', '')), at, initials, 'upper')
      at = initials
      continue
    }
    let end = at + 1
    let lower = kind === LOWER ? 1 : 0
    let upper = kind === UPPER ? 1 : 0
    const digitFirst = kind === DIGIT
    const unspaced = kind === UNSPACED
    while (end < length) {
      const next = readCharacterClass(text.charCodeAt(end))
      if (next === SEPARATOR || (next === UNSPACED) !== unspaced) break
      if (next === LOWER) lower++
      else if (next === UPPER) upper++
      end++
    }
    const raw = text.slice(at, end)
    const firstUpper = kind === UPPER
    const shape: WordShape =
      digitFirst && upper + lower === 0
        ? 'number'
        : upper === 0
          ? 'lower'
          : lower === 0
            ? end - at === 1
              ? 'capital'
              : 'upper'
            : firstUpper && upper === 1
              ? 'capital'
              : 'mixed'
    if (shape === 'mixed') {
      const label = GLUED_LABEL.exec(raw)?.[0]
      if (label !== undefined) {
        push(label.toLowerCase(), at, at + label.length, 'capital')
        isBroken = true
        at += label.length
        continue
      }
    }
    const word = fold(raw)
    push(word === 'and' ? '&' : word, at, end, shape)
    at = end
  }
  return { text, words, starts, ends, shapes, breaks, casing: detectCasing(words, shapes) }
}

/** End of dotted initials starting here ("U.S.", "J.P.", "S.p.A"), or 0 where there are none. */
function findInitialsEnd(text: string, at: number): number {
  if (text.charAt(at + 1) !== '.') return 0
  let end = at
  let letters = 0
  while (isLetter(text.charCodeAt(end)) && !isLetter(text.charCodeAt(end + 1))) {
    letters++
    end++
    if (text.charAt(end) !== '.') break
    if (!isLetter(text.charCodeAt(end + 1)) || isLetter(text.charCodeAt(end + 2))) {
      end++
      break
    }
    end++
  }
  return letters > 1 ? end : 0
}

function detectCasing(words: readonly string[], shapes: readonly WordShape[]): TokenisedText['casing'] {
  let long = 0
  let capitals = 0
  let uppers = 0
  let any = 0
  for (let i = 0; i < words.length; i++) {
    const shape = shapes[i]
    if (shape === 'capital' || shape === 'upper' || shape === 'mixed') any++
    if (i === 0 || (words[i]?.length ?? 0) < 4 || shape === 'number' || shape === 'sign') continue
    long++
    if (shape !== 'lower') capitals++
    if (shape === 'upper') uppers++
  }
  if (any === 0) return 'small'
  if (long >= 3 && uppers > long * 0.7) return 'caps'
  return long === 0 || capitals > long * 0.7 ? 'title' : 'sentence'
}
