import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { heldBytes } from '../../../test/setup/effort.ts'
import { ArraySplitter } from '../../core/file/array-splitter.pure.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { LineSplitter, PIECE_MAX } from '../../core/file/line-splitter.pure.ts'
import { readNews } from './feed.source.ts'
import type { NewsItem } from './feed-item.source.ts'
import { jsonArticle } from './jsonl.source.ts'

const now = Date.parse('2026-11-21T00:00:00Z')
const read = (value: unknown) =>
  jsonArticle({ line: 3, text: typeof value === 'string' ? value : JSON.stringify(value) }, now)

async function readAll(chunks: Iterable<string | Buffer>): Promise<(NewsItem | Rejection)[]> {
  const clock = { now: () => now }
  const found: (NewsItem | Rejection)[] = []
  const stdin = Readable.from(chunks, { objectMode: false })
  for await (const read of readNews('-', { stdin, clock })) found.push(read)
  return found
}

describe('a line of JSONL', () => {
  test('with every field is cleaned and taken', () => {
    const line = {
      title: ' <b>Apple</b> &amp; TSMC\u0000 sign ',
      published: '2026-11-20T09:30:00',
      source: 'Bloomberg Markets',
      url: 'https://www.bloomberg.com/a?utm_medium=x#y',
      text: '<p>One.</p><p>Two.</p>',
      lang: 'en-US',
      brief_text: { en: 'Deal signed.', TH: 'ลงนามแล้ว', ja: null },
      unknown: [1],
    }
    expect(read(line)).toEqual({
      line: 3,
      title: 'Apple & TSMC sign',
      published: new Date('2026-11-20T09:30:00Z'),
      source: 'bloomberg_markets',
      url: 'https://www.bloomberg.com/a',
      text: 'One. Two.',
      lang: 'en',
      briefText: { en: 'Deal signed.', th: 'ลงนามแล้ว' },
      identity: 'url:bloomberg.com/a',
    })
  })

  test('needs a title alone', () => {
    expect(read({ title: 'Oil rises' })).toEqual({
      ...{
        line: 3,
        title: 'Oil rises',
        published: null,
        source: 'unknown',
        url: null,
        text: null,
        lang: null,
        briefText: null,
      },
      identity: 'text:unknown|oil rises|',
    })
  })

  test('has null for what is not there', () => {
    const nothing = { published: null, source: null, url: null, text: null, lang: null, brief_text: null }
    expect(read({ title: 'Oil rises', ...nothing })).toMatchObject({ published: null, url: null, briefText: null })
    expect(read({ title: 'Oil rises', url: '', lang: '', source: '', text: ' ', brief_text: '' })).toMatchObject({
      url: null,
      text: null,
    })
  })

  test('keeps a brief under the language of the article, und when that is unknown', () => {
    expect(read({ title: 'x', lang: 'th', brief_text: 'a' })).toMatchObject({ briefText: { th: 'a' } })
    expect(read({ title: 'x', brief_text: 'a' })).toMatchObject({ briefText: { und: 'a' } })
  })

  test.each([
    [{ title: 7 }, 'The field "title" must be text, not "7".'],
    [{}, 'The field "title" is missing.'],
    [{ title: null }, 'The field "title" must be text, not "null".'],
    [{ title: ' <b></b>\u0000' }, 'The title is empty.'],
    [{ title: 'x'.repeat(1_001) }, 'The title has 1001 characters; at most 1000 are taken.'],
    [{ title: 'x', published: true }, 'The field "published" must be text or a number, not "true".'],
    [{ title: 'x', published: 'soon' }, 'The publication time "soon" is not an RFC 822 or ISO 8601 time or epoch.'],
    [{ title: 'x', published: '' }, 'The publication time "" is not an RFC 822 or ISO 8601 time or epoch.'],
    [
      { title: 'x', published: '2026-11-23T00:00:01Z' },
      'The publication time "2026-11-23T00:00:01Z" is more than 48 hours in the future.',
    ],
    [
      { title: 'x', url: 'javascript:alert(1)' },
      'The field "url" must be an http or https address, not "javascript:alert(1)".',
    ],
    [{ title: 'x', url: 5 }, 'The field "url" must be text, not "5".'],
    [{ title: 'x', lang: 'english!' }, 'The field "lang" must be a language tag such as en, not "english!".'],
    [{ title: 'x', source: ['a'] }, 'The field "source" must be text, not "["a"]".'],
    [{ title: 'x', text: {} }, 'The field "text" must be text, not "{}".'],
    [[1], 'This is not a JSON object: "[1]".'],
    ['"text"', 'This is not a JSON object: ""text"".'],
    ['{"title":"x"', 'This is not JSON: "{"title":"x"".'],
    ['['.repeat(200_000), expect.stringContaining('This is not JSON')],
  ])('%# is rejected with the reason', (value, reason) => {
    expect(read(value)).toEqual({ line: 3, reason })
  })

  test('with a brief of the wrong shape is rejected by name', () => {
    for (const brief_text of [5, ['a'], { en: 5 }, { __proto__x: 'a' }, { 1: 'a' }]) {
      expect(read({ title: 'x', brief_text })).toMatchObject({ reason: expect.stringContaining('"brief_text"') })
    }
  })

  test('cannot reach a prototype', () => {
    expect(read('{"title":"x","__proto__":{"url":"https://a.com/b"},"constructor":1}')).toMatchObject({ url: null })
    expect(({} as { url?: unknown }).url).toBeUndefined()
  })
})

describe('a text cut anywhere', () => {
  test('gives the same lines', async () => {
    const text = '{"title":"a"}\r\n\r\nbroken\n{"title":"ข่าว 😀"}\n  {"title":"d"}'
    for (const size of [1, 2, 3, 7, 1_000]) {
      const bytes = Buffer.from(text)
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      )
      const found = await readAll(chunks)
      expect(found.map((item) => [item.line, 'reason' in item ? item.reason : item.title])).toEqual([
        [1, 'a'],
        [3, 'This is not JSON: "broken".'],
        [4, 'ข่าว 😀'],
        [5, 'd'],
      ])
    }
  })

  test('gives the same elements of a JSON array, a broken one harming no other', () => {
    const text =
      '\n[ {"title":"a, [b] \\" \\\\"},\n\n{"title":"c",\n"x":[{"y":[]}]}, 5,null, {"title":broken}, "s" ,{"title":"d"}\n]\n'
    const expected = [
      '{"title":"a, [b] \\" \\\\"}',
      '{"title":"c",\n"x":[{"y":[]}]}',
      '5',
      'null',
      '{"title":broken}',
      '"s"',
      '{"title":"d"}',
    ]
    for (const size of [1, 2, 5, 1_000]) {
      const splitter = new ArraySplitter()
      const chunks = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
        text.slice(n * size, (n + 1) * size),
      )
      const pieces = [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()]
      expect(pieces.map((piece) => piece.text)).toEqual(expected)
      expect(pieces.map((piece) => piece.line)).toEqual([2, 4, 5, 5, 5, 5, 5])
    }
  })
})

describe('an overlong piece', () => {
  test('of lines is dropped while it is read, and said', () => {
    const splitter = new LineSplitter()
    const chunk = 'x'.repeat(PIECE_MAX / 4)
    const pieces = ['a\n', chunk, chunk, chunk, chunk, chunk, '\nb\n'].flatMap((part) => splitter.push(part))
    expect(pieces).toEqual([
      { line: 1, text: 'a' },
      { line: 2, text: null },
      { line: 3, text: 'b' },
    ])
    expect(jsonArticle({ line: 2, text: null }, now)).toMatchObject({
      line: 2,
      reason: expect.stringContaining('longer'),
    })
  })

  test('of an array is dropped too', () => {
    const splitter = new ArraySplitter()
    const pieces = ['[{"a":"', 'x'.repeat(PIECE_MAX), '"},{"b":1}]'].flatMap((part) => splitter.push(part))
    expect(pieces).toEqual([
      { line: 1, text: null },
      { line: 1, text: '{"b":1}' },
    ])
  })
})

test('memory stays flat over 200,000 lines', async () => {
  const block = Array.from({ length: 1_000 }, (_, n) => `{"title":"Story number ${n} of a long day"}\n`).join('')
  function* blocks() {
    for (let n = 0; n < 200; n++) yield block
  }
  let items = 0
  let most = 0
  const before = heldBytes()
  for await (const _ of readNews('-', { stdin: Readable.from(blocks(), { objectMode: false }) })) {
    if (++items % 20_000 === 0) most = Math.max(most, heldBytes() - before)
  }
  expect(items).toBe(200_000)
  // An item takes half a kilobyte: to keep them all would be a hundred million.
  expect(most).toBeLessThan(10_000_000)
})
