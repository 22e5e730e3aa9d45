import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a connection that has asked nothing yet may still begin to, once the service goes down. */
const SILENCE_MS = 500

/** Follows the connections of a server, and returns what drains it: no new ones, requests under way finish within the grace. */
export function drainable(server: Server): (graceMs: number) => Promise<void> {
  // Node counts a connection as busy until its first request: those it would wait for in vain.
  const silent = new Set<Socket>()
  server.on('connection', (socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', (request) => silent.delete(request.socket))

  return async (graceMs) => {
    const closed = new Promise((settle) => server.close(settle))
    server.closeIdleConnections()
    // A kept-alive connection falls idle when its request is answered.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const silence = setTimeout(() => {
      for (const socket of silent) socket.destroy()
    }, SILENCE_MS)
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs)
    await closed
    clearInterval(idle)
    clearTimeout(silence)
    clearTimeout(deadline)
  }
}
