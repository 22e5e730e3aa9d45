import { createHash } from 'node:crypto'

/** Facts that identify an article; `url` and `guid` as the feed spells them or already cleaned. */
export interface ArticleMarks {
  readonly url?: string | null | undefined
  readonly guid?: string | null | undefined
  readonly source: string
  readonly title: string
  readonly published?: Date | null | undefined
}

const TRACKING = new Set(
  (
    'tsrc fbclid gclid gclsrc dclid gbraid wbraid msclkid yclid twclid ttclid igshid igsh li_fat_id mc_cid mc_eid mkt_tok cmpid ' +
    '_hsenc _hsmi _ga _gl guccounter guce_referrer guce_referrer_sig soc_src soc_trk ncid ref_src ns_campaign ns_mchannel ' +
    'ns_source ns_linkname oly_anon_id oly_enc_id vero_id wickedid at_medium at_campaign __twitter_impression'
  ).split(' '),
)

function tracks(pair: string): boolean {
  // Yahoo writes `.tsrc`.
  const name = (pair.split('=', 1)[0] ?? '').toLowerCase().replace(/^\.+/, '')
  return name.startsWith('utm_') || TRACKING.has(name)
}

/** A web address without fragment, credentials and tracking parameters, the rest of its query untouched; null when it is not http(s). */
export function cleanUrl(address: string, base?: string): string | null {
  const url = URL.parse(address.trim(), base)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null
  url.hash = ''
  url.username = ''
  url.password = ''
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !tracks(pair))
  url.search = kept.length > 0 ? `?${kept.join('&')}` : ''
  return url.href
}

/** Scheme, `www.` and a closing slash do not make another article; a bare front page makes none at all. */
function addressMark(address: string, keepFragment: boolean): string | null {
  const clean = cleanUrl(address)
  if (clean === null) return null
  const { host, pathname, search } = new URL(clean)
  const path = pathname.replace(/\/+$/, '')
  const fragment = keepFragment ? (URL.parse(address.trim())?.hash ?? '') : ''
  return path === '' && search === '' && fragment === ''
    ? null
    : `url:${host.replace(/^www\./, '')}${path}${search}${fragment}`
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/**
 * Stable text that the same article gives on every read: its guid (one that is no web address counts within the host or
 * outlet that gave it), else its address, else source, title and time. Fragments count in guids only: live blogs number posts so.
 */
export function articleIdentity({ url, guid, source, title, published }: ArticleMarks): string {
  const urlMark = url ? addressMark(url, false) : null
  if (guid && guid.trim() !== '') {
    const permalink = addressMark(guid, true)
    if (permalink !== null) return permalink
    const host = url ? URL.parse(url)?.hostname.replace(/^www\./, '') : undefined
    return `guid:${host || source}:${guid.trim()}`
  }
  return urlMark ?? `text:${source}|${fold(title)}|${published ? published.toISOString() : ''}`
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'

/** Short public id of an article: `n_` and the first 100 bits of the identity's SHA-256 in RFC 4648 base32, lower-case. */
export function articleJobId(identity: string): string {
  const digest = createHash('sha256').update(identity, 'utf8').digest()
  let id = 'n_'
  let bits = 0
  let held = 0
  for (const byte of digest.subarray(0, 13)) {
    bits = (bits << 8) | byte
    for (held += 8; held >= 5 && id.length < 22; held -= 5) id += BASE32[(bits >> (held - 5)) & 31]
    bits &= (1 << held) - 1
  }
  return id
}

/** Whether a text can be an article's public id at all. */
export function isJobId(text: string): boolean {
  return /^n_[a-z2-7]{20}$/.test(text)
}
