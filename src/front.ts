import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { ApiError } from './core/errors.ts'
import { log } from './core/log.ts'
import type { createApp } from './yoga.ts'

type App = ReturnType<typeof createApp>

/** What the front tells the app of a request beyond the request itself. */
interface FrontContext {
  readonly req: IncomingMessage
  /** Why the body was not taken; answered once the caller is known. */
  readonly bodyProblem: ApiError | null
  /** The adapter's own member of every context: nothing here outlives its request. */
  readonly waitUntil?: never
}

/** Bodies are read here, counted as they come, so that nothing behind has to guard itself. */
export function createFront(app: App, bodyBytesMax: number): Server {
  const server = createServer(
    {
      headersTimeout: 15_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5_000,
    },
    (req, res) => {
      // Going down: whoever keeps the connection for another request must not wait here.
      if (!server.listening) res.setHeader('Connection', 'close')
      refuseTwoKeys(req)
      if (!isAddressed(req)) {
        res.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
        res.end(
          '{"error":"invalid_parameter","message":"The request target or the Host header is malformed.","status":400}',
        )
        return
      }
      serve(app, bodyBytesMax, req, res, () => !server.listening).catch((error) => {
        log.error({ err: error }, 'the front failed on a request')
        if (!res.headersSent) res.writeHead(500, { 'Content-Type': 'application/json' })
        res.end('{"error":"internal","message":"The service failed on this request.","status":500}')
      })
    },
  )
  server.maxHeadersCount = 100
  return server
}

/** Node keeps the first of two Authorization headers; together they are no key, so that nobody in front of us can mean the other one. */
function refuseTwoKeys(req: IncomingMessage): void {
  let count = 0
  for (let index = 0; index < req.rawHeaders.length; index += 2)
    if (req.rawHeaders[index]?.toLowerCase() === 'authorization') count++
  if (count > 1) req.headers.authorization = 'given more than once'
}

const HOST = /^(\[[0-9A-Fa-f:.]+\]|[\w.~-]+)(:\d{1,5})?$/

/** True when host and target make an address: what stands behind the front takes that for granted. */
function isAddressed(req: IncomingMessage): boolean {
  req.headers.host ||= 'localhost'
  const { host } = req.headers
  return HOST.test(host) && (req.url ?? '').startsWith('/') && URL.canParse(`http://${host}${req.url}`)
}

async function serve(
  app: App,
  bodyBytesMax: number,
  req: IncomingMessage,
  res: ServerResponse,
  closing: () => boolean,
): Promise<void> {
  if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS') {
    // Whatever body comes along means nothing here.
    req.resume()
    const context: FrontContext = { req, bodyProblem: null }
    await send(res, await app.handleNodeRequestAndResponse(req, res, context), closing)
    return
  }
  const { bytes, problem } = await readBody(req, bodyBytesMax)
  const context: FrontContext = { req, bodyProblem: problem }
  const { Request, Headers } = app.fetchAPI
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) if (value !== undefined) headers.set(name, String(value))
  const url = `http://${req.headers.host}${req.url}`
  const response = await app.fetch(new Request(url, { method: req.method ?? 'POST', headers, body: bytes }), context)
  // What was not read to its end cannot be followed by another request.
  await send(res, response, () => problem !== null || closing())
}

/** Sends an answer whole, its length ahead of it: one write, no chunks. */
async function send(res: ServerResponse, response: Response, last: () => boolean): Promise<void> {
  const text = !response.headers.has('content-encoding')
  const body = text ? await response.text() : Buffer.from(await response.arrayBuffer())
  if (res.closed || res.destroyed) return
  const headers: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    headers[name.toLowerCase()] = value
  })
  // None can follow on this connection when the service went down meanwhile.
  if (last()) headers['connection'] = 'close'
  if (response.status !== 204 && response.status !== 304 && res.req.method !== 'HEAD')
    headers['content-length'] = String(typeof body === 'string' ? Buffer.byteLength(body) : body.length)
  res.writeHead(response.status, headers)
  res.end(body)
}

async function readBody(
  req: IncomingMessage,
  bytesMax: number,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; problem: ApiError | null }> {
  const none = new Uint8Array()
  if (req.headers['content-encoding'] !== undefined && req.headers['content-encoding'] !== 'identity') {
    return {
      bytes: none,
      problem: new ApiError('unsupported_media_type', 'Compressed request bodies are not taken: send plain JSON.'),
    }
  }
  const tooLarge = new ApiError('payload_too_large', `Request bodies may have ${bytesMax} bytes.`)
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) return { bytes: none, problem: tooLarge }
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Leaving the loop must not destroy the socket: the answer still has to go out on it.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > bytesMax) return { bytes: none, problem: tooLarge }
      chunks.push(chunk)
    }
  } catch {
    return { bytes: none, problem: new ApiError('invalid_body', 'The body could not be read to its end.') }
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), problem: null }
}
