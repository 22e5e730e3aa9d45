import { keyDigest, keyPrefix, newApiKey } from '../../src/account/key/api-key.ts'
import { queryOnce } from '../../src/core/database/migration/scratch-database.ts'

/** Where a data folder keeps the key that a test made for it. */
export const TEST_KEY_FILE = 'test-key'

/** Stores a key on the plan of the demo in a database; what `npm run key` does, without a process of its own. */
export async function newTestKey(databaseUrl: string): Promise<string> {
  const key = newApiKey()
  await queryOnce(
    databaseUrl,
    `WITH made AS (INSERT INTO account (name, plan) VALUES ('test', 'advanced') RETURNING id)
     INSERT INTO api_key (account_id, prefix, digest)
     SELECT id, '${keyPrefix(key)}', decode('${keyDigest(key).toString('hex')}', 'hex') FROM made`,
  )
  return key
}
