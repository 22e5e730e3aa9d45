import { afterAll, beforeAll, vi } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { type Frame, openFrame } from '../../src/screen/frame/frame.ts'
import { SOON } from './soon.ts'

/** Builds the screener over the bars that are stored, once for a file; to be called behind what stores them. */
export function useScreener(): void {
  let frame: Frame
  beforeAll(async () => {
    const { connectionString = '' } = pool.options
    frame = await openFrame({ connectionString, folder: null, workers: 1 }, null)
    await vi.waitFor(() => {
      if (!frame.ready) throw new Error('The screener is not ready.')
    }, SOON)
  })
  afterAll(() => frame.close())
}
