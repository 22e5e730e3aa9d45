import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { connect, DatabaseError } from '../core/database.ts'
import { EmbeddedPostgresError } from '../core/embedded-postgres-error.ts'
import { MigrationError } from '../core/migrate.ts'

/** A command was called in a way it can't be; the message ends with how it can. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** Runs one command: prints what it throws as one line and ends with 1 (2 for wrong usage). */
export async function runCommand(command: (args: string[]) => Promise<number>): Promise<void> {
  // A reader that has heard enough (`| head`) is no failure.
  process.stdout.on('error', () => process.exit(0))
  try {
    process.exitCode = await command(process.argv.slice(2))
  } catch (error) {
    const known =
      error instanceof UsageError ||
      error instanceof DatabaseError ||
      error instanceof EmbeddedPostgresError ||
      error instanceof MigrationError
    process.stderr.write(
      `${known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** Runs `work` with the configured database open. */
export async function withDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  const database = await connect(null)
  const interrupt = onInterrupt(() => database.close())
  try {
    return await work()
  } finally {
    interrupt.forget()
    await database.close()
  }
}

/** Ctrl-C lets the database go before the process ends: what is half-written rolls back, no server is left behind. */
function onInterrupt(close: () => Promise<void>): { forget: () => void } {
  const stop = async () => {
    // Work under way may hold a connection for as long as it likes: it is not waited for.
    await Promise.race([close().catch(() => {}), setTimeout(INTERRUPT_GRACE_MS)])
    process.exit(130)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return {
    forget() {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}

const INTERRUPT_GRACE_MS = 5_000

/** Reads options strictly; what is not declared is a usage error. */
export function readOptions<const Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}
