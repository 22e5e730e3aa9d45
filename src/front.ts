import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ApiError } from './core/errors.ts'
import { type ConnectionLimits, limitConnections } from './core/http/connection/connection-limit.ts'
import { discardRest, readBody } from './core/http/connection/request-body.ts'
import { boundWrite } from './core/http/connection/write-deadline.ts'
import { preparedBytes } from './core/http/prepared-body.ts'
import { log } from './core/log.ts'
import type { createApp } from './yoga.ts'

type App = ReturnType<typeof createApp>

/** What the HTTP server passes to the app besides the request. */
interface FrontContext {
  readonly req: IncomingMessage
  /** Why the body was refused; answered once the caller is known. */
  readonly bodyProblem: ApiError | null
  /** Takes what is called when the client leaves before its answer. */
  readonly onLeave: (left: () => void) => void
  /** A member of the adapter's context; nothing here runs on after its request. */
  readonly waitUntil?: never
}

/** What the HTTP server takes from clients. */
export interface FrontLimits extends ConnectionLimits {
  readonly bodyBytesMax: number
  /** Read and thrown away of a body that was refused, before the connection is closed. */
  readonly discardedBytesMax: number
  /** For the headers of a request, from the first byte or from when the connection was made. */
  readonly headersTimeoutMs: number
  /** For a request with its body. */
  readonly requestTimeoutMs: number
  /** How long a client may take nothing of its answer. */
  readonly writeStallMs: number
}

/** The limits the service runs with where its configuration does not say otherwise. */
const FRONT_LIMITS: FrontLimits = {
  bodyBytesMax: 1_000_000,
  discardedBytesMax: 64_000_000,
  connectionsMax: 1_000,
  connectionsPerAddressMax: 256,
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 30_000,
  writeStallMs: 30_000,
}

/** The HTTP server in front of the app: bounds connections, bodies and their times, answers malformed targets, sends responses whole. */
export function createFront(app: App, given: Partial<FrontLimits> = {}): Server {
  const limits = { ...FRONT_LIMITS, ...given }
  const server = createServer(
    {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: Math.min(5_000, limits.headersTimeoutMs),
    },
    (req, res) => {
      if (isRefused(req.socket)) return
      // Shutting down: the connection must not be kept for another request.
      if (!server.listening) res.setHeader('Connection', 'close')
      refuseTwoKeys(req)
      if (!isAddressed(req)) {
        res.writeHead(400, { 'Content-Type': 'application/json; charset=utf-8', Connection: 'close' })
        res.end(
          '{"error":"invalid_parameter","message":"The request target or the Host header is malformed.","status":400}',
        )
        return
      }
      serve(app, limits, req, res, () => !server.listening).catch((error) => {
        log.error({ err: error }, 'the HTTP server failed on a request')
        if (!res.headersSent) res.writeHead(500, { 'Content-Type': 'application/json' })
        res.end('{"error":"internal","message":"The service failed on this request.","status":500}')
      })
    },
  )
  server.maxHeadersCount = 100
  const isRefused = limitConnections(server, limits)
  return server
}

/** How often a header stands in a request; Node itself keeps the first of some. */
function timesGiven(req: IncomingMessage, name: string): number {
  let count = 0
  for (let index = 0; index < req.rawHeaders.length; index += 2)
    if (req.rawHeaders[index]?.toLowerCase() === name) count++
  return count
}

/** Two Authorization headers are no key: a proxy before us may have checked the second. */
function refuseTwoKeys(req: IncomingMessage): void {
  if (timesGiven(req, 'authorization') > 1) req.headers.authorization = 'given more than once'
}

const HOST = /^(\[[0-9A-Fa-f:.]+\]|[\w.~-]+)(:\d{1,5})?$/

/** Stands for the Host header that HTTP/1.0 may leave out: a name of nothing, this machine least of all (RFC 6761). */
const NO_HOST = 'unnamed.invalid'

/** True when one host and the target form a URL; the app takes that for granted. */
function isAddressed(req: IncomingMessage): boolean {
  if (timesGiven(req, 'host') > 1) return false
  req.headers.host ||= NO_HOST
  const { host } = req.headers
  return HOST.test(host) && (req.url ?? '').startsWith('/') && URL.canParse(`http://${host}${req.url}`)
}

async function serve(
  app: App,
  limits: FrontLimits,
  req: IncomingMessage,
  res: ServerResponse,
  closing: () => boolean,
): Promise<void> {
  if (req.method === 'GET' || req.method === 'HEAD' || req.method === 'OPTIONS') {
    // A body has no meaning with these methods.
    req.resume()
    const context: FrontContext = { req, bodyProblem: null, onLeave: leaveOf(res) }
    await send(res, await app.handleNodeRequestAndResponse(req, res, context), limits, closing)
    return
  }
  const { bytes, problem } = await readBody(req, limits.bodyBytesMax)
  const context: FrontContext = { req, bodyProblem: problem, onLeave: leaveOf(res) }
  const { Request, Headers } = app.fetchAPI
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) if (value !== undefined) headers.set(name, String(value))
  const url = `http://${req.headers.host}${req.url}`
  const response = await app.fetch(new Request(url, { method: req.method ?? 'POST', headers, body: bytes }), context)
  // Most clients read no answer before their whole body is sent, and would find the connection closed; one with an unread body cannot
  // take another request.
  const rest = problem ? discardRest(req, limits.discardedBytesMax) : null
  await send(res, response, limits, () => problem !== null || closing(), rest)
}

/** Characters from which a text is long. */
const LONG_TEXT = 65_536

/** Watches for a client that leaves before its answer is out. */
function leaveOf(res: ServerResponse): FrontContext['onLeave'] {
  return (left) => void res.once('close', () => res.writableFinished || left())
}

/** Sends a response with its length, in one write instead of chunks; closes it once `rest` is over. */
async function send(
  res: ServerResponse,
  response: Response,
  { writeStallMs }: FrontLimits,
  last: () => boolean,
  rest: Promise<void> | null = null,
): Promise<void> {
  const text = !response.headers.has('content-encoding')
  const read = preparedBytes(response) ?? (text ? await response.text() : Buffer.from(await response.arrayBuffer()))
  // Node writes a long text slower than its bytes.
  const body = typeof read === 'string' && read.length > LONG_TEXT ? Buffer.from(read) : read
  if (res.closed || res.destroyed) return
  const headers: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    headers[name.toLowerCase()] = value
  })
  // The service may have begun to shut down meanwhile.
  if (last()) headers['connection'] = 'close'
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  if (response.status !== 204 && response.status !== 304 && res.req.method !== 'HEAD')
    headers['content-length'] = String(bytes)
  res.writeHead(response.status, headers)
  if (rest) {
    res.write(body)
    void rest.then(() => res.end())
  } else res.end(body)
  boundWrite(res, bytes, writeStallMs)
}
