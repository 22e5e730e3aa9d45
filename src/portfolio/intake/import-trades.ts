import type { Owner } from '../../account/owner/owned-by.ts'
import { catalog } from '../../catalog/catalog.ts'
import type { Decimal } from '../../core/decimal.ts'
import { ApiError } from '../../core/errors.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import { market } from '../../market/market.ts'
import { type Asking, changeInTurn } from '../change.ts'
import { findRefusals } from '../ledger/feasible.ts'
import type { Portfolio } from '../portfolio.store.ts'
import { insertTrades, readFirstBars, readTrades, type Trade, type TradeFacts } from '../trade/trade.store.ts'
import { checkAllowed, checkCount, checkDay } from '../trade/trade-rule.ts'
import { type Candidate, toCandidates } from './candidate.ts'
import type { FileTrade, Pause, TradeFile } from './file-trade.ts'

/** What an import did. */
export interface TradeImport {
  /** Trades in the file, the wrong ones included. */
  readonly read: number
  readonly added: number
  /** Trades the portfolio has already. */
  readonly known: number
  readonly rejected: readonly Rejection[]
  readonly notes: readonly string[]
}

/** Carries the outcome of an import that stores nothing out of the transaction, which is undone. */
class NothingStored extends Error {
  readonly outcome: TradeImport

  constructor(outcome: TradeImport) {
    super('Nothing was stored.')
    this.outcome = outcome
  }
}

/**
 * Adds the trades of a file to a portfolio, all of them or, unless `partial`, none. A trade counts as known when the portfolio has as many
 * of the same listing, day, direction, quantity, price and fee as the file: the same file twice adds nothing, and neither does what two
 * files have in common.
 */
export async function importTrades(
  { id, file, partial }: { readonly id: string; readonly file: TradeFile; readonly partial: boolean },
  asking: Asking & { readonly pause: Pause },
): Promise<TradeImport> {
  const rejected = [...file.rejected]
  const candidates = await toCandidates(inTradingOrder(file.trades), rejected, asking.pause)
  const read = file.trades.length + file.rejected.length
  try {
    return await changeInTurn(asking, id, {}, async (owner, portfolio) => {
      const { fresh, known, stored } = await separate(owner, portfolio, candidates, asking.pause)
      const good = await choose(owner, portfolio, {
        fresh,
        stored,
        rejected,
        today: dayOfMs(asking.clock.now()),
        pause: asking.pause,
      })
      const added = partial || rejected.length === 0 ? good.length : 0
      const outcome = { read, added, known, rejected: inLineOrder(rejected), notes: file.notes }
      if (added === 0) throw new NothingStored(outcome)
      checkCount(stored.length, added)
      await insertTrades(owner, portfolio, good, new Date(asking.clock.now()))
      return outcome
    })
  } catch (error) {
    if (error instanceof NothingStored) return error.outcome
    throw error
  }
}

/** By day and time; files that begin with the newest are turned round, so that trades of one day keep the order they were made in. */
function inTradingOrder(trades: readonly FileTrade[]): FileTrade[] {
  const newestFirst = (trades[0]?.day ?? 0) > (trades.at(-1)?.day ?? 0)
  return (newestFirst ? trades.toReversed() : trades).toSorted((a, b) => a.day - b.day || a.second - b.second)
}

function inLineOrder(rejected: readonly Rejection[]): Rejection[] {
  return rejected.toSorted((a, b) => a.line - b.line)
}

/** Which of the trades the portfolio has already: for each that is stored, one of the file is known. */
async function separate(
  owner: Owner,
  portfolio: Portfolio,
  candidates: readonly Candidate[],
  pause: Pause,
): Promise<{ fresh: Candidate[]; known: number; stored: Trade[] }> {
  const stored = await readTrades(owner, [portfolio])
  const counts = new Map<string, number>()
  for (const trade of stored) {
    await pause()
    const likeness = likenessOf(trade)
    counts.set(likeness, (counts.get(likeness) ?? 0) + 1)
  }
  const fresh: Candidate[] = []
  for (const candidate of candidates) {
    await pause()
    const likeness = likenessOf(candidate)
    const left = counts.get(likeness) ?? 0
    if (left > 0) counts.set(likeness, left - 1)
    else fresh.push(candidate)
  }
  return { fresh, known: candidates.length - fresh.length, stored }
}

function likenessOf({ listingId, day, direction, quantity, price, fee }: TradeFacts): string {
  return [listingId, day, direction, quantity.toFixed(), price.toFixed(), fee.toFixed()].join(' ')
}

/** The trades that a change of the portfolio one by one would take; the others go to `rejected`. */
async function choose(
  owner: Owner,
  portfolio: Portfolio,
  work: {
    readonly fresh: readonly Candidate[]
    readonly stored: readonly Trade[]
    readonly rejected: Rejection[]
    readonly today: number
    readonly pause: Pause
  },
): Promise<Candidate[]> {
  const { fresh, rejected, today } = work
  const firstBars = await readFirstBars(owner, [...new Set(fresh.map(({ listingId }) => listingId))])
  const allowed = fresh.filter(({ listing, line, day, direction }) => {
    try {
      checkDay(listing, day, { firstBar: firstBars.get(listing.id), today })
      checkAllowed(portfolio, listing, direction)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      rejected.push({ line, reason: error.message })
      return false
    }
  })
  const stored = Map.groupBy(work.stored, (one) => one.listingId)
  const refused = new Set<Candidate>()
  for (const [listingId, added] of Map.groupBy(allowed, (one) => one.listingId)) {
    await work.pause()
    const refusals = findRefusals(stored.get(listingId) ?? [], added, market().actions(listingId))
    for (const { trade, missing } of refusals) {
      refused.add(trade)
      rejected.push({ line: trade.line, reason: reasonOf(trade, missing) })
    }
  }
  return allowed.filter((one) => !refused.has(one))
}

function reasonOf({ direction, listingId }: Candidate, missing: Decimal | null): string {
  const ticker = catalog().listing(listingId)?.ticker ?? String(listingId)
  if (missing === null) return `the portfolio has a later trade of ${ticker} that needs what this ${direction} takes`
  const position = direction === 'sell' ? 'are held' : 'are sold short'
  return `it would take ${missing.toFixed()} ${ticker} more than ${position} then`
}
