import { describe, expect, test } from 'vitest'
import { hostOutlet, outletId, outletOf } from './feed-outlet.source.ts'

describe('an outlet id', () => {
  test.each([
    ['Bloomberg Markets', 'bloomberg_markets'],
    ['www.reuters.com', 'reuters'],
    ['https://www.reuters.com/markets', 'reuters'],
    ["Barron's", 'barrons'],
    ['Les Échos', 'les_echos'],
    ['日本経済新聞', '日本経済新聞'],
    ['ประชาชาติธุรกิจ', 'ประชาชาติธุรกิจ'],
    ['  Yahoo! Finance  ', 'yahoo_finance'],
    ['bloomberg_markets', 'bloomberg_markets'],
    ['***', ''],
  ])('of %s is %s', (source, id) => {
    expect(outletId(source)).toBe(id)
  })

  test.each([
    ['news.bbc.co.uk', 'bbc'],
    ['finance.yahoo.com', 'yahoo'],
    ['matt.substack.com', 'matt'],
    ['127.0.0.1', '127_0_0_1'],
    ['localhost', 'localhost'],
    ['www.nikkei.co.jp', 'nikkei'],
    ['www.hurriyet.com.tr', 'hurriyet'],
    ['news.example.pvt.k12.ma.us', 'example'],
    ['in.reuters.com', 'reuters'],
    ['blog.example.gob.mx', 'example'],
    ['someone.blogspot.co.uk', 'someone'],
    ['www.substack.com', 'substack'],
    ['www.gov.uk', 'gov'],
    ['[2001:db8::1]', '2001_db8_1'],
    ['WWW.Reuters.COM.', 'reuters'],
    ['', ''],
  ])('of the host %s is %s', (host, id) => {
    expect(hostOutlet(host)).toBe(id)
  })
})

describe('the outlet of an article', () => {
  const channel = { channelTitle: 'Yahoo! Finance: AAPL News', channelLink: 'http://finance.yahoo.com/q/h?s=AAPL' }

  test('is what the item names, before everything else', () => {
    expect(outletOf({ ...channel, named: 'Reuters', url: 'https://247wallst.com/a' })).toBe('reuters')
  })

  test('is the host of the story when a channel collects the stories of others', () => {
    expect(outletOf({ ...channel, url: 'https://247wallst.com/a' })).toBe('247wallst')
  })

  test('is the part of the channel title that names its host', () => {
    expect(outletOf({ ...channel, url: 'https://finance.yahoo.com/m/1' })).toBe('yahoo_finance')
    const post = { channelTitle: 'Business | Bangkok Post', channelLink: 'https://www.bangkokpost.com', url: null }
    expect(outletOf(post)).toBe('bangkok_post')
  })

  test('is never a redirector', () => {
    const marks = { channelTitle: 'Reuters: Top News', channelLink: 'https://www.reuters.com' }
    expect(outletOf({ ...marks, url: 'http://feedproxy.google.com/~r/1' })).toBe('reuters')
  })

  test('is unknown when nothing says it', () => {
    expect(outletOf({ url: null })).toBe('unknown')
    expect(outletOf({ url: 'https://www.cnbc.com/1' })).toBe('cnbc')
  })
})
