/** A piece of a longer text and the line it begins on; `text` is null when it is longer than allowed. */
export interface Piece {
  readonly line: number
  readonly text: string | null
}

/** Longest line, array element or item taken, in UTF-16 units. */
export const PIECE_MAX = 1_048_576

const BLANK = /^\s*$/
/** How far an old Mac file is read for a line feed before its carriage returns count as ends of lines. */
const ENDING_WITHIN = 65_536

/**
 * Cuts text that arrives in chunks into lines, holding no more than one line of at most `PIECE_MAX`; each character is looked at a
 * fixed number of times. Lines end with `\n` or `\r\n`; with `\r` in a text that has no `\n` in its beginning.
 */
export class LineSplitter {
  #held: string[] = []
  #length = 0
  #overlong = false
  #line = 1
  #ending: '\n' | '\r' | null = null
  /** What came before the ending was known. */
  #undecided = ''

  /** The lines that `chunk` completes; blank ones are left out but counted. */
  push(chunk: string): Piece[] {
    if (this.#ending !== null) return this.#cut(chunk, this.#ending)
    this.#undecided += chunk
    const found = chunk.includes('\n') ? '\n' : this.#undecided.length < ENDING_WITHIN ? null : this.#guess()
    return found === null ? [] : this.#begin(found)
  }

  /** The last line, where the text does not close with a line break. */
  end(): Piece[] {
    const pieces = this.#ending === null ? this.#begin(this.#guess()) : []
    this.#take('', pieces)
    return pieces
  }

  #guess(): '\n' | '\r' {
    return /\r(?!$)/.test(this.#undecided) ? '\r' : '\n'
  }

  #begin(ending: '\n' | '\r'): Piece[] {
    this.#ending = ending
    const text = this.#undecided
    this.#undecided = ''
    return this.#cut(text, ending)
  }

  #cut(chunk: string, ending: string): Piece[] {
    const pieces: Piece[] = []
    let from = 0
    for (let end = chunk.indexOf(ending); end !== -1; end = chunk.indexOf(ending, from)) {
      // Most lines of a file of blank lines, which may have millions.
      if (end === from && this.#length === 0 && !this.#overlong) this.#line++
      else this.#take(chunk.slice(from, end), pieces)
      from = end + 1
    }
    this.#hold(chunk.slice(from))
    return pieces
  }

  #hold(part: string): void {
    if (part === '') return
    this.#overlong ||= this.#length + part.length > PIECE_MAX
    if (this.#overlong) {
      this.#held = []
      this.#length = 0
      return
    }
    this.#held.push(part)
    this.#length += part.length
  }

  #take(part: string, pieces: Piece[]): void {
    this.#hold(part)
    const text = this.#held.length === 1 ? (this.#held[0] ?? '') : this.#held.join('')
    if (this.#overlong) pieces.push({ line: this.#line, text: null })
    else if (!BLANK.test(text)) pieces.push({ line: this.#line, text: text.endsWith('\r') ? text.slice(0, -1) : text })
    this.#held = []
    this.#length = 0
    this.#overlong = false
    this.#line++
  }
}
