import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What the proxy does with bytes: hands them on, late or at once, or drops them while the connections stay open. */
type Way = { readonly delayMs: number } | 'silent'

/** A network between a service and its database that can fail in every way a network does. */
export interface TcpProxy {
  /** The database's URL, through the proxy. */
  readonly url: string
  /** From now on, for open connections and new ones. */
  pass(delayMs?: number): void
  /** Drops what open connections send, both ways, and keeps them open; new ones work. */
  freeze(): void
  /** Drops everything: new connections are accepted, and nobody answers. */
  silence(): void
  /** Ends every connection, and new ones at once, until `pass`. */
  cut(): void
  /** Freezes the connection on which the next message that contains `text` is sent, before the database has it. */
  freezeUnder(text: string): { readonly heard: Promise<void> }
  /** Hands the next message that contains `text` to the database and ends its connection when the answer comes, unseen. */
  loseAnswerTo(text: string): { readonly lost: Promise<void> }
  close(): Promise<void>
}

interface Pair {
  readonly ends: readonly [Socket, Socket]
  frozen: boolean
}

/** Puts a proxy in front of the database at `databaseUrl`. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<Pair>()
  let way: Way | 'cut' = { delayMs: 0 }
  let freezing: { text: string; heard: () => void } | null = null
  let losing: { text: string; heard: () => void } | null = null

  const server = createServer((client) => {
    if (way === 'cut') return void client.resetAndDestroy()
    const database = connect(Number(target.port || 5432), target.hostname)
    const pair: Pair = { ends: [client, database], frozen: false }
    let deaf: (() => void) | null = null
    const hand = (to: Socket, chunk: Buffer) => {
      if (way === 'silent' || way === 'cut' || pair.frozen) return
      if (way.delayMs === 0) to.write(chunk)
      else setTimeout(() => to.writable && to.write(chunk), way.delayMs)
    }
    pairs.add(pair)
    client.on('data', (chunk) => {
      if (losing && chunk.includes(losing.text)) {
        deaf = losing.heard
        losing = null
      }
      if (freezing && chunk.includes(freezing.text)) {
        pair.frozen = true
        freezing.heard()
        freezing = null
      }
      hand(database, chunk)
    })
    database.on('data', (chunk) => {
      if (!deaf) return hand(client, chunk)
      end(pair)
      deaf()
    })
    for (const [one, other] of [[client, database] as const, [database, client] as const]) {
      one.on('error', () => {})
      one.on('close', () => {
        pairs.delete(pair)
        // An end that goes away is not heard of behind a dead network.
        if (way !== 'silent' && !pair.frozen) other.destroy()
      })
    }
  })
  const end = ({ ends }: Pair) => ends.forEach((socket) => void socket.destroy())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  target.hostname = '127.0.0.1'
  const databasePort = target.port
  const url = new URL(target)
  url.port = String(typeof address === 'object' ? address?.port : databasePort)
  return {
    url: url.href,
    pass: (delayMs = 0) => (way = { delayMs }),
    freeze() {
      for (const pair of pairs) pair.frozen = true
    },
    silence: () => (way = 'silent'),
    cut() {
      way = 'cut'
      pairs.forEach(end)
    },
    freezeUnder: (text) => ({ heard: new Promise((heard) => (freezing = { text, heard })) }),
    loseAnswerTo: (text) => ({ lost: new Promise((heard) => (losing = { text, heard })) }),
    async close() {
      pairs.forEach(end)
      server.close()
    },
  }
}
