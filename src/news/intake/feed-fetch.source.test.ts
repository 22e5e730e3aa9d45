import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { createPublicFetch } from '../../core/http/public-fetch.ts'
import { type ReadOptions, readNews } from './feed.source.ts'
import type { NewsItem } from './feed-item.source.ts'

const RSS =
  '<rss version="2.0"><channel><title>Example Wire</title><item><title>Oil rises</title><link>/a</link></item></channel></rss>'

const seen: IncomingMessage[] = []
const ROUTES: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  '/feed': (request, response) => {
    response.setHeader('etag', '"v1"').setHeader('last-modified', 'Fri, 20 Nov 2026 08:00:00 GMT')
    const fresh = request.headers['if-none-match'] === '"v1"' || request.headers['if-modified-since'] !== undefined
    response.writeHead(fresh ? 304 : 200).end(fresh ? undefined : RSS)
  },
  '/bare-304': (_, response) => response.writeHead(304).end(),
  '/gzip': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(RSS)),
  '/feed.gz': (_, response) => response.end(gzipSync(RSS)),
  '/latin': (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/rss+xml; charset="iso-8859-1"' })
      .end(Buffer.from(RSS.replace('Oil', 'Öl'), 'latin1')),
  '/lines': (_, response) => response.end('{"title":"a"}\n{"title":"b"}\n'),
  '/moved': (_, response) => response.writeHead(301, { location: '/feed' }).end('moved'),
  '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
  '/to-file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/missing': (_, response) => response.writeHead(404).end('<html>'),
  '/broken': (_, response) => response.writeHead(500).end(),
  '/busy-once': (_, response) => {
    const busy = !seen.slice(0, -1).some(({ url }) => url === '/busy-once')
    response.writeHead(busy ? 503 : 200, busy ? { 'retry-after': '0' } : {}).end(busy ? undefined : RSS)
  },
  '/silent': () => {},
  '/slow': (_, response) => {
    response.write('{"title":"a"}\n')
  },
  '/cut': (_, response) => {
    response.writeHead(200, { etag: '"v9"' }).write('{"title":"a"}\n{"title":"b"}\n', () => response.destroy())
  },
  '/announced': (_, response) => response.writeHead(200, { 'content-length': '5000' }).end('x'.repeat(5_000)),
  '/endless': (_, response) => {
    const more = () => {
      while (response.write('{"title":"again"}\n'.repeat(100)));
      response.once('drain', more)
    }
    more()
  },
  '/bomb': (_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(' '.repeat(5_000_000))),
  '/bomb.gz': (_, response) => response.end(gzipSync(' '.repeat(5_000_000))),
}

let server: Server
let origin = ''
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request)
    const route = ROUTES[request.url?.split('?')[0] ?? '']
    if (route) route(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function all(reading: AsyncIterable<NewsItem | Rejection>): Promise<(NewsItem | Rejection)[]> {
  const found: (NewsItem | Rejection)[] = []
  for await (const read of reading) found.push(read)
  return found
}

async function get(path: string, options: ReadOptions = {}) {
  const reading = readNews(path.startsWith('/') ? origin + path : path, {
    timeoutMs: 5_000,
    allowPrivateAddresses: true,
    ...options,
  })
  const found = await all(reading)
  const reasons = found.flatMap((read) => ('reason' in read ? [read.reason] : []))
  return {
    titles: found.flatMap((read) => ('reason' in read ? [] : [read.title])),
    reasons,
    found,
    answer: reading.answer,
  }
}

describe('an address', () => {
  test('is read as market-impact, its relative links are resolved, its validators are handed back', async () => {
    const { found, answer } = await get('/feed')
    expect(found).toMatchObject([{ title: 'Oil rises', url: `${origin}/a`, source: 'example_wire' }])
    expect(answer).toEqual({
      notModified: false,
      validators: { etag: '"v1"', lastModified: 'Fri, 20 Nov 2026 08:00:00 GMT' },
    })
    expect(seen.at(-1)?.headers['user-agent']).toBe('market-impact')
    expect(seen.at(-1)?.headers).not.toHaveProperty('if-none-match')
  })

  test('that has nothing new gives nothing, and keeps its validators', async () => {
    const { answer: first } = await get('/feed')
    const again = await get('/feed', { validators: first?.validators ?? {} })
    expect(again.found).toEqual([])
    expect(again.answer).toEqual({ ...first, notModified: true })
    expect(seen.at(-1)?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Fri, 20 Nov 2026 08:00:00 GMT',
    })
    expect((await get('/bare-304', { validators: { etag: '"x"' } })).answer).toEqual({
      notModified: true,
      validators: { etag: '"x"' },
    })
  })

  test('may be compressed, JSONL, moved, or of an encoding only its header tells', async () => {
    for (const path of ['/gzip', '/feed.gz', '/moved']) expect((await get(path)).titles).toEqual(['Oil rises'])
    expect((await get('/latin')).titles).toEqual(['Öl rises'])
    expect((await get('/lines')).titles).toEqual(['a', 'b'])
  })

  test.each([
    ['/missing', '/missing answered 404 Not Found.'],
    ['/broken', '/broken answered 500 Internal Server Error.'],
    ['/loop', '/loop redirects more than 5 times.'],
    ['/to-file', 'Only http and https addresses can be read, not file:'],
    ['ftp://example.com/feed', 'Only http and https addresses can be read, not ftp:'],
    ['file:///etc/passwd', 'Only http and https addresses can be read, not file:'],
    ['http://user:secret@127.0.0.1/', 'An address with a user name or password in it is not read.'],
    ['http://', '"http://" is not an address.'],
    ['http://127.0.0.1:1/', 'http://127.0.0.1:1/ cannot be read: bad port'],
  ])('%s is refused with the reason', async (path, reason) => {
    const { found, reasons, answer } = await get(path)
    expect(found).toHaveLength(1)
    expect(reasons[0]).toContain(reason)
    expect(reasons[0]).not.toContain('secret')
    expect(found[0]?.line).toBe(0)
    expect(answer).toBeNull()
  })

  test('that is busy is asked again', async () => {
    expect((await get('/busy-once')).titles).toEqual(['Oil rises'])
    expect(seen.filter(({ url }) => url === '/busy-once')).toHaveLength(2)
  })

  test('that fails time after time is left alone for a while, which the reason says', async () => {
    const down = createServer((_, response) => response.writeHead(500).end())
    await new Promise<void>((resolve) => down.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(down.address() as AddressInfo).port}/`
    const reasons = await Promise.all(Array.from({ length: 6 }, async () => (await get(url)).reasons[0]))
    const again = (await get(url)).reasons[0]
    down.close()
    expect(reasons[0]).toBe(`${url} answered 500 Internal Server Error.`)
    expect(again).toContain('is left alone for a while')
  })

  test('that does not answer, or not fully, is given up in time', async () => {
    for (const path of ['/silent', '/slow']) {
      const { reasons } = await get(path, { timeoutMs: 200 })
      expect(reasons).toEqual([`${origin}${path} did not answer fully within 200 ms.`])
    }
  })

  test('that breaks off gives what came, and no validators', async () => {
    const { titles, reasons, answer } = await get('/cut')
    expect(titles).toEqual(['a', 'b'])
    expect(reasons).toEqual([expect.stringContaining('cannot be read')])
    expect(answer).toEqual({ notModified: false, validators: {} })
  })

  test('that answers too much is cut off: announced, endless or packed', async () => {
    for (const path of ['/announced', '/endless', '/bomb', '/bomb.gz']) {
      const { reasons } = await get(path, { maxBytes: 4_000 })
      expect(reasons).toEqual([expect.stringMatching(/larger than 4000 bytes|at most 4000 are read|answers is larger/)])
    }
  })

  test('is left at once when the caller aborts', async () => {
    const signal = AbortSignal.timeout(100)
    await expect(get('/silent', { signal })).rejects.toThrow('timeout')
  })
})

describe('an address that is not of the Internet', () => {
  /** Names of the test and what they resolve to, one answer after the other; the last one stays. */
  const names: Record<string, string[][]> = {
    'own.example': [['127.0.0.1']],
    'lan.example': [['10.0.0.7']],
    'meta.example': [['169.254.169.254']],
    'shared.example': [['100.64.0.1']],
    'cast.example': [['224.0.0.1']],
    'six.example': [['::1']],
    'mapped.example': [['::ffff:127.0.0.1']],
    'nat64.example': [['64:ff9b::7f00:1']],
    'both.example': [['93.184.216.34', '192.168.0.1']],
  }
  const asked: string[] = []
  const resolve = async (name: string) => {
    asked.push(name)
    const answers = names[name] ?? []
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const publicOnly = { allowPrivateAddresses: false, fetch: createPublicFetch(resolve) }

  test.each([
    ...['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0x7f.1', '0', '10.1.2.3', '192.168.1.1'],
    ...['169.254.169.254', '100.100.100.200', '224.0.0.1', '255.255.255.255', '127.0.0.1.', '\uff11\uff12\uff17.0.0.1'],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[64:ff9b::169.254.169.254]',
    ],
    ...['[fe80::1]', '[fd00::1]', '[ff02::1]', '[2002:7f00:1::]'],
    ...Object.keys(names),
  ])('is not read: %s', async (host) => {
    const before = seen.length
    const { reasons, answer } = await get(`http://${host}:${new URL(origin).port}/feed`, publicOnly)
    expect(reasons).toEqual([expect.stringContaining('is not an address of the Internet')])
    expect(answer).toBeNull()
    expect(seen).toHaveLength(before)
  })

  test('is not read where nothing says otherwise, "localhost" included', async () => {
    for (const url of [`${origin}/feed`, `${origin}/feed`.replace('127.0.0.1', 'localhost')]) {
      const { reasons } = await get(url, { allowPrivateAddresses: false })
      expect(reasons).toEqual([expect.stringContaining('ALLOW_PRIVATE_FEEDS')])
    }
  })

  test.each([
    'http://127.0.0.1/',
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f.1/',
    'http://lan.example/',
    '//own.example/',
    'http://nat64.example/',
  ])('is not reached by a redirect to %s', async (target) => {
    // The first hop is a public address in disguise of this test's own fetch; the second is up to the rules.
    const first = createPublicFetch(resolve)
    let hops = 0
    const hopping = ((url: URL, init: RequestInit) => {
      hops++
      if (hops > 1) return first(url, init)
      return Promise.resolve(new Response('moved', { status: 302, headers: { location: target } }))
    }) as typeof fetch
    const { reasons } = await get('http://public.example/feed', { fetch: hopping })
    expect(hops).toBe(2)
    expect(reasons).toEqual([expect.stringContaining('is not an address of the Internet')])
  })

  test('does not become one by another answer of the name server: what was checked is what is connected to', async () => {
    names['turning.example'] = [['93.184.216.34'], ['127.0.0.1']]
    asked.length = 0
    const before = seen.length
    // The test's own rule fails a connection to the public address, so nothing leaves this machine.
    const { reasons } = await get(`http://turning.example:${new URL(origin).port}/feed`, {
      ...publicOnly,
      timeoutMs: 400,
    })
    expect(reasons).toHaveLength(1)
    expect(asked[0]).toBe('turning.example')
    expect(seen).toHaveLength(before)
  })
})
