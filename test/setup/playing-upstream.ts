import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How an upstream behaves towards one request. */
export type Play = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>

/** A server on this machine that plays an upstream, as badly as it is told. */
export interface PlayingUpstream {
  readonly baseUrl: string
  /** Addresses asked for since the last `play`, query included. */
  readonly asked: string[]
  /** Most requests open at once since then. */
  openMost: number
  /** What requests get: the n-th the n-th, the rest the last one. */
  play(...plays: Play[]): void
  close(): Promise<void>
}

/** Starts one on a free port. */
export async function startPlayingUpstream(): Promise<PlayingUpstream> {
  let plays: Play[] = []
  let open = 0
  const server = createServer(async (request, response) => {
    response.once('close', () => open--)
    upstream.openMost = Math.max(upstream.openMost, ++open)
    const path = request.url ?? '/'
    upstream.asked.push(path)
    const play = plays[Math.min(upstream.asked.length, plays.length) - 1]
    await play?.(request, response, new URL(path, 'http://upstream'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const upstream: PlayingUpstream = {
    baseUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    asked: [],
    openMost: 0,
    play(...next) {
      plays = next
      upstream.asked.length = 0
      upstream.openMost = 0
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((settle) => server.close(settle))
    },
  }
  return upstream
}

/** Answers with JSON. */
export function answer(body: unknown, status = 200, headers: Record<string, string> = {}): Play {
  return (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Answers with text as it stands. */
export function answerText(text: string, status = 200, headers: Record<string, string> = {}): Play {
  return (_, response) => void response.writeHead(status, headers).end(text)
}

/** Ends the connection in the middle of a body. */
export const cutOff: Play = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  response.write('{"observations": [')
  setTimeout(() => response.destroy(), 10)
}

/** Ends the connection without an answer. */
export const hangUp: Play = (request) => void request.socket.destroy()

/** Never answers. */
export const stayQuiet: Play = () => {}
