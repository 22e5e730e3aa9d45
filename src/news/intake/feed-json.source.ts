import { parseJsonFeed } from 'feedsmith'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { type Channel, type NewsItem, newsItem } from './feed-item.source.ts'

const VERSION = 'https://jsonfeed.org/version/1.1'

/** Reads the items of a JSON Feed one by one (a line is the number of the item); `base` is the address it was fetched from. */
export function* jsonFeedArticles(
  feed: { readonly title?: unknown; readonly items?: readonly unknown[] },
  now: number,
  base?: string,
): Generator<(NewsItem | Rejection)[]> {
  const { title, home_page_url, feed_url, language } = parseJsonFeed({
    ...feed,
    version: VERSION,
    title: feed.title ?? '-',
    items: [],
  })
  const channel = { title: title === '-' ? undefined : title, link: home_page_url ?? feed_url ?? base, lang: language }
  for (const [index, item] of (feed.items ?? []).entries()) yield [readItem(item, channel, index + 1, now)]
}

function readItem(raw: unknown, channel: Channel, line: number, now: number): NewsItem | Rejection {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    return { line, reason: 'The item is not a JSON object.' }
  // A title keeps the parser from taking a feed of one empty item for no feed at all.
  const item = parseJsonFeed({ version: VERSION, title: '-', items: [raw] }).items?.[0]
  if (!item) return { line, reason: 'The item is empty.' }
  const story = item.content_html ?? item.content_text
  return newsItem(
    {
      line,
      title: item.title,
      published: item.date_published ?? item.date_modified,
      guid: item.id,
      url: item.url ?? item.external_url,
      text: story ?? item.summary,
      brief: story !== undefined && item.summary !== undefined ? { '': item.summary } : null,
      lang: item.language,
      channel,
    },
    now,
  )
}
