import type { IncomingMessage } from 'node:http'
import { clientNetwork } from './client-network.pure.ts'

/** Names of this machine that only reach itself. */
export const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i

const LOOPBACK_AUTHORITY = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const LOOPBACK_PEER = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i

/** Headers a proxy or tunnel adds: whoever asks may then be anybody. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-real-ip|x-original-.*|x-proxy.*|.*-?client-ip|cf-.*|cdn-loop)$/i

/** Whether a request was made by a browser on this machine to this machine by name: no other site's name (DNS rebinding), no proxy between. */
export function isDirectLocalCall(request: Request, serverContext: unknown): boolean {
  const host = request.headers.get('host') ?? new URL(request.url).host
  if (!LOOPBACK_AUTHORITY.test(host)) return false
  for (const name of request.headers.keys()) if (PROXY_HEADER.test(name)) return false
  const message = nodeMessage(serverContext)
  // A proxy that adds no header often speaks HTTP/1.0 to us; browsers do not.
  return message === null || (message.httpVersion !== '1.0' && LOOPBACK_PEER.test(message.socket.remoteAddress ?? ''))
}

/** Address a request came from, as it counts for limits; requests made in-process share one. */
export function peerAddress(serverContext: unknown): string {
  return clientNetwork(nodeMessage(serverContext)?.socket.remoteAddress ?? 'in-process')
}

function nodeMessage(serverContext: unknown): Pick<IncomingMessage, 'httpVersion' | 'socket'> | null {
  if (typeof serverContext !== 'object' || serverContext === null || !('req' in serverContext)) return null
  const { req } = serverContext
  if (typeof req !== 'object' || req === null || !('socket' in req) || !('httpVersion' in req)) return null
  return req as IncomingMessage
}
