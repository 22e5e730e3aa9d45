import { rm } from 'node:fs/promises'
import { log } from '../../core/log.ts'
import { readFrameFile } from './frame-file.ts'
import type { FrameState } from './frame-message.ts'
import type { WorkerPool } from './worker-pool.ts'

/** Reads the frame that an earlier process wrote; null when there is none, or it is damaged: then it is deleted. What the database changed since is for `refreshFrame`. */
export async function restoreFrame(pool: WorkerPool, path: string): Promise<FrameState | null> {
  const contents = await readFrameFile(path)
  if (!contents) {
    await rm(path, { force: true }).catch(() => {})
    return null
  }
  const { directory, splits, segments } = contents
  try {
    const buffers = await Promise.all(
      segments.map((part, index) => part && pool.ask(index % pool.size, 'restore', part)),
    )
    return { directory, buffers, splits }
  } catch (error) {
    log.warn({ err: error }, 'the file of the screener is damaged: its frame is built from the database')
    await rm(path, { force: true }).catch(() => {})
    return null
  }
}

/** Writes the frame to a file that the next process begins from. */
export async function saveFrame(pool: WorkerPool, path: string, state: FrameState): Promise<void> {
  await pool.ask(pool.size - 1, 'save', { path, state })
}
