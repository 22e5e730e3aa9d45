import pg from 'pg'
import { log } from './log.ts'

type Channel = 'reference_changed' | 'news_changed' | 'market_changed'
/** Hears of a change; the payload says of what, empty = of anything. */
type Listener = (payload: string) => void

/** Hears what other processes changed. A lost connection is mended, and what may have been missed counts as changed. */
export class Notifications {
  readonly #listeners = new Map<Channel, Listener[]>()
  readonly #connectionString: string
  #client: pg.Client | null = null
  #closed = false
  #mending = false

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  /** Calls `listener` whenever `channel` is notified. */
  on(channel: Channel, listener: Listener): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener])
  }

  /** Starts listening. */
  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      keepAlive: true,
      application_name: 'market-impact listener',
    })
    client.on('error', (error) => log.warn({ err: error }, 'listener connection failed'))
    client.on('end', () => this.#mend())
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    await client.connect()
    await client.query('LISTEN reference_changed; LISTEN news_changed; LISTEN market_changed')
    this.#client = client
  }

  /** Stops listening. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
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
