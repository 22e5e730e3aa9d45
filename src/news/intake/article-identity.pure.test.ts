import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articleIdentity, articleJobId, cleanUrl } from './article-identity.pure.ts'

const marks = { source: 'reuters', title: 'Oil rises', published: new Date('2026-07-09T08:00:00Z') }

describe('an article address', () => {
  test('loses fragment, credentials and tracking parameters and nothing else', () => {
    const url = 'https://u:p@News.Example.com/a%2Cb?id=7&utm_source=x&.tsrc=rss&q=a%20b&FBCLID=1&utm_x#top'
    expect(cleanUrl(url)).toBe('https://news.example.com/a%2Cb?id=7&q=a%20b')
  })

  test('is web only', () => {
    for (const address of ['javascript:alert(1)', 'file:///etc/passwd', 'ftp://x.com/a', 'not one', '', '/relative']) {
      expect(cleanUrl(address)).toBeNull()
    }
    expect(cleanUrl('/relative', 'https://x.com/feed')).toBe('https://x.com/relative')
  })

  test('cleans to the same when cleaned again', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        const clean = cleanUrl(url)
        expect(clean === null ? null : cleanUrl(clean)).toBe(clean)
      }),
    )
  })
})

describe('the identity of an article', () => {
  test('is its address, whatever the scheme, www, closing slash, tracking or title', () => {
    const ids = [
      'https://www.example.com/a/',
      'http://example.com/a?utm_source=rss',
      'https://example.com/a#comments',
    ].map((url, index) => articleIdentity({ ...marks, title: `Title ${index}`, url }))
    expect(new Set(ids)).toEqual(new Set(['url:example.com/a']))
  })

  test('is the guid first; a permanent link there equals an address', () => {
    expect(articleIdentity({ ...marks, url: 'https://example.com/moved', guid: 'https://example.com/a' })).toBe(
      'url:example.com/a',
    )
    expect(articleIdentity({ ...marks, url: 'https://www.example.com/a', guid: '17' })).toBe('guid:example.com:17')
    expect(articleIdentity({ ...marks, guid: '17' })).toBe('guid:reuters:17')
  })

  test('tells the posts of a live blog apart by the fragments of their guids', () => {
    const post = (n: number) =>
      articleIdentity({ ...marks, url: `https://e.com/live#${n}`, guid: `https://e.com/live#${n}` })
    expect(post(1)).not.toBe(post(2))
  })

  test('is source, title and time when there is no address or only a front page', () => {
    const text = 'text:reuters|oil rises|2026-07-09T08:00:00.000Z'
    expect(articleIdentity(marks)).toBe(text)
    expect(articleIdentity({ ...marks, url: 'https://example.com/', title: ' Oil  RISES' })).toBe(text)
    expect(articleIdentity({ ...marks, published: null })).toBe('text:reuters|oil rises|')
  })
})

describe('the job id', () => {
  test('is n_ and 20 base32 characters, the leading bits of SHA-256', () => {
    // SHA-256("abc") begins ba7816bf 8f01cfea 414140de 5d (FIPS 180-4 example); base32 by RFC 4648.
    expect(articleJobId('abc')).toBe('n_xj4bnp4pahh6uqkbidpf')
  })

  test('is alike only for alike identities', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(articleJobId(one)).toMatch(/^n_[a-z2-7]{20}$/)
        expect(articleJobId(one) === articleJobId(other)).toBe(one === other)
      }),
    )
  })
})
