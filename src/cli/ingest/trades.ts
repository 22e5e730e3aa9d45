import { openCatalog } from '../../catalog/catalog.ts'
import { ApiError } from '../../core/errors.ts'
import { Unreadable } from '../../core/file/bytes.source.ts'
import { type IngestSummary, newSummary, note, reject } from '../../core/file/ingest-summary.ts'
import { systemClock } from '../../core/time/clock.ts'
import { openMarket } from '../../market/market.ts'
import { importTrades } from '../../portfolio/intake/import-trades.ts'
import { parseTrades, readText } from '../../portfolio/intake/trade-file.source.ts'
import { findAccountOf } from '../../portfolio/portfolio.store.ts'
import { UsageError } from '../command.ts'

const goOn = () => null

/** Adds the trades of a file to a portfolio, whoever's it is; the reference data must be loaded before. */
export async function ingestTrades(path: string, id: string, partial: boolean): Promise<IngestSummary> {
  const beganMs = performance.now()
  const accountId = /^\d{1,9}$/.test(id) ? await findAccountOf(Number(id)) : null
  if (accountId === null) throw new UsageError(`There is no portfolio "${id.slice(0, 40)}".`)
  const summary = newSummary('trades')
  await Promise.all([openCatalog(null), openMarket(null)])
  try {
    const file = await parseTrades(await readText(path, process.stdin), goOn)
    const { read, added, known, rejected, notes } = await importTrades(
      { id, file, partial },
      { accountId, clock: systemClock, pause: goOn },
    )
    Object.assign(summary, { read, inserted: added, skipped: known })
    reject(summary, rejected)
    for (const text of notes) note(summary, text)
    if (rejected.length > 0 && !partial)
      note(summary, 'Nothing was stored, as lines are wrong. --partial stores the right ones.')
  } catch (error) {
    if (!(error instanceof Unreadable || error instanceof ApiError)) throw error
    reject(summary, [{ line: 0, reason: error.message }])
  }
  summary.elapsed_ms = Math.round(performance.now() - beganMs)
  return summary
}
