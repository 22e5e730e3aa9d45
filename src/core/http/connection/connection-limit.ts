import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetwork } from './client-network.pure.ts'

/** How many connections may be open at once. */
export interface ConnectionLimits {
  readonly connectionsMax: number
  /** From one address; of IPv6 from one /64 network, which one machine may have to itself. */
  readonly connectionsPerAddressMax: number
}

const MESSAGE = '{"error":"unavailable","message":"Too many connections are open. Try again shortly.","status":503}'

/** Sent whole and followed by the end of the connection, whatever the client sends. */
const REFUSAL = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${MESSAGE.length}`,
  'Cache-Control: no-store',
  'Retry-After: 1',
  'Connection: close',
  '',
  MESSAGE,
].join('\r\n')

/** How long a refused connection may take to read why. */
const REFUSED_MS = 1_000
/** Refused connections that are told why at once; beyond them they are closed without a word. */
const REFUSED_MAX = 100

/** Answers connections beyond the limits 503 and closes them. Returns whether requests of a socket are to be left unanswered. */
export function limitConnections(server: Server, limits: ConnectionLimits): (socket: Socket) => boolean {
  const refused = new WeakSet<Socket>()
  const counts = new Map<string, number>()
  let open = 0
  server.maxConnections = limits.connectionsMax + REFUSED_MAX
  server.on('connection', (socket: Socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '')
    const count = counts.get(network) ?? 0
    if (open >= limits.connectionsMax || count >= limits.connectionsPerAddressMax) {
      refused.add(socket)
      socket.on('error', () => {})
      socket.end(REFUSAL)
      const late = setTimeout(() => socket.destroy(), REFUSED_MS)
      socket.once('close', () => clearTimeout(late))
      return
    }
    open++
    counts.set(network, count + 1)
    socket.once('close', () => {
      open--
      const left = (counts.get(network) ?? 1) - 1
      if (left > 0) counts.set(network, left)
      else counts.delete(network)
    })
  })
  return (socket) => refused.has(socket)
}
