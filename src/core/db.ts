import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../generated/prisma/client.ts'

// Counts and sums come as int8; none of ours leaves the exact range of a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Prisma, for owner data, writes and traversals off the hot path. Set by `openDatabase`. */
export let prisma: PrismaClient
/** Connections for hand-written statements. Set by `openDatabase`. */
export let pool: pg.Pool

/** Connects this process to its database; `onError` hears of idle connections that break. */
export function openDatabase(connectionString: string, poolSize: number, onError: (error: Error) => void): void {
  pool = new pg.Pool({
    connectionString,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    application_name: `market-impact, process ${process.pid}`,
    statement_timeout: 60_000,
  })
  const opened = pool
  opened.on('error', (error) => {
    // A pool that was told to end has let its connections go already; how they end is no news.
    if (!opened.ending) onError(error)
  })
  prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) })
}

/** Lets every connection go. */
export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect()
  await pool.end()
}

/** Runs one statement, kept prepared when it has a name, and returns its rows. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  name: string | undefined,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const result = await pool.query<Row>({ ...(name ? { name } : {}), text, values })
  return result.rows
}

/** True when a statement failed because its connection did: what it did, if anything, is unknown. */
export function connectionBroke(error: unknown): boolean {
  // Classes 08 and 57P: connection exceptions and operator intervention; a lost socket has no such code at all.
  return error instanceof pg.DatabaseError ? /^(08|57P)/.test(error.code ?? '') : error instanceof Error
}

/** Runs `work` in one transaction; any error rolls everything back. */
export async function inTransaction<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
