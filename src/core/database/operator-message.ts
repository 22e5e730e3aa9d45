import { isErrno } from '../file/file-access.ts'
import { DatabaseError } from './database.ts'
import { isDatabaseAway } from './database-fault.ts'
import { EmbeddedPostgresError } from './embedded/embedded-postgres-error.ts'
import { MigrationError } from './migration/migrate.ts'

const OVERLOADED = 'the machine or the database is overloaded, or the database is away; try again'

/** The driver's two words for waiting in vain say nothing to who did not write it. */
function inWords(reason: string): string {
  if (/^timeout (expired|exceeded when trying to connect)$/.test(reason))
    return `no connection could be had in time (${OVERLOADED})`
  return reason === 'Query read timeout' ? `a statement had no answer in time (${OVERLOADED})` : reason
}

/** What to tell the operator, in one line, of a failure that is the machine's or the database's; null for a fault of ours. */
export function operatorMessage(error: unknown): string | null {
  if (error instanceof DatabaseError || error instanceof EmbeddedPostgresError || error instanceof MigrationError)
    return error.message
  if (!(error instanceof Error)) return null
  // Prisma writes the reason into the last line.
  const reason = error.message.trim().split('\n').at(-1)?.trim().replace(/\.$/, '')
  if (isDatabaseAway(error)) return `The database failed: ${inWords(reason ?? '')}.`
  return isErrno(error) ? `The operating system refused: ${reason}.` : null
}
