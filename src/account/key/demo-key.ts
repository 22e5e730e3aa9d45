import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prisma } from '../../core/database/db.ts'
import { isWellFormedKey, keyDigest, newApiKey } from './api-key.ts'
import { issueKey } from './key.store.ts'

/** The file the key of the demo account is kept in, readable by its owner only. */
export function demoKeyFile(dataDir: string): string {
  return join(dataDir, 'demo-key')
}

/**
 * The key of the demo account: made when there is no key at all yet, kept beside the local data so that later starts can show it.
 * Null when the database has keys and none of them is the demo's.
 */
export async function demoKey(dataDir: string): Promise<string | null> {
  const path = demoKeyFile(dataDir)
  const kept = (await readFile(path, 'utf8').catch(() => '')).trim()
  if (kept && (await isLive(kept))) return kept
  // Another process that starts beside this one may just have issued it.
  if ((await prisma.apiKey.count()) > 0) return kept && (await isLive(kept)) ? kept : null
  // On disk first: a process killed in between finds the key there, and issues that one.
  const key = kept && isWellFormedKey(kept) ? kept : newApiKey()
  if (key !== kept) await writeFile(path, `${key}\n`, { mode: 0o600 })
  const issued = await issueKey('advanced', 'demo', key).catch(async (error) => {
    if (!(await isLive(key))) throw error
    return { key }
  })
  return issued && key
}

async function isLive(key: string): Promise<boolean> {
  const digest = Uint8Array.from(keyDigest(key))
  return (await prisma.apiKey.findFirst({ where: { digest, revokedAt: null } })) !== null
}
