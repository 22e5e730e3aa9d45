import pg from 'pg'
import { log } from '../log.ts'
import { CONNECT_MS_MAX, CONNECTION_SETTINGS, endConnection } from './connection.ts'

/** How often the connection is asked whether it lives, and how long it has for an answer. */
const HEARTBEAT_MS = 5_000
const ANSWER_MS_MAX = 5_000

const CHANNELS = [
  'reference_changed',
  'news_changed',
  'market_changed',
  'financials_changed',
  'positioning_changed',
  'options_changed',
  'macro_changed',
] as const
type Channel = (typeof CHANNELS)[number]
/** Hears of a change; the payload says of what, empty = of anything. */
type Listener = (payload: string) => void

/** Hears what other processes changed. A lost connection is mended, and what may have been missed counts as changed. */
export class Notifications {
  readonly #listeners = new Map<Channel, Listener[]>()
  readonly #connectionString: string
  readonly #report: (error: Error) => void
  #client: pg.Client | null = null
  #closed = false
  #mending = false

  /** `report` hears of a connection that failed; it is mended all the same. */
  constructor(
    connectionString: string,
    report: (error: Error) => void = (error) => log.warn({ err: error }, 'listener connection failed'),
  ) {
    this.#connectionString = connectionString
    this.#report = report
  }

  /** Calls `listener` whenever `channel` is notified. */
  on(channel: Channel, listener: Listener): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener])
  }

  /** Starts listening; `connectionTimeoutMillis` is how long the database may take to take the connection. */
  async open(connectionTimeoutMillis = CONNECT_MS_MAX): Promise<void> {
    const client = new pg.Client({
      ...CONNECTION_SETTINGS,
      connectionTimeoutMillis,
      query_timeout: ANSWER_MS_MAX,
      connectionString: this.#connectionString,
      application_name: 'market-impact listener',
    })
    client.on('error', this.#report)
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    const heartbeat = setInterval(() => {
      // What listens is told nothing of a connection that died without a word: it has to ask.
      client.query('SELECT 1').catch(() => client.connection.stream.destroy())
    }, HEARTBEAT_MS).unref()
    client.on('end', () => {
      clearInterval(heartbeat)
      this.#mend()
    })
    try {
      await client.connect()
      await client.query(CHANNELS.map((channel) => `LISTEN ${channel}`).join('; '))
    } catch (error) {
      // One that is open but does not answer has not ended yet.
      client.connection.stream.destroy()
      clearInterval(heartbeat)
      throw error
    }
    this.#client = client
    if (this.#closed) await endConnection(client)
  }

  /** Stops listening. */
  async close(): Promise<void> {
    this.#closed = true
    if (this.#client) await endConnection(this.#client)
  }

  #tell(channel: string, payload: string): void {
    for (const [name, listeners] of this.#listeners)
      if (name === channel) for (const listener of listeners) listener(payload)
  }

  #mend(): void {
    this.#client = null
    // An attempt that fails both throws and ends its connection: it is followed by one, not by two.
    if (this.#closed || this.#mending) return
    this.#mending = true
    setTimeout(async () => {
      this.#mending = false
      try {
        await this.open()
        for (const channel of this.#listeners.keys()) this.#tell(channel, '')
      } catch {
        this.#mend()
      }
    }, 1_000).unref()
  }
}
