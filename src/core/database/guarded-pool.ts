import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'
import { CONNECT_MS_MAX, CONNECTION_SETTINGS, PATIENT_CONNECT_MS_MAX } from './connection.ts'

/** How long a connection under a statement may stay silent once another one was found dead. */
const SILENCE_MS_MAX = 3_000

/** Who is given a connection by a pool. */
type Handed = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (destroy?: boolean | Error) => void,
) => void

/** A pool whose broken and half-open connections are destroyed, whoever uses them. */
export class GuardedPool extends pg.Pool {
  /** Open connections, and how often each was handed out and is in use now. */
  readonly #uses = new Map<pg.PoolClient, { count: number; busy: boolean }>()

  readonly #isServing: () => boolean

  /** `onBroken` hears of idle connections that break; without `isServing` there are no calls that wait, and connections are waited for longer. */
  constructor(settings: pg.PoolConfig, onBroken: (error: Error) => void, isServing: () => boolean) {
    super({ ...CONNECTION_SETTINGS, ...settings })
    this.#isServing = isServing
    // A pool that was told to end has let its connections go already; how they end is no news.
    this.on('error', (error) => !this.ending && onBroken(error))
    this.on('connect', (client) => {
      this.#uses.set(client, { count: 0, busy: false })
      // While a connection is handed out the pool does not listen: an error without a listener would end the process.
      client.on('error', () => {})
      destroyOnTimeout(client)
    })
    this.on('acquire', (client) => {
      const use = this.#uses.get(client)
      if (use) Object.assign(use, { count: use.count + 1, busy: true })
    })
    this.on('release', (_, client) => {
      const use = this.#uses.get(client)
      if (use) use.busy = false
    })
    this.on('remove', (client) => this.#uses.delete(client))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Handed): void
  /** A connection remembers for as long as it lives whom it was opened for, and with them what they read first: they are forgotten at once. */
  override connect(callback?: Handed): Promise<pg.PoolClient> | undefined {
    this.options.connectionTimeoutMillis = this.#isServing() ? CONNECT_MS_MAX : PATIENT_CONNECT_MS_MAX
    if (!callback) return super.connect()
    let waiting: Handed | null = callback
    super.connect((error, client, release) => {
      const handed = waiting
      waiting = null
      handed?.(error, client, release)
    })
    return undefined
  }

  /**
   * One connection was found dead: those it shared its way with may be too. Idle ones are closed at once, those under a statement when
   * they stay silent for another three seconds. Returns when no idle one is left.
   */
  async distrust(): Promise<void> {
    const closing: Promise<unknown>[] = []
    for (const [client, use] of this.#uses) {
      const { stream } = client.connection
      if (!use.busy) {
        closing.push(once(client, 'end'))
        stream.destroy()
        continue
      }
      const before = { count: use.count, bytes: bytesRead(stream) }
      setTimeout(() => {
        if (use.busy && use.count === before.count && bytesRead(stream) === before.bytes) stream.destroy()
      }, SILENCE_MS_MAX).unref()
    }
    await Promise.allSettled(closing)
  }

  /** Closes every connection; those still in use after `graceMs` are cut. */
  async close(graceMs: number): Promise<void> {
    const cut = setTimeout(() => {
      for (const client of this.#uses.keys()) client.connection.stream.destroy()
    }, graceMs)
    // A connection cut while in use is never given back: the pool would wait for it.
    await Promise.race([this.end(), new Promise((settle) => setTimeout(settle, graceMs + 500).unref())])
    clearTimeout(cut)
  }
}

function bytesRead(stream: object): number {
  return 'bytesRead' in stream ? Number((stream as Pick<Socket, 'bytesRead'>).bytesRead) : 0
}

/** A statement that wants to know the connection it is sent on. */
export interface WatchedQuery extends pg.QueryConfig {
  readonly onSend?: (client: pg.PoolClient) => void
}

/** The driver gives up on a late statement and goes on with the connection, behind it: nothing on it would ever be answered. */
function destroyOnTimeout(client: pg.PoolClient): void {
  client.query = new Proxy(client.query, {
    apply(_, self, args) {
      const [query] = args as [WatchedQuery | undefined]
      query?.onSend?.(client)
      const result: unknown = Reflect.apply(pg.Client.prototype.query, self, args)
      if (result instanceof Promise) result.catch((error) => isReadTimeout(error) && client.connection.stream.destroy())
      return result
    },
  })
}

/** True when a statement was given up because its answer did not come in time. */
export function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
