import { PIECE_MAX, type Piece } from './line-splitter.pure.ts'

const MARKS = /["\\{}[\],\n]|[^\s"\\{}[\],]/g
const IN_STRING = /["\\\n]/g

/**
 * Cuts a JSON array that arrives in chunks into the texts of its elements, holding no more than one. Brackets and quotes
 * only: whether an element is JSON is for its parser to say, so a broken one does not lose the others.
 */
export class ArraySplitter {
  #held = ''
  #overlong = false
  #inElement = false
  #inString = false
  #escaped = false
  #depth = 0
  #line = 1
  #startLine = 1

  /** The elements that `chunk` completes. */
  push(chunk: string): Piece[] {
    const pieces: Piece[] = []
    let from = 0
    let at = 0
    while (at < chunk.length) {
      if (this.#escaped) {
        this.#escaped = false
        if (chunk[at] === '\n') this.#line++
        at++
        continue
      }
      const marks = this.#inString ? IN_STRING : MARKS
      marks.lastIndex = at
      const found = marks.exec(chunk)
      if (!found) break
      at = found.index + 1
      const mark = found[0]
      if (mark === '\n') this.#line++
      else if (this.#inString) {
        if (mark === '\\') this.#escaped = true
        else this.#inString = false
      } else if (this.#inElement && this.#depth === 0 && (mark === ',' || mark === ']')) {
        this.#close(chunk.slice(from, found.index), pieces)
      } else if (this.#inElement) {
        this.#inside(mark)
        if (this.#depth === 0 && (mark === '}' || mark === ']')) this.#close(chunk.slice(from, at), pieces)
      } else if (mark !== ',' && mark !== '[' && mark !== ']') {
        this.#inElement = true
        this.#startLine = this.#line
        from = found.index
        this.#inside(mark)
      }
    }
    if (this.#inElement) this.#hold(chunk.slice(from))
    return pieces
  }

  /** The element that was begun and never closed. */
  end(): Piece[] {
    const pieces: Piece[] = []
    if (this.#inElement) this.#close('', pieces)
    return pieces
  }

  #inside(mark: string): void {
    if (mark === '"') this.#inString = true
    else if (mark === '{' || mark === '[') this.#depth++
    else if (mark === '}' || mark === ']') this.#depth = Math.max(0, this.#depth - 1)
  }

  #hold(part: string): void {
    this.#overlong ||= this.#held.length + part.length > PIECE_MAX
    this.#held = this.#overlong ? '' : this.#held + part
  }

  #close(part: string, pieces: Piece[]): void {
    this.#hold(part)
    pieces.push({ line: this.#startLine, text: this.#overlong ? null : this.#held.trim() })
    this.#held = ''
    this.#overlong = false
    this.#inElement = false
    this.#depth = 0
  }
}
