import type { Listing } from '../../catalog/catalog.store.ts'
import {
  type IngestSummary,
  newSummary,
  note,
  type OnProgress,
  type Rejection,
  reject,
} from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import { dayOfMs, isoOfDay } from '../../core/time/day.pure.ts'
import { computeDayFigures } from '../daily/day-figures.pure.ts'
import { MarketDays } from '../daily/market-day.ts'
import { vacuumOptions } from '../history/history.store.ts'
import { type DayOfChain, storeChains } from '../history/store-chains.ts'
import { chainOf } from './chain.pure.ts'
import type { ChainBlock, ChainReading } from './chain-block.ts'

/** What an ingest of chains needs beside its source. */
export interface ChainTools {
  readonly clock: Clock
  /** Finds the listing of a ticker in any vendor's notation; null when there is none. */
  readonly find: (ticker: string) => Listing | null
  /** Keeps the contracts of every day, not only of the latest. */
  readonly keepAll: boolean
  readonly onProgress?: OnProgress
}

/** Contracts stored in one transaction, about. */
const BATCH_CONTRACTS = 60_000
/** Number of chains from which the tables are vacuumed after the ingest. */
const VACUUM_CHAINS_MIN = 2_000

/** Stores chains and the figures of their days; counts are contracts. The same chain again changes nothing. */
export async function ingestChains(
  source: string,
  readings: AsyncIterable<ChainReading>,
  tools: ChainTools,
): Promise<IngestSummary> {
  const startedAt = tools.clock.now()
  const intake = new ChainIntake(source, tools)
  for await (const { chain, rejected } of readings) {
    reject(intake.summary, rejected)
    if (chain) await intake.take(chain)
  }
  await intake.store()
  if (intake.chains >= VACUUM_CHAINS_MIN) await vacuumOptions()
  intake.summary.elapsed_ms = tools.clock.now() - startedAt
  return intake.summary
}

class ChainIntake {
  readonly summary: IngestSummary
  /** Chains stored. */
  chains = 0
  readonly #tools: ChainTools
  readonly #market = new MarketDays()
  readonly #today: number
  #waiting: { readonly listing: Listing; readonly block: ChainBlock }[] = []
  #contracts = 0

  constructor(source: string, tools: ChainTools) {
    this.summary = newSummary(source)
    this.#tools = tools
    this.#today = dayOfMs(tools.clock.now())
  }

  async take(block: ChainBlock): Promise<void> {
    const listing = this.#tools.find(block.ticker)
    const problem = listing
      ? this.#problemOf(block)
      : `there is no listing "${block.ticker.slice(0, 40)}"; ingest it with listings first`
    if (!listing || problem) return this.#reject(block, problem ?? '')
    this.#waiting.push({ listing, block })
    this.#contracts += block.contracts.length
    if (this.#contracts >= BATCH_CONTRACTS) await this.store()
  }

  #problemOf({ day, contracts }: ChainBlock): string | null {
    if (contracts.length === 0) return 'none of its contracts can be taken'
    return day > this.#today ? `${isoOfDay(day)} is after today` : null
  }

  #reject({ ticker, day }: ChainBlock, reason: string): void {
    const rejection: Rejection = {
      line: 0,
      reason: `the chain of ${ticker.slice(0, 40)} of ${isoOfDay(day)}: ${reason}`,
    }
    reject(this.summary, [rejection])
  }

  /** Stores what waits. */
  async store(): Promise<void> {
    const waiting = this.#waiting
    this.#waiting = []
    this.#contracts = 0
    if (waiting.length === 0) return
    await this.#market.prepare(waiting.map(({ listing }) => listing.id))
    const days: DayOfChain[] = []
    for (const { listing, block } of waiting) {
      const { close, carry } = this.#market.on(listing.id, block.day, block.spot)
      const spot = Number.isNaN(block.spot) ? close : block.spot
      if (!(spot > 0)) {
        this.#reject(block, 'there is no price of the underlying, in the file or among the bars; ingest its bars first')
        continue
      }
      const chain = chainOf(block.day, spot, block.contracts)
      this.summary.read += block.contracts.length
      this.summary.skipped += block.contracts.length - chain.length
      const figures = computeDayFigures(chain, spot, carry)
      if (Number.isNaN(figures.iv30))
        note(
          this.summary,
          `${listing.ticker} of ${isoOfDay(block.day)}: no 30-day implied volatility can be read off its contracts`,
        )
      days.push({ listingId: listing.id, chain, figures })
    }
    const changes = await storeChains(days, 'own', this.#tools.keepAll)
    changes.forEach((change, place) => {
      this.summary[change] += days[place]?.chain.length ?? 0
    })
    this.chains += days.length
    this.#tools.onProgress?.(this.summary)
  }
}
