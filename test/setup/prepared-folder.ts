import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies a data folder whose database is down: a cluster of its own, owned by the same user. */
export async function copyOfFolder(from: string, to: string): Promise<void> {
  // Node's own copy gives the files to whoever copies them.
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`The prepared data folder could not be copied: ${stderr}`)
  await rm(join(to, 'cluster-id'), { force: true })
}
