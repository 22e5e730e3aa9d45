import { vi } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { log } from '../../src/core/log.ts'

/** Keeps what is logged from now on, at every level; gives it as one text, messages and stacks of errors included. */
export function recordLogs(): () => string {
  const lines: unknown[] = []
  for (const level of ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const)
    vi.spyOn(log, level).mockImplementation((...line: unknown[]) => void lines.push(line))
  return () =>
    JSON.stringify(lines, (_, value) =>
      value instanceof Error
        ? { ...value, message: value.message, stack: value.stack, cause: String(value.cause) }
        : value,
    )
}

/** The rows of every table, each table as one text; bytes that are no text are escaped. */
export async function dumpTables(): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  )
  const dumps: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query(`SELECT encode(convert_to(t::text, 'UTF8'), 'escape') AS row FROM ${name} t`)
    dumps.push(rows.map(({ row }) => row).join('\n'))
  }
  return dumps
}
