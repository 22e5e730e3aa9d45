import pg from 'pg'

/** How long opening a connection may take, and waiting for a free one of a pool. */
export const CONNECT_MS_MAX = 5_000
/** The same for starts and commands, which nobody's call waits for: a busy machine is slow to open the first ones. */
export const PATIENT_CONNECT_MS_MAX = 30_000
/** How long one statement may take, seen from here: PostgreSQL itself ends it earlier, so whatever is later comes from a dead connection. */
const STATEMENT_MS_MAX = 65_000

/** Longest time a timer takes, 24 days: for a statement that nobody waits for. */
export const NEVER_MS = 2 ** 31 - 1

/** What every connection has: a peer that went away without a word is noticed, idle or not. */
export const CONNECTION_SETTINGS = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: CONNECT_MS_MAX,
  query_timeout: STATEMENT_MS_MAX,
} as const

/** Does `work` on a connection of its own, outside the pool, and closes it. */
export async function withConnection<Result>(
  settings: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ ...CONNECTION_SETTINGS, ...settings })
  // A connection that breaks between two statements has nobody else who listens: the next statement fails and says so.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await endConnection(client)
  }
}

/** Closes a connection; one whose peer is silent is cut. */
export async function endConnection(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => client.connection.stream.destroy(), 1_000)
  await client.end().catch(() => {})
  clearTimeout(cut)
}
