import pg from 'pg'
import { log } from './log.ts'

type Channel = 'reference_changed' | 'news_changed'

/** Hears what other processes changed. A lost connection is mended, and what may have been missed counts as changed. */
export class Notifications {
  readonly #listeners = new Map<Channel, (() => void)[]>()
  readonly #connectionString: string
  #client: pg.Client | null = null
  #closed = false

  constructor(connectionString: string) {
    this.#connectionString = connectionString
  }

  /** Calls `listener` whenever `channel` is notified. */
  on(channel: Channel, listener: () => void): void {
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
    client.on('notification', ({ channel }) => this.#tell(channel))
    await client.connect()
    await client.query('LISTEN reference_changed; LISTEN news_changed')
    this.#client = client
  }

  /** Stops listening. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#client?.end()
  }

  #tell(channel: string): void {
    for (const [name, listeners] of this.#listeners) if (name === channel) for (const listener of listeners) listener()
  }

  #mend(): void {
    this.#client = null
    if (this.#closed) return
    setTimeout(async () => {
      try {
        await this.open()
        for (const channel of this.#listeners.keys()) this.#tell(channel)
      } catch {
        this.#mend()
      }
    }, 1_000).unref()
  }
}
