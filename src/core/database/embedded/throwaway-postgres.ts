import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

/** A server for one run, on a folder of its own that is gone with everything in it when the server is let go. */
export async function acquireThrowawayPostgres(purpose: string): Promise<EmbeddedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), `market-impact-${purpose}-`))
  // Private folders are closed to PostgreSQL's own user: run by root, the cluster would lie elsewhere and stay.
  await chmod(folder, 0o755)
  const server = await acquireEmbeddedPostgres(folder, null)
  return {
    ...server,
    async release() {
      await server.release()
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}
