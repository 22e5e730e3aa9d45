import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a connection without a request yet may still send one, once the service shuts down. */
const SILENCE_MS = 500

/** Returns a function that drains the server: it takes no new connections and lets requests under way finish within `graceMs`. */
export function drainable(server: Server): (graceMs: number) => Promise<void> {
  // Node counts a connection as busy until its first request and would wait for it.
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
