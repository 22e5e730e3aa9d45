import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processorMs } from '../../../test/setup/effort.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { type ReadOptions, readNews } from './feed.source.ts'
import type { NewsItem } from './feed-item.source.ts'

const clock = { now: () => Date.parse('2026-11-21T00:00:00Z') }
async function all(reading: AsyncIterable<NewsItem | Rejection>): Promise<(NewsItem | Rejection)[]> {
  const found: (NewsItem | Rejection)[] = []
  for await (const read of reading) found.push(read)
  return found
}

const from = (text: string | Buffer, options: ReadOptions = {}) =>
  all(readNews('-', { stdin: Readable.from([text], { objectMode: false }), clock, ...options }))
const brief = (found: readonly (NewsItem | Rejection)[]) =>
  found.map((item) => ('reason' in item ? `! ${item.reason}` : item.title))

const rss = (
  items: string,
  head = '<title>Example Wire</title><link>https://example.com/</link><language>en-us</language>',
) =>
  `<?xml version="1.0"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${head}\n${items}</channel></rss>`
const item = (title: string) => `<item><title>${title}</title></item>`

describe('formats are told apart by content', () => {
  test('RSS 2.0 in full', async () => {
    const found = await from(
      rss(`<item><title><![CDATA[Seven &amp; i <b>gains</b>]]></title><link>https://example.com/a?utm_source=rss</link>
<guid isPermaLink="false">g1</guid><pubDate>Fri, 20 Nov 2026 08:36:04 GMT</pubDate>
<description>Short &lt;b&gt;one&lt;/b&gt;.</description><content:encoded><![CDATA[<p>The whole</p><p>story.</p>]]></content:encoded></item>
<item><title>S&amp;P 500 falls</title><source url="https://www.reuters.com/rss">Reuters</source><link>/b</link></item>`),
    )
    expect(found).toEqual([
      {
        line: 3,
        title: 'Seven & i gains',
        published: new Date('2026-11-20T08:36:04Z'),
        source: 'example_wire',
        url: 'https://example.com/a',
        text: 'The whole story.',
        lang: 'en',
        briefText: { en: 'Short one.' },
        identity: 'guid:example.com:g1',
      },
      {
        ...{ line: 6, title: 'S&P 500 falls', published: null, source: 'reuters', url: 'https://example.com/b' },
        ...{ text: null, lang: 'en', briefText: null, identity: 'url:example.com/b' },
      },
    ])
  })

  test('channel elements behind the items count', async () => {
    const text =
      '<rss version="2.0"><channel><item><title>a</title></item><title>Late Wire</title><language>th</language></channel></rss>'
    expect(await from(text)).toMatchObject([{ title: 'a', source: 'late_wire', lang: 'th' }])
  })

  test('RSS 1.0', async () => {
    const text = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="https://e.com"><title>日経</title><link>https://e.com</link><items><rdf:Seq><rdf:li resource="https://e.com/1"/></rdf:Seq></items></channel>
<item rdf:about="https://e.com/1"><title>円安</title><link>https://e.com/1</link><dc:date>2026-11-20T09:00:00+09:00</dc:date><dc:language>ja</dc:language></item></rdf:RDF>`
    expect(await from(text)).toMatchObject([
      {
        line: 3,
        title: '円安',
        source: '日経',
        url: 'https://e.com/1',
        lang: 'ja',
        published: new Date('2026-11-20T00:00:00Z'),
      },
    ])
  })

  test('Atom, prefixed or not', async () => {
    const text = (
      p: string,
      xmlns: string,
    ) => `<?xml version="1.0"?><${p}feed ${xmlns}="http://www.w3.org/2005/Atom" xml:lang="de"><${p}title>Der Markt</${p}title>
<${p}link rel="self" href="https://m.de/feed"/><${p}link href="https://m.de/"/>
<${p}entry><${p}title type="html">Öl &amp;amp; Gas &lt;i&gt;steigen&lt;/i&gt;</${p}title><${p}id>tag:m.de,2026:1</${p}id>
<${p}link rel="alternate" href="https://m.de/1#top"/><${p}updated>2026-11-20T10:00:00Z</${p}updated>
<${p}summary>kurz</${p}summary><${p}content type="html">&lt;p&gt;lang&lt;/p&gt;</${p}content></${p}entry></${p}feed>`
    const expected = [
      {
        ...{ line: 3, title: 'Öl & Gas steigen', source: 'der_markt', url: 'https://m.de/1', text: 'lang', lang: 'de' },
        ...{
          briefText: { de: 'kurz' },
          published: new Date('2026-11-20T10:00:00Z'),
          identity: 'guid:m.de:tag:m.de,2026:1',
        },
      },
    ]
    expect(await from(text('', 'xmlns'))).toEqual(expected)
    expect(await from(text('a:', 'xmlns:a'))).toEqual(expected)
  })

  test('JSON Feed, in one line or many', async () => {
    const feed = {
      ...{
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Chip News',
        home_page_url: 'https://chips.example/',
        language: 'en',
      },
      items: [
        {
          id: '1',
          url: 'https://chips.example/1',
          title: 'TSMC & Co',
          content_html: '<p>x</p>',
          summary: 's',
          date_published: '2026-11-20T00:00:00Z',
        },
        'wrong',
        { id: '3' },
        {},
        { id: '5', title: 'RSS said <rss version="2.0"><channel>' },
      ],
    }
    for (const text of [JSON.stringify(feed), JSON.stringify(feed, null, 2)]) {
      const found = await from(text)
      expect(brief(found)).toEqual([
        'TSMC & Co',
        '! The item is not a JSON object.',
        '! The title is missing.',
        '! The item is empty.',
        'RSS said',
      ])
      expect(found.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5])
      expect(found[0]).toMatchObject({ source: 'chip_news', text: 'x', briefText: { en: 's' }, lang: 'en' })
    }
  })

  test('JSONL, a JSON array and a single JSON object, over lines or not', async () => {
    expect(brief(await from('{"title":"a"}\n{"title":"b"}'))).toEqual(['a', 'b'])
    expect(brief(await from('[{"title":"a"},\n{"title":"b"}]'))).toEqual(['a', 'b'])
    expect(brief(await from('{\n  "title": "a"\n}\n'))).toEqual(['a'])
    expect(brief(await from('{"title":"a"}'))).toEqual(['a'])
  })

  test('JSONL whose first line is broken is still JSONL', async () => {
    for (const first of ['garbage', '{"title":"x', '{"title":"x",', '{"title":}', '[1,2']) {
      expect(brief(await from(`${first}\n{"title":"b"}\n{"title":"c"}\n`)).slice(-1)).toEqual(['c'])
    }
  })

  test('gzip of any', async () => {
    for (const text of [rss(item('a')), '{"title":"a"}\n', '[{"title":"a"}]'])
      expect(brief(await from(gzipSync(text)))).toEqual(['a'])
  })

  test('nothing else', async () => {
    const foreign: [string | Buffer, string][] = [
      ['', 'It is empty.'],
      [' \n\n', 'It is empty.'],
      ['just words\nand more', 'It is neither a feed (RSS, Atom, JSON Feed) nor JSONL.'],
      [
        Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13]),
        'It is a binary file: neither a feed (RSS, Atom, JSON Feed) nor JSONL.',
      ],
      [
        '<!DOCTYPE html><html><body>x</body></html>',
        'This is no feed. Its root element is <html>; rss, rdf:RDF or feed was expected.',
      ],
      ['<', 'This is no feed. It has no element at all; rss, rdf:RDF or feed was expected.'],
    ]
    for (const [text, reason] of foreign) expect(await from(text)).toEqual([{ line: 0, reason }])
  })
})

describe('encodings', () => {
  const title = 'Nestlé hausse de 5 €'
  const text = (encoding: string) =>
    rss(item(title)).replace('<?xml version="1.0"?>', `<?xml version="1.0" encoding="${encoding}"?>`)
  const utf16be = (value: string) => Buffer.from(value, 'utf16le').swap16()

  test('by declaration, byte order mark and look', async () => {
    const latin = Buffer.from(text('ISO-8859-1').replace('€', '\u0080'), 'latin1')
    const inputs = [
      latin,
      Buffer.from(`\ufeff${text('UTF-8')}`),
      Buffer.from(`\ufeff${text('UTF-16')}`, 'utf16le'),
      utf16be(`\ufeff${text('UTF-16')}`),
      Buffer.from(text('UTF-16'), 'utf16le'),
      utf16be(text('UTF-16BE')),
      Buffer.from(text('UTF-16')),
      Buffer.from(`\ufeff{"title":"${title}"}\r\n`, 'utf16le'),
    ]
    for (const input of inputs) expect(brief(await from(input))).toEqual([title])
  })

  test('that are unknown reject the source by name', async () => {
    expect(await from(text('x-klingon'))).toEqual([{ line: 0, reason: 'The encoding "x-klingon" is not known.' }])
  })

  test('that are broken cost the character, not the item', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"title":"a'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('b"}\n{"title":"c"}'),
    ])
    expect(brief(await from(bytes))).toEqual(['a\ufffd\ufffdb', 'c'])
  })
})

describe('one bad item never loses the others', () => {
  test.each([
    ['an unclosed element', '<item><title>bad</item>'],
    ['an unclosed item', '<item><title>bad</title>'],
    ['an unclosed CDATA section', '<item><title><![CDATA[bad</title></item>'],
    ['an empty item', '<item></item>'],
    ['an item that is one tag', '<item/>'],
    ['a title of markup only', '<item><title>&lt;b&gt;&lt;/b&gt;</title></item>'],
    ['an impossible date', '<item><title>bad</title><pubDate>someday</pubDate></item>'],
    ['deep nesting', `<item><title>bad</title>${'<q>'.repeat(50_000)}${'</q>'.repeat(50_000)}</item>`],
    ['an enormous item', `<item><title>bad</title><description>${'x'.repeat(1_100_000)}</description></item>`],
    ['a description that swallows', '<item><title>bad</title><description>x</item>'],
  ])('%s', async (_, bad) => {
    const found = await from(rss(`${item('one')}\n${bad}\n${item('<![CDATA[two]]>')}\n${item('three')}`))
    expect(brief(found)).toEqual(['one', expect.stringMatching(/^! /), 'two', 'three'])
    expect(found[1]?.line).toBe(4)
  })

  test('a feed cut off in an item keeps those before', async () => {
    const text = rss(`${item('one')}${item('two')}`)
    expect(brief(await from(text.slice(0, text.indexOf('two') + 2)))).toEqual(['one', '! The item has no closing tag.'])
    expect(brief(await from(text.slice(0, text.indexOf('</channel>'))))).toEqual([
      ...['one', 'two'],
      '! The feed ends before its closing </channel></rss>.',
    ])
    expect(await from(text.slice(0, text.indexOf('two') + 2))).toMatchObject([{ source: 'example_wire' }, {}])
  })

  test('commented-out items are not news, and several feeds in a row are all read', async () => {
    expect(brief(await from(`${rss(`<!-- ${item('no')} -->${item('a')}`)}\n${rss(item('b'))}`))).toEqual(['a', 'b'])
  })

  test('gzip that breaks off keeps what came before', async () => {
    const lines = Array.from({ length: 20_000 }, (_, n) => `{"title":"Story ${n} ${Math.sin(n)}"}\n`).join('')
    const found = await from(gzipSync(lines).subarray(0, -1_000))
    expect(found.length).toBeGreaterThan(1_000)
    expect(found.at(-1)).toMatchObject({ reason: 'The compressed data is damaged: unexpected end of file.' })
  })
})

describe('hostile XML', () => {
  test('entities of a document are never expanded or fetched', async () => {
    const lols = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const doctype = `<!DOCTYPE rss [<!ENTITY l0 "lol>]"><!ENTITY x SYSTEM "file:///etc/passwd">${lols}]>`
    const text = rss(item('a &l9; &x; b')).replace('?>', `?>${doctype}`)
    expect(brief(await from(text))).toEqual(['a &l9; &x; b'])
  })

  test('of any shape is done with quickly', async () => {
    const shapes =
      '<item>|<item "|<![CDATA[|<!--|<?|<!|<item><title>|<a |&#65;|<item a="|<![CDATA[</item>|</item>|<item/>|<item><a></item>'.split(
        '|',
      )
    const taken = (shape: string, length: number) => processorMs(() => from(rss(shape.repeat(length / shape.length))))
    // What grows with the square of the length takes 16 times as long.
    for (const shape of shapes) {
      const small = Math.min(await taken(shape, 40_000), await taken(shape, 40_000))
      expect(await taken(shape, 160_000), shape).toBeLessThan(250 + 10 * small)
    }
  })

  test('beyond the size limit is refused, JSONL is not', async () => {
    const maxBytes = 1_000
    expect(await from(rss(item('a').repeat(100)), { maxBytes })).toMatchObject([
      { line: 0, reason: expect.stringContaining('larger than 1000 bytes') },
    ])
    expect(await from(gzipSync(rss(' '.repeat(5_000_000))), { maxBytes })).toMatchObject([{ line: 0 }])
    expect(await from('{"title":"a"}\n'.repeat(1_000), { maxBytes })).toHaveLength(1_000)
  })
})

describe('files and folders', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'news-'))
    await mkdir(join(folder, 'b', 'deep'), { recursive: true })
    await writeFile(join(folder, 'a.txt'), '{"title":"1"}\nbroken\n')
    await writeFile(join(folder, 'b', 'deep', 'x.json'), rss(item('2')))
    await writeFile(join(folder, 'b', 'notes.md'), '# nothing')
    await writeFile(join(folder, 'c.xml.gz'), gzipSync('[{"title":"3"}]'))
    await symlink(join(folder, 'a.txt'), join(folder, 'd-link'))
    await symlink(folder, join(folder, 'e-circle'))
    await symlink(join(folder, 'gone'), join(folder, 'f-broken'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('a folder gives every file by name, with the file on each rejection', async () => {
    const found = await all(readNews(folder, { clock }))
    expect(found.map((read) => ('reason' in read ? [read.file, read.line] : read.title))).toEqual([
      ...['1', ['a.txt', 2], '2', [join('b', 'notes.md'), 0], '3', '1', ['d-link', 2], ['f-broken', 0]],
    ])
  })

  test('an unreadable file is rejected, the rest goes on', async () => {
    const path = join(folder, 'b', 'deep', 'locked')
    await writeFile(path, '{"title":"locked"}')
    await chmod(path, 0)
    const found = await all(readNews(join(folder, 'b'), { clock }))
    await rm(path)
    // Root may read everything.
    expect(brief(found)[0]).toMatch(/^(locked|! It may not be read)/)
    expect(brief(found)).toContain('2')
  })

  test('a missing file says so', async () => {
    expect(await all(readNews(join(folder, 'none')))).toEqual([{ line: 0, reason: 'There is no such file or folder.' }])
  })

  test('reading may stop at any item, and an abort is thrown', async () => {
    for await (const read of readNews(folder, { clock })) {
      expect(brief([read])).toEqual(['1'])
      break
    }
    const stop = new AbortController()
    const reading = async () => {
      for await (const _ of readNews(folder, { clock, signal: stop.signal })) stop.abort(new Error('enough'))
    }
    await expect(reading()).rejects.toThrow('enough')
    const silent = readNews('-', { stdin: new Readable({ read() {} }), signal: AbortSignal.timeout(50) })
    await expect(all(silent)).rejects.toThrow('timeout')
  })
})
