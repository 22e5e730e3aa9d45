import { setTimeout as pause } from 'node:timers/promises'
import { PrismaPg } from '@prisma/adapter-pg'
import pLimit from 'p-limit'
import pg from 'pg'
import { PrismaClient } from '../../generated/prisma/client.ts'
import { currentCall } from '../call/call-scope.ts'
import { NEVER_MS, withConnection } from './connection.ts'
import { grouped } from './grouped.ts'
import { GuardedPool, isReadTimeout, type WatchedQuery } from './guarded-pool.ts'
import { type Sql, statementOf } from './sql.ts'

// Counts and sums come as int8; none of ours leaves the exact range of a double.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** Prisma, for owner data, writes and traversals off the hot path. Set by `openDatabase`. */
export let prisma: PrismaClient
/** Connections for hand-written statements. Set by `openDatabase`. */
export let pool: GuardedPool

/** Connections that reads leave to the admission and charging of calls. */
const RESERVED_CONNECTIONS = 2
/** Reads wait here for one of the other connections. */
let reads: ReturnType<typeof pLimit>
let ownConnectionString = ''

/** Connects this process to its database; `onError` hears of idle connections that break, `isServing` says whether calls wait for it. */
export function openDatabase(
  connectionString: string,
  poolSize: number,
  onError: (error: Error) => void,
  isServing: () => boolean = () => true,
): void {
  ownConnectionString = connectionString
  reads = pLimit(Math.max(1, poolSize - RESERVED_CONNECTIONS))
  pool = new GuardedPool(
    {
      connectionString,
      max: poolSize,
      idleTimeoutMillis: 60_000,
      application_name: `market-impact, process ${process.pid}`,
      statement_timeout: 60_000,
    },
    onError,
    isServing,
  )
  prisma = new PrismaClient({ adapter: new PrismaPg(pool, { disposeExternalPool: false }) })
}

/** Lets every connection go; what still runs is cut after two seconds. */
export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect()
  await pool.close(2_000)
}

/** A statement with a time limit of its own; the driver's types leave it out. */
interface TimedQuery extends WatchedQuery {
  readonly query_timeout: number
}

/** How long the statement of a read may take, seen from here. */
const READ_MS_MAX = 20_000

/** Runs one statement, kept prepared when it has a name, and returns its rows; its connection is destroyed when it takes longer than `timeoutMs`. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  name: string | undefined,
  text: string,
  values: unknown[],
  timeoutMs = READ_MS_MAX,
): Promise<Row[]> {
  try {
    const query: TimedQuery = { ...(name ? { name } : {}), text, values, query_timeout: timeoutMs }
    return await sendWithinCall<Row>(query)
  } catch (error) {
    if (isReadTimeout(error)) await pool.distrust()
    throw error
  }
}

/** Sends a statement; one of a call is cancelled, here and in PostgreSQL, when the call is stopped. */
async function sendWithinCall<Row extends pg.QueryResultRow>(query: TimedQuery): Promise<Row[]> {
  const call = currentCall()
  if (!call) return (await pool.query<Row>(query)).rows
  return call.statement(async () => {
    let sentOn: pg.PoolClient | undefined
    const forget = call.onStop(() => sentOn && void cancel(sentOn))
    const onSend = (client: pg.PoolClient) => {
      sentOn = client
      if (call.stopped) void cancel(client)
    }
    try {
      const watched: TimedQuery = { ...query, onSend }
      return (await pool.query<Row>(watched)).rows
    } catch (error) {
      throw call.stopped ?? error
    } finally {
      forget()
    }
  })
}

/** Ends what a connection runs. The connection goes with it: a cancellation that comes late must not hit the next statement on it. */
async function cancel(client: pg.PoolClient): Promise<void> {
  const backend: unknown = 'processID' in client ? client.processID : undefined
  client.connection.stream.destroy()
  if (typeof backend === 'number') await cancelBackend(backend).catch(() => {})
}

const cancelBackend = grouped(async (backends: readonly number[]) => {
  await withConnection({ connectionString: ownConnectionString }, (own) =>
    own.query('SELECT pg_cancel_backend(pid) FROM unnest($1::integer[]) AS asked(pid)', [backends]),
  )
  return backends
})

/** Runs a statement made of fragments, kept prepared when it has a name, and returns its rows; `client` puts it into a transaction. */
export async function queryRows<Row extends object>(
  name: string | undefined,
  statement: Sql,
  client?: Pick<pg.PoolClient, 'query'>,
): Promise<Row[]> {
  const { text, values } = statementOf(statement)
  if (!client) return reads(() => rowsOf<Row & pg.QueryResultRow>(name, text, values))
  const result = await client.query<Row & pg.QueryResultRow>({ ...(name ? { name } : {}), text, values })
  return result.rows
}

/** Does `work` on one connection of the pool; it is closed, not given back, after an error or when `reuse` is false. */
async function onOneConnection<Result>(
  work: (client: pg.PoolClient) => Promise<Result>,
  { reuse = true } = {},
): Promise<Result> {
  const client = await pool.connect()
  let fit = false
  try {
    const result = await work(client)
    fit = reuse
    return result
  } finally {
    client.release(!fit)
  }
}

const ROLLBACK: TimedQuery = { text: 'ROLLBACK', query_timeout: 2_000 }

/** Runs `work` in one transaction; any error rolls everything back. */
export async function inTransaction<Result>(
  work: (client: pg.PoolClient) => Promise<Result>,
  begin: 'BEGIN' | 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' = 'BEGIN',
): Promise<Result> {
  const outcome = await onOneConnection(async (client) => {
    await client.query(begin)
    try {
      const result = await work(client)
      await client.query('COMMIT')
      return { result }
    } catch (error) {
      // A connection that cannot even roll back is closed, and its transaction ends with it.
      await client.query(ROLLBACK).catch(() => {
        throw error
      })
      return { error }
    }
  })
  if ('error' in outcome) throw outcome.error
  return outcome.result
}

/** Takes the planner's statistics and the visibility map of some tables of ours anew, however long it takes: nobody waits for an answer. */
export async function vacuum(tables: string): Promise<void> {
  await onOneConnection(
    async (client) => {
      await client.query('SET statement_timeout = 0')
      const query: TimedQuery = { text: `VACUUM (ANALYZE) ${tables}`, query_timeout: NEVER_MS }
      await client.query(query)
    },
    // The connection keeps its setting.
    { reuse: false },
  )
}

/** Waits until no other session holds the advisory lock `key`, however long that takes; holds it until the transaction ends. */
export async function lockInTransaction(client: pg.PoolClient, key: number): Promise<void> {
  // Asked for again and again: one statement that waits would be ended by its timeout.
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS held', [key])
    if (rows[0]?.held === true) return
    await pause(50)
  }
}
