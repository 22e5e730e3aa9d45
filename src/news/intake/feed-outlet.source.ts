import { parse } from 'tldts'

const OUTLET_MAX = 60
/** Hosts whose names say nothing of who wrote the article: redirectors, shorteners. */
const REDIRECTORS =
  /(^|\.)(google\.[a-z.]+|feedburner\.com|feedsportal\.com|t\.co|bit\.ly|ow\.ly|tinyurl\.com|lnkd\.in|feedblitz\.com|rss\.app)$/
/** Hosts whose subdomains are outlets of their own; the public suffix list holds few of them. */
const PLATFORMS = /^(substack|medium|blogspot|wordpress|tumblr|ghost|beehiiv|github|livejournal|typepad)$/

/** Outlet id of a name: lower-case words with underscores between, Latin accents folded ("Barron's Online" is `barrons_online`). */
function nameId(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .slice(0, OUTLET_MAX)
    .replaceAll(/^_+|_+$/g, '')
    .toWellFormed()
}

/** Outlet id of a host: the name registered under a public suffix (`www.reuters.com` is `reuters`, `news.bbc.co.uk` is `bbc`). */
export function hostOutlet(host: string): string {
  const { isIp, domainWithoutSuffix: registered, publicSuffix, subdomain } = parse(host)
  if (isIp) return nameId(host)
  // Nothing is registered in `localhost`, nor by an office that is a suffix itself (`www.gov.uk`).
  if (!registered || registered === 'www') return nameId(publicSuffix?.split('.')[0] ?? '')
  const own = subdomain?.split('.').at(-1)
  return nameId(PLATFORMS.test(registered) && own && own !== 'www' ? own : registered)
}

/** Outlet id of what a feed or record calls its source: a name, a host or an address; empty when nothing is left of it. */
export function outletId(source: string): string {
  const text = source.trim()
  if (/^https?:\/\//i.test(text)) return hostOutlet(URL.parse(text)?.hostname ?? '')
  if (/^(www\.)?[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,24}$/i.test(text)) return hostOutlet(text)
  return nameId(text)
}

/** Outlet id of a channel: of the part of "Top stories - Example News" that its host repeats, else of the whole title. */
function channelOutlet(title: string, link: string | null): string {
  const host = hostOutlet(URL.parse(link ?? '')?.hostname ?? '').replaceAll('_', '')
  const parts = title.split(/\s+[-–—|»·/]\s+|:\s+/)
  const own = host === '' ? undefined : parts.find((part) => nameId(part).replaceAll('_', '').includes(host))
  return outletId(own ?? title)
}

/** Sources of an article's outlet, most reliable first. */
export interface OutletMarks {
  /** Source named by the item itself. */
  readonly named?: string | null | undefined
  readonly channelTitle?: string | null | undefined
  readonly channelLink?: string | null | undefined
  readonly url: string | null
}

/**
 * Outlet id of an article: the source the item names; the item's host where a channel collects the stories of others; the
 * channel's title; a host; `unknown`.
 */
export function outletOf({ named, channelTitle, channelLink, url }: OutletMarks): string {
  const host = url === null ? '' : new URL(url).hostname
  const itemOutlet = REDIRECTORS.test(host) ? '' : hostOutlet(host)
  const channelHost = URL.parse(channelLink ?? '')?.hostname ?? ''
  const foreign = channelHost !== '' && !REDIRECTORS.test(channelHost) && hostOutlet(channelHost) !== itemOutlet
  return (
    outletId(named ?? '') ||
    (foreign ? itemOutlet : '') ||
    channelOutlet(channelTitle ?? '', channelLink ?? null) ||
    itemOutlet ||
    hostOutlet(channelHost) ||
    'unknown'
  )
}
