import { rowsOf } from '../../core/database/db.ts'

/** The saved object; empty when nothing was saved. */
export async function readPreferences(accountId: number): Promise<unknown> {
  const [row] = await rowsOf<{ prefs: unknown }>(
    'read_preferences',
    'SELECT prefs FROM preference WHERE account_id = $1',
    [accountId],
  )
  return row?.prefs ?? {}
}

/** Replaces the saved object as a whole and returns it. Written by hand: Prisma drops a key named `__proto__`. */
export async function writePreferences(accountId: number, object: Record<string, unknown>): Promise<unknown> {
  const [row] = await rowsOf<{ prefs: unknown }>(
    'write_preferences',
    `INSERT INTO preference (account_id, prefs) VALUES ($1, $2)
     ON CONFLICT (account_id) DO UPDATE SET prefs = excluded.prefs RETURNING prefs`,
    [accountId, JSON.stringify(object)],
  )
  return row?.prefs
}
