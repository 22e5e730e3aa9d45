import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith'
import { type Channel, type NewsItem, newsItem, type RawItem, type Rejection } from './feed-item.source.ts'
import { PIECE_MAX } from './feed-split.source.ts'
import { type ItemSpan, splitXml, type XmlFormat, type XmlSplit } from './feed-xml-split.source.ts'

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
export function* xmlArticles(text: string, now: number, base?: string): Generator<(NewsItem | Rejection)[]> {
  const lineAt = lineCounter(text)
  let offset = 0
  do {
    const split = splitXml(text, offset, lineAt)
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
    for (const batch of batches(split.items)) yield readBatch(split, text, batch, { ...channel, link }, now)
    if (!split.complete && split.items.at(-1)?.closed !== false) {
      yield [{ line: lineAt(text.length), reason: `The feed ends before its closing ${split.closing}.` }]
    }
    offset = split.end
  } while (/\S/.test(text.slice(offset, offset + 1_000)) && text.indexOf('<', offset) !== -1)
}

function readBatch(
  split: XmlSplit,
  text: string,
  batch: readonly ItemSpan[],
  channel: Channel,
  now: number,
): (NewsItem | Rejection)[] {
  const wrap = (spans: readonly ItemSpan[]) =>
    `${split.opening}${spans.map(({ start, end }) => text.slice(start, end)).join('')}${split.closing}`
  if (batch.every(({ start, end, closed }) => closed && end - start <= PIECE_MAX)) {
    const read = attempt(split.format, wrap(batch))
    // Where a count differs some item is empty or has swallowed another: then each stands alone.
    if ('items' in read && read.items.length === batch.length) {
      return read.items.map((item, index) => newsItem({ ...item, line: batch[index]?.line ?? 0, channel }, now))
    }
  }
  return batch.map((span) => {
    const { line } = span
    if (!span.closed) return { line, reason: 'The item has no closing tag.' }
    if (span.end - span.start > PIECE_MAX) return { line, reason: `The item is longer than ${PIECE_MAX} characters.` }
    const read = attempt(split.format, wrap([span]))
    if ('reason' in read) return { line, reason: `The item is not well-formed XML: ${read.reason}.` }
    const [item] = read.items
    return item ? newsItem({ ...item, line, channel }, now) : { line, reason: 'The item is empty.' }
  })
}
