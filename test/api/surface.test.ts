import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createApp } from '../../src/yoga.ts'
import { clock, useApp } from '../setup/app.ts'
import { heldBytes } from '../setup/effort.ts'
import { useFront } from '../setup/front.ts'
import { SOON, untilReady } from '../setup/soon.ts'

useApp()
const KEY = 'mi_live_of_the_demo'
const front = useFront({}, { demoKey: KEY })
const capped = useFront({ connectionsMax: 12, connectionsPerAddressMax: 8 })
const impatient = useFront({ headersTimeoutMs: 300, requestTimeoutMs: 600, writeStallMs: 300 })

/** Bytes beyond what sockets of any system hold: four MB to send and thirty-two received are common. */
const MORE_THAN_BUFFERED = 64_000_000

const html = 'Accept: text/html\r\nConnection: close\r\n'
const get = (path: string, host: string, more = '') =>
  front.raw(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${html}${more}\r\n`)

describe('the demo key in GraphiQL', () => {
  test.each(['localhost', 'localhost:4000', 'LOCALHOST', '127.0.0.1:4000', '127.8.9.10', '[::1]:4000'])(
    'is shown to a browser that calls this machine %s',
    async (host) => {
      expect(await get('/graphql', host)).toContain(KEY)
    },
  )

  test.each([
    'example.com',
    'localhost.example.com',
    '127.0.0.1.nip.io',
    'localhost.',
    '0.0.0.0',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '192.168.1.5:4000',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[fe80::1]',
  ])('is not shown under the name %s', async (host) => {
    expect(await get('/graphql', host)).not.toContain(KEY)
  })

  test.each([
    'Forwarded: for=127.0.0.1',
    'X-Forwarded-For: 127.0.0.1',
    'x-forwarded-host: localhost',
    'X-Forwarded-Proto: https',
    'X-Forwarded-Anything: 1',
    'X-Real-IP: 127.0.0.1',
    'Via: 1.1 proxy',
    'CF-Connecting-IP: 127.0.0.1',
    'True-Client-IP: 127.0.0.1',
  ])('is not shown through a proxy: %s', async (header) => {
    expect(await get('/graphql', 'localhost', `${header}\r\n`)).not.toContain(KEY)
  })

  test('is not shown without a Host header, over HTTP/1.0, or for a second Host', async () => {
    for (const head of ['GET /graphql HTTP/1.0\r\n', 'GET /graphql HTTP/1.0\r\nHost: localhost\r\n']) {
      const answer = await front.raw(`${head}${html}\r\n`)
      expect(answer).toContain('200 OK')
      expect(answer).not.toContain(KEY)
    }
    for (const [one, other] of [
      ['localhost', 'example.com'],
      ['example.com', 'localhost'],
    ]) {
      expect(await get('/graphql', one ?? '', `Host: ${other}\r\n`)).toMatch(/^HTTP\/1.1 400 (?![\s\S]*mi_live)/)
    }
    const absolute = await get('http://example.com/graphql', 'localhost')
    expect(absolute).not.toContain(KEY)
  })

  test('is never shown where the service listens beyond this machine', async () => {
    const remote = createApp({ clock, demoKey: KEY, local: false })
    const page = await remote.fetch('http://localhost/graphql', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(await page.text()).not.toContain(KEY)
  })
})

describe('open paths', () => {
  test.each([
    '/health',
    '/v1/health',
    '/x/health',
    '/health/',
    '/health/live/',
    '/health/live/health',
    '/health//live',
    '/?a=/health',
    '/nothing?a=/health',
    '/graphql/health',
  ])('%s is no health path', async (path) => {
    const answer = await get(path, 'localhost')
    expect(answer).toMatch(path.startsWith('/?') ? /market-impact<\/h1>/ : /^HTTP\/1.1 40[14] /)
    expect(answer).not.toContain('x-yoga-id')
  })

  test('health answers on its two paths, however often it is asked', async () => {
    const app = createApp({ clock })
    for (let count = 0; count < 400; count++) expect((await app.fetch('http://localhost/health/live')).status).toBe(200)
    await untilReady(front.url)
  })

  test('metrics need the token; without one they are for this machine alone', async () => {
    const token = 'sixteen-or-more-characters'
    const ask = (app: ReturnType<typeof createApp>, host: string, authorization?: string) =>
      app.fetch(`http://${host}/metrics`, { headers: authorization ? { authorization } : {} })
    const withToken = createApp({ clock, local: false, metricsToken: token })
    expect((await ask(withToken, 'localhost')).status).toBe(401)
    for (const wrong of [token, `Bearer ${token}x`, `Bearer `, `Basic ${token}`, 'Bearer mi_live_x'])
      expect((await ask(withToken, 'localhost', wrong)).status, wrong).toBe(401)
    const shown = await ask(withToken, 'any.example', `Bearer ${token}`)
    expect(shown.status).toBe(200)
    expect(await shown.text()).toContain('process_cpu')
    expect((await ask(createApp({ clock, local: false }), 'localhost')).status).toBe(404)
    const local = createApp({ clock })
    expect((await ask(local, 'any.example')).status).toBe(404)
    expect((await ask(local, 'localhost:4000')).status).toBe(200)
  })

  test('pages are throttled by address; another minute begins anew', async () => {
    const app = createApp({ clock })
    const paths = ['/', '/docs', '/openapi.json', '/graphql', '/metrics', '/']
    const ask = (path: string) => app.fetch(`http://localhost${path}`, { headers: { accept: 'text/html' } })
    const statuses: number[] = []
    for (let count = 0; count < 310; count++) statuses.push((await ask(paths[count % 6] ?? '/')).status)
    expect(statuses.slice(0, 300).every((status) => status === 200)).toBe(true)
    expect(statuses.slice(300)).toEqual(Array(10).fill(429))
    const refused = await ask('/graphql')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await refused.text()).length).toBeLessThan(500)
    expect((await app.fetch('http://localhost/health/live')).status).toBe(200)
    clock.ms += 60_000
    expect((await ask('/')).status).toBe(200)
  })
})

describe('connections', () => {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  /** Opens a connection; `answer` is what came back until it was closed. */
  function dial(port: number, localAddress = '127.0.0.1') {
    const socket = connect({ host: '127.0.0.1', port, localAddress })
    sockets.push(socket)
    let text = ''
    socket.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    socket.on('error', () => {})
    const closed = new Promise((settle) => socket.once('close', settle))
    return {
      socket,
      opened: once(socket, 'connect'),
      answer: async () => {
        await closed
        return text
      },
    }
  }

  test('beyond those of an address, and of all, are answered 503 and closed; closed ones make room', async () => {
    const many = (count: number, address: string) => Array.from({ length: count }, () => dial(capped.port, address))
    const mine = many(8, '127.0.0.1')
    await Promise.all(mine.map(({ opened }) => opened))
    const ninth = dial(capped.port)
    ninth.socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const refusal = await ninth.answer()
    expect(refusal).toMatch(
      /^HTTP\/1.1 503 Service Unavailable\r\n[\s\S]*Connection: close\r\n\r\n\{"error":"unavailable"/,
    )
    expect(refusal.match(/HTTP\/1.1/g)).toHaveLength(1)
    const theirs = many(4, '127.0.0.2')
    await Promise.all(theirs.map(({ opened }) => opened))
    expect(await dial(capped.port, '127.0.0.3').answer()).toContain('503')
    for (const { socket } of mine) socket.destroy()
    await vi.waitFor(async () => expect((await fetch(`${capped.url}/health/live`)).status).toBe(200), SOON)
  })

  test('that say nothing, or their headers or body too slowly, are cut', async () => {
    const silent = dial(impatient.port)
    const headers = dial(impatient.port)
    headers.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    const body = dial(impatient.port)
    body.socket.write('POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{')
    const drip = setInterval(() => {
      headers.socket.write('A: b\r\n')
      body.socket.write(' ')
    }, 50)
    const ends = await Promise.all([silent, headers, body].map(({ answer }) => answer()))
    clearInterval(drip)
    for (const end of ends) expect(end).toMatch(/^(HTTP\/1.1 4\d\d |$)/)
  })

  test('that never read their answers are cut, and hold none of them in memory', async () => {
    const page = await impatient.raw(`GET /graphql HTTP/1.1\r\nHost: localhost\r\n${html}\r\n`)
    const path = /src="([^"]+\.js)"/.exec(page)?.[1] ?? ''
    const { length } = await impatient.raw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    // More than any system takes in place of a client that reads nothing.
    const times = Math.ceil(MORE_THAN_BUFFERED / length)
    const before = heldBytes()
    const hoards = Array.from({ length: 12 }, () => {
      const hoard = dial(impatient.port)
      hoard.socket.pause()
      hoard.socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(times))
      return hoard
    })
    await Promise.all(hoards.map(({ opened }) => opened))
    let held = 0
    await vi.waitFor(async () => {
      held = Math.max(held, heldBytes() - before)
      expect(await impatient.connections()).toBe(0)
    }, SOON)
    expect(held).toBeLessThan(60_000_000)
    // Reading now shows what the system had taken, and then the end.
    const taken = await Promise.all(
      hoards.map(({ socket, answer }) => {
        socket.resume()
        return answer()
      }),
    )
    for (const text of taken) expect(text.length).toBeLessThan(times * length)
    expect(await impatient.raw('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toContain(
      '200 OK',
    )
  })

  test('that read slowly but steadily get their whole answer', async () => {
    const { socket, answer } = dial(front.port)
    socket.write(`GET /docs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    socket.on('data', () => {
      socket.pause()
      setTimeout(() => socket.resume(), 20)
    })
    expect(await answer()).toContain('</html>')
  })
})
