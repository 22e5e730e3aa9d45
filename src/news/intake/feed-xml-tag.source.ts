/** A tag, opening or closing, by its name as written. */
export interface Tag {
  readonly start: number
  /** Offset after its `>`, or of the next tag where that begins first. */
  readonly end: number
  readonly name: string
  readonly kind: 'open' | 'close' | 'empty'
}

const NAME = /<\/?([A-Za-z_][\w.-]*(?::[\w.-]+)?)/y

/** A `>` inside quotes does not count; XML forbids `<` there, so the search never goes beyond the next tag. */
function tagEnd(text: string, start: number): number {
  let quote = ''
  let first = -1
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '<') return first === -1 ? at : first
    if (char === '>' && quote === '') return at + 1
    if (char === '>' && first === -1) first = at + 1
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
  }
  return first === -1 ? text.length : first
}

/** End of a DOCTYPE with all it declares: nothing of it is read, so there are no entities to expand. */
function doctypeEnd(text: string, start: number): number {
  let quote = ''
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '[') depth++
    else if (char === ']') depth--
    else if (char === '>' && depth <= 0) return at + 1
  }
  return text.length
}

/** Offset of a mark at or after a place; -1 when there is none. */
export type ForwardSearch = (mark: string, from: number) => number

/** `indexOf` for growing places: remembers the last answer, so that hostile text is not searched to its end again and again. */
export function forwardSearch(text: string): ForwardSearch {
  const last = new Map<string, number>()
  return (mark, from) => {
    const known = last.get(mark)
    if (known !== undefined && (known === -1 || known >= from)) return known
    const found = text.indexOf(mark, from)
    last.set(mark, found)
    return found
  }
}

const CDATA = '<![CDATA['

/** Walks over the tags of an XML text from `from` on, with one search for all walks of a text; comments, CDATA, instructions and declarations are stepped over. */
export function* tagsOf(text: string, from: number, find: ForwardSearch): Generator<Tag> {
  const behind = (mark: string, at: number): number => {
    const found = find(mark, at)
    return found === -1 ? at : found + mark.length
  }
  // A section that was never closed ends in the section of another item; then its item ends here, and only its own is lost.
  const runsAway = (at: number, end: number): boolean => {
    const item = [find('</item>', at), find('</entry>', at)].find((close) => close !== -1 && close < end)
    const other = item === undefined ? -1 : find(CDATA, at)
    return other !== -1 && other < end
  }
  let inProlog = true
  for (let at = text.indexOf('<', from); at !== -1; at = text.indexOf('<', at)) {
    const second = text[at + 1]
    if (second === '?') at = behind('?>', at + 2)
    else if (second === '!') {
      if (text.startsWith('<!--', at)) at = behind('-->', at + 4)
      else if (text.startsWith(CDATA, at)) {
        const end = behind(']]>', at + 9)
        at = runsAway(at + 9, end) ? at + 9 : end
      } else at = inProlog ? doctypeEnd(text, at + 2) : at + 2
    } else {
      NAME.lastIndex = at
      const name = NAME.exec(text)?.[1]
      if (name === undefined) {
        at++
        continue
      }
      inProlog = false
      const end = tagEnd(text, at)
      yield { start: at, end, name, kind: second === '/' ? 'close' : text[end - 2] === '/' ? 'empty' : 'open' }
      at = end
    }
  }
}
