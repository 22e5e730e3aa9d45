import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'

const row = z.object({ ticker: z.string().min(1) })

/** Tickers of quiet-assets.csv: stablecoins, pegs and indices, whose prices make no such news. */
export function readQuietAssets(): ReadonlySet<string> {
  return new Set(readShippedRows(new URL('quiet-assets.csv', import.meta.url), row).map(({ ticker }) => ticker))
}
