import { PIECE_MAX } from '../../core/file/line-splitter.pure.ts'

/** Format of a text: `json` is one JSON document over several lines (or a JSON Feed), `lines` one object a line. */
export type Format = 'xml' | 'array' | 'json' | 'lines' | { readonly foreign: string }

const FOREIGN_AFTER = 65_536
const JSON_FEED = /"version"\s*:\s*"https?:\\?\/\\?\/(www\.)?jsonfeed\.org/

/** True for what JSON Feed 1.x describes, and for its look-alikes without a version. */
export function isJsonFeed(value: unknown): value is { version?: unknown; items?: unknown[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  if ('items' in value && Array.isArray(value.items)) return true
  return 'version' in value && typeof value.version === 'string' && value.version.includes('jsonfeed.org/version/')
}

/** True when a line opens brackets that it does not close: the first line of a document that goes on. */
function goesOn(line: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < line.length; at++) {
    const char = line[at]
    if (inString) {
      if (char === '\\') at++
      else if (char === '"') inString = false
    } else if (char === '"') inString = true
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
  }
  return !inString && depth > 0
}

function objectFormat(text: string, whole: boolean): Format | null {
  const end = text.indexOf('\n')
  if (end === -1 && !whole) {
    if (text.length <= PIECE_MAX) return null
    return JSON_FEED.test(text.slice(0, FOREIGN_AFTER)) ? 'json' : 'lines'
  }
  const line = end === -1 ? text : text.slice(0, end)
  try {
    return isJsonFeed(JSON.parse(line)) ? 'json' : 'lines'
  } catch {
    if (!goesOn(line)) return 'lines'
  }
  const next = text.slice(line.length).trimStart()
  if (next === '' && !whole) return null
  // A broken line of JSONL is followed by the next object; a document is not.
  return next.startsWith('{') ? 'lines' : 'json'
}

/** Format of the text that begins with `head`; null while that cannot be said yet and the text goes on (`whole` is false). */
function formatOf(head: string, whole: boolean): Format | null {
  const text = head.trimStart()
  if (text === '') return whole ? { foreign: 'It is empty.' } : null
  if (text[0] === '<') return 'xml'
  if (text[0] === '[') return 'array'
  if (text[0] === '{') return objectFormat(text, whole)
  const sample = text.slice(0, FOREIGN_AFTER)
  if (sample.includes('\0')) return { foreign: 'It is a binary file: neither a feed (RSS, Atom, JSON Feed) nor JSONL.' }
  // Blanks of one line only: a run of line breaks would be gone through again from each of them.
  if (/^[^\S\n\r\u2028\u2029]*\{/m.test(sample)) return 'lines'
  if (!whole && text.length < FOREIGN_AFTER) return null
  return { foreign: 'It is neither a feed (RSS, Atom, JSON Feed) nor JSONL.' }
}

/** Tells the format of a text that arrives in pieces, looking at each character a bounded number of times. */
export class FormatSniffer {
  format: Format | null = null
  #counted = 0
  #head = ''
  #parts: string[] = []
  #length = 0
  #blanks = 0
  /** Length at which to look again: twice what did not suffice. */
  #lookAt = 1

  /** Takes the pieces that are new in `seen`; the format once it can be said. */
  take(seen: readonly string[]): Format | null {
    for (; this.#counted < seen.length && this.format === null; this.#counted++) this.#add(seen[this.#counted] ?? '')
    return this.format
  }

  /** The format of the whole text. */
  atEnd(): Format | null {
    return formatOf(this.#joined(), true)
  }

  #add(part: string): void {
    const text = this.#length === 0 ? part.trimStart() : part
    this.#blanks += part.length - text.length
    if (this.#blanks > PIECE_MAX) this.format = { foreign: `It begins with more than ${PIECE_MAX} blank characters.` }
    if (text === '' || this.format !== null) return
    this.#parts.push(text)
    this.#length += text.length
    if (this.#length < this.#lookAt) return
    this.format = formatOf(this.#joined(), false)
    this.#lookAt = this.#length * 2
  }

  #joined(): string {
    this.#head += this.#parts.join('')
    this.#parts = []
    return this.#head
  }
}
