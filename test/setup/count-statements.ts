import { vi } from 'vitest'
import { pool } from '../../src/core/db.ts'

/** Runs `work` and tells how many statements and checkouts it asked of the database. */
export async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pool, 'query')
  const connect = vi.spyOn(pool, 'connect')
  try {
    await work()
    return query.mock.calls.length + connect.mock.calls.length
  } finally {
    query.mockRestore()
    connect.mockRestore()
  }
}
