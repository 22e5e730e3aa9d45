import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { createFront, type FrontLimits } from '../../src/front.ts'
import { type AppOptions, createApp } from '../../src/yoga.ts'
import { clock } from './app.ts'

/** A service on a real port. */
export interface TestFront {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string
  readonly port: number
  /** Connections that are open on the side of the service. */
  connections(): Promise<number>
  /** Sends bytes as they are on a socket of its own and returns all that comes back until the service closes. */
  raw(text: string | Uint8Array): Promise<string>
}

/** Serves the app of this file over HTTP, as `npm start` does. Call after `useApp()`. */
export function useFront(limits: Partial<FrontLimits> = {}, options: AppOptions = {}): TestFront {
  let server: Server
  const port = () => {
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  beforeAll(async () => {
    server = createFront(createApp({ clock, billingPeriod: 'day', ...options }), { bodyBytesMax: 100_000, ...limits })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((settle) => server.close(settle))
  })
  return {
    get port() {
      return port()
    },
    get url() {
      return `http://127.0.0.1:${port()}`
    },
    connections: () => promisify(server.getConnections.bind(server))(),
    raw(text) {
      return new Promise((settle, fail) => {
        const socket = connect({ host: '127.0.0.1', port: port() })
        let answer = ''
        socket.setEncoding('utf8')
        socket.on('data', (chunk) => (answer += chunk))
        socket.on('error', (error) => (answer ? settle(answer) : fail(error)))
        socket.on('close', () => settle(answer))
        socket.write(text)
      })
    },
  }
}
