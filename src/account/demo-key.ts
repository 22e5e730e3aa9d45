import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prisma } from '../core/db.ts'
import { keyDigest } from './api-key.ts'
import { issueKey } from './key.store.ts'

/**
 * The key of the demo account: made when there is no key at all yet, kept beside the local data so that later starts can show it.
 * Null when the database has keys and none of them is the demo's.
 */
export async function demoKey(dataDir: string): Promise<string | null> {
  const path = join(dataDir, 'demo-key')
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (kept) {
    const live = await prisma.apiKey.findFirst({ where: { digest: Uint8Array.from(keyDigest(kept)), revokedAt: null } })
    if (live) return kept
  }
  if ((await prisma.apiKey.count()) > 0) return null
  const issued = await issueKey('advanced', 'demo')
  if (!issued) return null
  await writeFile(path, `${issued.key}\n`, { mode: 0o600 })
  return issued.key
}
