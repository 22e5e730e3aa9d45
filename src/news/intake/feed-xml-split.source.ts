import { type ForwardSearch, type Tag, tagsOf } from './feed-xml-tag.source.ts'

/** The XML vocabularies of feeds. */
export type XmlFormat = 'rss' | 'atom' | 'rdf'

/** Span of an item in the text, tags included. */
export interface ItemSpan {
  readonly start: number
  readonly end: number
  readonly line: number
  /** False when another item, or the end of the feed, comes before its closing tag. */
  readonly closed: boolean
}

/** A feed cut at its items, so that a broken one harms no other and a parser never sees prologue, DOCTYPE or entities. */
export interface XmlSplit {
  readonly format: XmlFormat
  readonly items: readonly ItemSpan[]
  /** Opening tags of the root and, in RSS, of the channel: with them the namespaces. */
  readonly opening: string
  readonly closing: string
  /** The feed without its items; and only as far as the first, for where the rest is broken. */
  readonly frames: readonly string[]
  /** False when the text ends before the root's closing tag. */
  readonly complete: boolean
  /** Offset of the text after the root. */
  readonly end: number
}

const FORMATS: Readonly<Record<string, XmlFormat>> = { rss: 'rss', feed: 'atom', rdf: 'rdf' }
const FRAME_MAX = 262_144

/** Names an item may have: unprefixed, or with the prefix of the root or of RSS 1.0. */
function itemNames(format: XmlFormat, prefix: string): ReadonlySet<string> {
  if (format === 'atom') return new Set(['entry', `${prefix}entry`])
  return new Set(['item', `${prefix}item`, 'rss:item'])
}

class FeedCut {
  readonly items: ItemSpan[] = []
  frame = ''
  head: string | null = null
  readonly #text: string
  readonly #lineAt: (offset: number) => number
  #framed: number
  #open: { start: number; line: number } | null = null

  constructor(text: string, start: number, lineAt: (offset: number) => number) {
    this.#text = text
    this.#framed = start
    this.#lineAt = lineAt
  }

  begin(tag: Tag): void {
    this.end(tag.start, false)
    this.keepFrame(tag.start)
    this.head ??= this.frame
    this.#open = { start: tag.start, line: this.#lineAt(tag.start) }
    if (tag.kind === 'empty') this.end(tag.end, true)
  }

  end(at: number, closed: boolean): void {
    if (!this.#open) return
    this.items.push({ ...this.#open, end: at, closed })
    this.#open = null
    this.#framed = at
  }

  keepFrame(end: number): void {
    const room = FRAME_MAX - this.frame.length
    if (room > 0) this.frame += this.#text.slice(this.#framed, Math.min(end, this.#framed + room))
    this.#framed = end
  }

  get inItem(): boolean {
    return this.#open !== null
  }
}

/** Cuts the feed that begins at `from`; `lineAt` gives the line of an offset. The name of the root when it is no feed. */
export function splitXml(
  text: string,
  from: number,
  lineAt: (offset: number) => number,
  find: ForwardSearch,
): XmlSplit | { readonly root: string } {
  const tags = tagsOf(text, from, find)
  const root = tags.next().value
  const [, prefix = '', local = ''] = /^([^:]*:)?(.*)$/.exec(root?.name.toLowerCase() ?? '') ?? []
  const format = FORMATS[local]
  if (!root || root.kind === 'close' || !format) return { root: root?.name ?? '' }
  const names = itemNames(format, prefix)
  const cut = new FeedCut(text, root.start, lineAt)
  let channel: Tag | undefined
  let end = root.kind === 'empty' ? root.end : -1
  for (let step = tags.next(); end === -1 && !step.done; step = tags.next()) {
    const tag = step.value
    const name = tag.name.toLowerCase()
    if (names.has(name)) {
      if (tag.kind === 'close') cut.end(tag.end, true)
      else cut.begin(tag)
    } else if (tag.kind === 'close' && tag.name === root.name) {
      end = tag.end
      cut.end(tag.start, false)
    } else if (format === 'rss' && name === `${prefix}channel` && tag.kind === 'open' && !cut.inItem) channel ??= tag
  }
  const complete = end !== -1
  if (!complete) end = text.length
  cut.end(end, false)
  cut.keepFrame(end)
  const closing = `${channel ? `</${channel.name}>` : ''}</${root.name}>`
  return {
    format,
    items: cut.items,
    opening: text.slice(root.start, root.end) + (channel ? text.slice(channel.start, channel.end) : ''),
    closing,
    frames: [cut.frame, `${cut.head ?? cut.frame}${closing}`],
    complete,
    end,
  }
}
