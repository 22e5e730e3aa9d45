import type { Rejection } from '../../core/file/ingest-summary.ts'
import { articleIdentity, cleanUrl } from './article-identity.pure.ts'
import { publishedDate } from './feed-date.source.ts'
import { outletOf } from './feed-outlet.source.ts'
import { articleText, languageOf, plainText, TITLE_MAX } from './feed-text.source.ts'

/** One article, cleaned: plain text without markup, a web address without tracking, an outlet id. */
export interface NewsItem {
  /** Line the item begins on; in a JSON Feed the number of the item. */
  readonly line: number
  readonly title: string
  readonly published: Date | null
  /** Outlet id, such as `bloomberg_markets`. */
  readonly source: string
  readonly url: string | null
  /** At most 20,000 characters. */
  readonly text: string | null
  /** Primary language subtag, such as `en`. */
  readonly lang: string | null
  /** Summaries by language; one of unknown language is under `und`. */
  readonly briefText: Readonly<Record<string, string>> | null
  /** Stable identity of the article; see `articleIdentity`. */
  readonly identity: string
}

/** Facts a channel gives for all its items. */
export interface Channel {
  readonly title?: string | undefined
  readonly link?: string | undefined
  readonly lang?: string | undefined
}

/** An item as parsed, before any cleaning. */
export interface RawItem {
  readonly line: number
  readonly title: string | undefined
  readonly published?: string | number | null | undefined
  readonly guid?: string | null | undefined
  readonly url?: string | null | undefined
  readonly text?: string | null | undefined
  readonly lang?: string | null | undefined
  /** Markup of the summaries by language; the empty key is the item's own language. */
  readonly brief?: Readonly<Record<string, string>> | null | undefined
  /** The outlet the item itself names. */
  readonly outlet?: string | null | undefined
  readonly channel?: Channel | undefined
}

const URL_MAX = 4_096

function addressOf(raw: RawItem): string | null {
  // Only an address that was written relative needs the channel's; URL.parse with a broken base would fail for both.
  const clean = cleanUrl(raw.url ?? '') ?? (raw.url && raw.channel?.link ? cleanUrl(raw.url, raw.channel.link) : null)
  return clean !== null && clean.length <= URL_MAX ? clean : null
}

function briefsOf(raw: RawItem, lang: string | null): Record<string, string> | null {
  const briefs = Object.entries(raw.brief ?? {}).flatMap(([key, markup]) => {
    const brief = articleText(markup)
    return brief === null ? [] : [[languageOf(key) ?? lang ?? 'und', brief] as const]
  })
  return briefs.length > 0 ? Object.fromEntries(briefs) : null
}

/** Cleans an item, or rejects it with the reason. `now` is in milliseconds and bounds the publication time. */
export function newsItem(raw: RawItem, now: number): NewsItem | Rejection {
  const { line, channel } = raw
  if (raw.title === undefined) return { line, reason: 'The title is missing.' }
  const title = plainText(raw.title)
  if (title === '') return { line, reason: 'The title is empty.' }
  if (title.length > TITLE_MAX) {
    return { line, reason: `The title has ${title.length} characters; at most ${TITLE_MAX} are taken.` }
  }
  const published = publishedDate(raw.published, now)
  if (published !== null && 'reason' in published) return { line, reason: published.reason }
  const url = addressOf(raw)
  const channelTitle = plainText(channel?.title?.slice(0, TITLE_MAX) ?? '')
  const source = outletOf({ named: plainText(raw.outlet ?? ''), channelTitle, channelLink: channel?.link, url })
  const lang = languageOf(raw.lang) ?? languageOf(channel?.lang)
  const identity = articleIdentity({ url, guid: raw.guid, source, title, published })
  return {
    line,
    title,
    published,
    source,
    url,
    text: articleText(raw.text),
    lang,
    briefText: briefsOf(raw, lang),
    identity,
  }
}
