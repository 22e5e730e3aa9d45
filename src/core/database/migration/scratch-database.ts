import { randomUUID } from 'node:crypto'
import { withConnection } from '../connection.ts'

/** Does `work` in a new, empty database of the server at `connectionString`, and drops it after. */
export async function inScratchDatabase<Result>(
  connectionString: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = `scratch_${randomUUID().replaceAll('-', '')}`
  await queryOnce(connectionString, `CREATE DATABASE ${name}`)
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  try {
    return await work(url.href)
  } finally {
    await queryOnce(connectionString, `DROP DATABASE ${name} WITH (FORCE)`)
  }
}

/** Runs one statement, or several without parameters, on a connection of its own; returns the rows. */
export async function queryOnce(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  return withConnection({ connectionString }, async (client) => (await client.query(text)).rows)
}
