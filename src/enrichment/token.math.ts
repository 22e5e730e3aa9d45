/** What the capitals of a token look like; capitals are the cheapest evidence that a word is a name. */
type Shape = 'lower' | 'capital' | 'upper' | 'mixed' | 'number' | 'sign'

/** A text cut into words, with what name matching needs to know of each. Parallel arrays, one entry a token. */
export interface TokenText {
  readonly text: string
  /** Accents folded, lower-case; `and` and `&` are both `&`; a possessive is its own token `'s`. */
  readonly words: readonly string[]
  /** UTF-16 offsets into `text`. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  readonly shapes: readonly Shape[]
  /** True where punctuation before the token ends a name: comma, colon, bracket, quote, spaced dash, full stop. */
  readonly breaks: readonly boolean[]
  /** `sentence`: capitals mark names. `title`: nearly every word has one. `caps` and `small`: no case at all. */
  readonly casing: 'sentence' | 'title' | 'caps' | 'small'
}

const SEPARATOR = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
const OTHER = 4
const UNSPACED = 5
const UNKNOWN = 255

// Filled as characters appear: classifying all 65,536 code units up front would cost every start some 20 ms.
const CLASSES = new Uint8Array(65536).fill(UNKNOWN)

function classify(code: number): number {
  const char = String.fromCharCode(code)
  if (/[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]/.test(char)) return UNSPACED
  if (/\p{Ll}/u.test(char)) return LOWER
  if (/\p{Lu}/u.test(char)) return UPPER
  if (/\p{Nd}/u.test(char)) return DIGIT
  if (/[\p{L}\p{M}]/u.test(char)) return OTHER
  return SEPARATOR
}

function classOf(code: number): number {
  const known = CLASSES[code] ?? SEPARATOR
  if (known !== UNKNOWN) return known
  const found = classify(code)
  CLASSES[code] = found
  return found
}

/** True for scripts written without spaces (Han, kana, Hangul, Thai), whose names are matched without word boundaries. */
export function isUnspaced(code: number): boolean {
  return code > 0x0dff && classOf(code) === UNSPACED
}

const SPECIAL_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ı: 'i' }

/** Lower-case without accents: "Société" -> "societe". */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  for (let i = 0; i < lower.length; i++) {
    if (lower.charCodeAt(i) > 127) {
      return lower
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .replace(/[ßøæœłđı]/g, (char) => SPECIAL_LETTERS[char] ?? char)
        .normalize('NFC')
    }
  }
  return lower
}

// Feeds glue their section label to the headline: "CompaniesDiageo stays neutral".
const GLUED_LABEL = /^(?:Companies|Markets|News|Feed|Video|Update|Exclusive)(?=[A-Z])/

const APOSTROPHES = "'\u2019\u2018`\u02bc"
const BREAKING = ',;:!?()[]{}|"\u201c\u201d/\u2014\u00ab\u00bb\u3001\u3002\u2026\n'
const DASHES = '-\u2013\u2212'

/** Cuts a text into tokens, in one pass and without regular expressions on the common path. */
export function tokenise(text: string): TokenText {
  const words: string[] = []
  const starts: number[] = []
  const ends: number[] = []
  const shapes: Shape[] = []
  const breaks: boolean[] = []
  let broken = true
  const push = (word: string, start: number, end: number, shape: Shape) => {
    words.push(word)
    starts.push(start)
    ends.push(end)
    shapes.push(shape)
    breaks.push(broken)
    broken = false
  }
  const length = text.length
  let at = 0
  while (at < length) {
    const kind = classOf(text.charCodeAt(at))
    if (kind === SEPARATOR) {
      const char = text.charAt(at)
      if (char === '&' || char === '+') {
        if (char === '&') push('&', at, at + 1, 'sign')
      } else if (APOSTROPHES.includes(char)) {
        const next = text.charAt(at + 1)
        const possessive = (next === 's' || next === 'S') && classOf(text.charCodeAt(at + 2) || 32) === SEPARATOR
        if (possessive && ends.at(-1) === at) {
          push("'s", at, at + 2, 'sign')
          at += 2
          continue
        }
      } else if (BREAKING.includes(char)) broken = true
      else if (DASHES.includes(char)) {
        if (text.charAt(at - 1) === ' ' || text.charAt(at + 1) === ' ') broken = true
      } else if (char === '.') {
        // "Dr. Reddy's" and "T. Rowe Price" go on after their full stop; "Inc. Next" does not.
        const next = text.charAt(at + 1)
        const last = words.at(-1)
        if ((next === '' || next === ' ' || next === '.') && (last === undefined || last.length > 2)) broken = true
      }
      at++
      continue
    }
    const initials = initialsEnd(text, at)
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
      const next = classOf(text.charCodeAt(end))
      if (next === SEPARATOR || (next === UNSPACED) !== unspaced) break
      if (next === LOWER) lower++
      else if (next === UPPER) upper++
      end++
    }
    const raw = text.slice(at, end)
    const firstUpper = kind === UPPER
    const shape: Shape =
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
        broken = true
        at += label.length
        continue
      }
    }
    const word = fold(raw)
    push(word === 'and' ? '&' : word, at, end, shape)
    at = end
  }
  return { text, words, starts, ends, shapes, breaks, casing: casingOf(words, shapes) }
}

/** End of dotted initials starting here ("U.S.", "J.P.", "S.p.A"), or 0 where there are none. */
function initialsEnd(text: string, at: number): number {
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

function isLetter(code: number): boolean {
  const kind = Number.isNaN(code) ? SEPARATOR : classOf(code)
  return kind === LOWER || kind === UPPER || kind === OTHER
}

function casingOf(words: readonly string[], shapes: readonly Shape[]): TokenText['casing'] {
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
