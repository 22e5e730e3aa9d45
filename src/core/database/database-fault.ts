import pg from 'pg'

/** Classes of SQLSTATE: connection exception, insufficient resources (a full disk, too many connections), operator intervention, system error. */
const AWAY_STATES = /^(08|53|57P|58)|^25006$/
const AWAY_ERRNOS =
  /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/
/** What the driver says, without a code, of connections that broke or could not be had. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end)/
/** What Prisma says of the same. */
const AWAY_PRISMA = /^P(1001|1002|1008|1017|2024|2028|2037)$/
const AWAY_KINDS = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout|TooManyConnections)$/

/** True when a statement failed because the database was away or out of resources: the same call may succeed later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? '')
  if (typeof error !== 'object' || error === null) return false
  const { code, kind, originalCode, message, cause } = error as Record<string, unknown>
  if (AWAY_KINDS.test(String(kind)) || AWAY_STATES.test(String(originalCode))) return true
  if (!(error instanceof Error)) return false
  // A failing fetch is an upstream's, not the database's.
  if (error instanceof TypeError) return false
  return (
    AWAY_ERRNOS.test(String(code)) ||
    AWAY_PRISMA.test(String(code)) ||
    AWAY_MESSAGES.test(String(message)) ||
    isDatabaseAway(cause)
  )
}

/** True when a statement failed because its connection did: what it did, if anything, is unknown. */
export function connectionBroke(error: unknown): boolean {
  // Classes 08 and 57P: connection exceptions and operator intervention; a lost socket has no such code at all.
  return error instanceof pg.DatabaseError ? /^(08|57P)/.test(error.code ?? '') : error instanceof Error
}
