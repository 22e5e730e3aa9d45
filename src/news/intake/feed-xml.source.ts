import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { PIECE_MAX } from '../../core/file/line-splitter.pure.ts'
import { type Channel, type NewsItem, newsItem, type RawItem } from './feed-item.source.ts'
import { type ItemSpan, splitXml, type XmlFormat, type XmlSplit } from './feed-xml-split.source.ts'
import { forwardSearch } from './feed-xml-tag.source.ts'

type Read = NewsItem | Rejection
type Fields = Omit<RawItem, 'line' | 'channel'>

interface ReadFeed {
  readonly channel: Channel
  readonly items: readonly Fields[]
}

/** A feed that gives both a summary and the story: the summary is the brief. */
function bodies(story: string | undefined, summary: string | undefined): Pick<RawItem, 'text' | 'brief'> {
  return { text: story ?? summary, brief: story !== undefined && summary !== undefined ? { '': summary } : null }
}

const READERS: Readonly<Record<XmlFormat, (xml: string) => ReadFeed>> = {
  rss(xml) {
    const feed = parseRssFeed(xml)
    const items = (feed.items ?? []).map((item) => ({
      title: item.title ?? item.dc?.titles?.[0],
      url:
        item.link ?? item.atom?.links?.[0]?.href ?? (item.guid?.isPermaLink === false ? undefined : item.guid?.value),
      guid: item.guid?.value,
      published: item.pubDate ?? item.dc?.dates?.[0] ?? item.atom?.published,
      lang: item.dc?.languages?.[0] ?? item.xml?.lang,
      outlet: item.source?.title ?? item.source?.url,
      ...bodies(item.content?.encoded, item.description),
    }))
    return {
      channel: { title: feed.title, link: feed.link, lang: feed.language ?? feed.dc?.languages?.[0] ?? feed.xml?.lang },
      items,
    }
  },
  rdf(xml) {
    const feed = parseRdfFeed(xml)
    const items = (feed.items ?? []).map((item) => ({
      title: item.title ?? item.dc?.titles?.[0],
      url: item.link ?? item.rdf?.about,
      guid: item.rdf?.about,
      published: item.dc?.dates?.[0],
      lang: item.dc?.languages?.[0] ?? item.xml?.lang,
      ...bodies(item.content?.encoded, item.description ?? item.dc?.descriptions?.[0]),
    }))
    return { channel: { title: feed.title, link: feed.link, lang: feed.dc?.languages?.[0] ?? feed.xml?.lang }, items }
  },
  atom(xml) {
    const feed = parseAtomFeed(xml)
    const page = (links: typeof feed.links) =>
      (links?.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links?.find(({ rel }) => rel !== 'self'))
        ?.href
    const items = (feed.entries ?? []).map((entry) => ({
      title: entry.title?.value ?? entry.dc?.titles?.[0],
      url: page(entry.links),
      guid: entry.id,
      published: entry.published ?? entry.updated ?? entry.dc?.dates?.[0],
      lang: entry.xml?.lang ?? entry.title?.xml?.lang ?? entry.dc?.languages?.[0],
      outlet: entry.source?.title?.value,
      // Content of another type (an image, a document) is no text.
      ...bodies(
        /^(text|html|xhtml|.*\/x?html.*|text\/.*)?$/i.test(entry.content?.type ?? '')
          ? entry.content?.value
          : undefined,
        entry.summary?.value,
      ),
    }))
    const link = page(feed.links) ?? feed.links?.[0]?.href
    return { channel: { title: feed.title?.value, link, lang: feed.xml?.lang ?? feed.dc?.languages?.[0] }, items }
  },
}

function attempt(format: XmlFormat, xml: string): ReadFeed | { reason: string } {
  try {
    return READERS[format](xml)
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return { reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

function channelOf({ format, frames }: XmlSplit): Channel {
  for (const xml of frames) {
    const read = attempt(format, xml)
    if ('channel' in read && (read.channel.title ?? read.channel.link) !== undefined) return read.channel
  }
  return {}
}

// A broken item costs some parses of 0.2 ms: this bounds what a feed of nothing else can take.
const BROKEN_MAX = 5_000
/** Feeds of one text; each costs a parse of its own. */
const FEEDS_MAX = 1_000
const BATCH_ITEMS = 50
const BATCH_LENGTH = 262_144

/** Spans in runs small enough to parse in a few milliseconds. */
function* batches(spans: readonly ItemSpan[]): Generator<ItemSpan[]> {
  let batch: ItemSpan[] = []
  let length = 0
  for (const span of spans) {
    if (batch.length === BATCH_ITEMS || (batch.length > 0 && length + span.end - span.start > BATCH_LENGTH)) {
      yield batch
      batch = []
      length = 0
    }
    batch.push(span)
    length += span.end - span.start
  }
  if (batch.length > 0) yield batch
}

/** Lines of growing offsets, counted once over the text. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1
  let counted = text.indexOf('\n')
  return (offset) => {
    for (; counted !== -1 && counted < offset; counted = text.indexOf('\n', counted + 1)) line++
    return line
  }
}

/**
 * Reads RSS 0.9-2.0, RSS 1.0 (RDF) and Atom, in batches of some fifty items; several feeds in one text are read one after
 * the other. `base` is the address the text was fetched from.
 */
export function* xmlArticles(text: string, now: number, base?: string): Generator<Read[]> {
  const lineAt = lineCounter(text)
  const find = forwardSearch(text)
  let offset = 0
  let feeds = 0
  do {
    if (feeds++ === FEEDS_MAX) {
      yield [
        { line: lineAt(offset), reason: `There are more than ${FEEDS_MAX} feeds in one text; the rest is not read.` },
      ]
      return
    }
    const split = splitXml(text, offset, lineAt, find)
    if ('root' in split) {
      const found = split.root === '' ? 'It has no element at all' : `Its root element is <${split.root.slice(0, 60)}>`
      yield [
        {
          line: offset === 0 ? 0 : lineAt(offset),
          reason: `This is no feed. ${found}; rss, rdf:RDF or feed was expected.`,
        },
      ]
      return
    }
    const channel = channelOf(split)
    const link = base === undefined ? channel.link : (URL.parse(channel.link ?? '', base)?.href ?? base)
    const reader = new ItemReader(split, text, { ...channel, link }, now)
    for (const batch of batches(split.items)) {
      yield reader.read(batch)
      if (reader.broken > BROKEN_MAX) {
        yield [
          { line: batch.at(-1)?.line ?? 0, reason: `More than ${BROKEN_MAX} items are broken; the rest is not read.` },
        ]
        return
      }
    }
    if (!split.complete && split.items.at(-1)?.closed !== false) {
      yield [{ line: lineAt(text.length), reason: `The feed ends before its closing ${split.closing}.` }]
    }
    offset = split.end
  } while (/\S/.test(text.slice(offset, offset + 1_000)) && text.indexOf('<', offset) !== -1)
}

/** Reads batches of items; where one is broken the batch is halved until the broken item is alone. */
class ItemReader {
  broken = 0
  readonly #split: XmlSplit
  readonly #text: string
  readonly #channel: Channel
  readonly #now: number

  constructor(split: XmlSplit, text: string, channel: Channel, now: number) {
    this.#split = split
    this.#text = text
    this.#channel = channel
    this.#now = now
  }

  read(batch: readonly ItemSpan[]): Read[] {
    const reasons = batch.map((span) => this.#unreadable(span))
    const parsed = this.#parse(batch.filter((_, index) => reasons[index] === null)).values()
    return batch.flatMap(({ line }, index) => {
      const reason = reasons[index] ?? null
      return reason === null ? (parsed.next().value ?? []) : { line, reason }
    })
  }

  /** What is wrong with an item before any parser sees it. */
  #unreadable({ start, end, closed }: ItemSpan): string | null {
    if (!closed) return 'The item has no closing tag.'
    if (end - start > PIECE_MAX) return `The item is longer than ${PIECE_MAX} characters.`
    const child = this.#text.indexOf('<', start + 1)
    return child === -1 || child >= end || this.#text[child + 1] === '/' ? 'The item is empty.' : null
  }

  #parse(spans: readonly ItemSpan[]): Read[] {
    const [first] = spans
    if (!first) return []
    const { format, opening, closing } = this.#split
    const xml = spans.map(({ start, end }) => this.#text.slice(start, end)).join('')
    const read = attempt(format, `${opening}${xml}${closing}`)
    // Where the counts differ, one is empty or has swallowed another.
    if ('items' in read && read.items.length === spans.length) {
      return read.items.map((item, index) => {
        return newsItem({ ...item, line: spans[index]?.line ?? 0, channel: this.#channel }, this.#now)
      })
    }
    if (spans.length > 1) {
      const half = spans.length >> 1
      return [...this.#parse(spans.slice(0, half)), ...this.#parse(spans.slice(half))]
    }
    this.broken++
    const reason = 'reason' in read ? `The item is not well-formed XML: ${read.reason}.` : 'The item is empty.'
    return [{ line: first.line, reason }]
  }
}
