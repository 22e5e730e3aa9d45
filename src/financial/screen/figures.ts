import { setImmediate as nextTurn } from 'node:timers/promises'
import { catalog } from '../../catalog/catalog.ts'
import type { Notifications } from '../../core/database/notifications.ts'
import { log } from '../../core/log.ts'
import { systemClock } from '../../core/time/clock.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import { market } from '../../market/market.ts'
import { computeMarketCap } from '../../market/profile/market-cap.ts'
import { CONCEPTS, type Concept, conceptOf } from '../concept/concept.source.ts'
import { AnnualHistory } from './annual-history.pure.ts'
import type { Condition } from './condition.pure.ts'
import { readFiscalYears, readLatestFigures } from './figure.store.ts'
import { FigureTable, type ReadMarket } from './figure-table.ts'
import { COHORT_RULES, isGrowth } from './pattern.pure.ts'
import type { FigureColumns } from './screen.pure.ts'

/** Listings read or priced at once: a few milliseconds of the event loop. */
const SLICE = 250
/** Pause in which the batches of one ingest gather, and before another attempt. */
const GATHER_MS = 300
const RETRY_MS = 5_000
/** Concepts that growth is most often asked of: their fiscal years are loaded ahead. */
const GROWTH_CONCEPTS = ['revenue', 'net_income', 'ebitda', 'fcf', 'eps'].map(conceptOf)

/** Keeps the figures of all listings in memory, up to date with statements, prices and the catalogue. */
class FigureKeeper {
  #table: FigureTable | null = null
  #first: Promise<FigureTable> | null = null
  readonly #loading = new Map<number, Promise<void>>()
  /** Listings whose statements changed and are not loaded yet; null = any. */
  #changed: Set<number> | null = new Set()
  #repriced = false
  #working = false
  #closed = false

  /** Reads nothing any more; what is being read may fail. */
  close(): void {
    this.#closed = true
  }

  get isClosed(): boolean {
    return this.#closed
  }

  /** The figures; while they are loaded for the first time, callers wait. */
  current(): Promise<FigureTable> | FigureTable {
    if (this.#table) {
      this.#schedule()
      return this.#table
    }
    this.#first ??= this.#load().then(
      (table) => {
        this.#table = table
        this.#schedule()
        return table
      },
      (error) => {
        this.#first = null
        throw error
      },
    )
    return this.#first
  }

  /** Notes that statements of these listings changed (null = of any). */
  noteStatements(listingIds: readonly number[] | null): void {
    if (listingIds === null) this.#changed = null
    else for (const id of listingIds) this.#changed?.add(id)
    this.#schedule()
  }

  /** Notes that prices or exchange rates changed. */
  notePrices(): void {
    this.#repriced = true
    this.#schedule()
  }

  /** Loads what conditions need beyond the columns, and holds it for them: fiscal years, and cohorts a concept at a time. */
  async prepare(table: FigureTable, conditions: readonly Condition[]): Promise<FigureColumns> {
    const histories = new Map<number, AnnualHistory>()
    for (const { concept, pattern } of conditions) {
      if (isGrowth(pattern)) histories.set(concept, await this.#history(table, concept))
      else if (COHORT_RULES[pattern] && !table.hasCohorts(concept)) {
        table.cohorts(concept)
        await nextTurn()
      }
    }
    return table.screenColumns(histories)
  }

  /** Tabulates the cohorts of all concepts and loads the usual fiscal years, so that no call waits for them. */
  async warm(): Promise<void> {
    const table = await this.current()
    await this.#warm(table)
  }

  get #isOutdated(): boolean {
    return this.#changed === null || this.#changed.size > 0 || this.#repriced || this.#table?.catalog !== catalog()
  }

  #schedule(pauseMs = GATHER_MS): void {
    if (this.#closed || this.#working || !this.#table || !this.#isOutdated) return
    this.#working = true
    setTimeout(() => void this.#work(this.#table), pauseMs).unref()
  }

  async #work(table: FigureTable | null): Promise<void> {
    const begunMs = performance.now()
    const [changed, repriced] = [this.#changed, this.#repriced]
    this.#changed = new Set()
    this.#repriced = false
    let failed = false
    try {
      if (changed === null || table?.catalog !== catalog()) await this.#replace(table)
      else {
        await this.#refresh(table, [...changed])
        if (repriced) await this.#price(table)
        await this.#warm(table)
      }
    } catch (error) {
      failed = true
      this.#changed = null
      if (!this.#closed) log.error({ err: error }, 'the figures of companies could not be loaded again')
    }
    this.#working = false
    // At most half of the time is spent on keeping up with a long ingest.
    this.#schedule(failed ? RETRY_MS : Math.max(GATHER_MS, performance.now() - begunMs))
  }

  /** Loads everything anew beside the present table, then takes its place. */
  async #replace(before: FigureTable | null): Promise<void> {
    const table = await this.#load()
    for (const concept of before?.historyConcepts ?? []) await this.#history(table, concept)
    await this.#warm(table)
    this.#table = table
  }

  async #load(): Promise<FigureTable> {
    const table = new FigureTable(catalog())
    const read = readMarketOf(dayOfMs(systemClock.now()))
    // Each a moment of the event loop of its own.
    while (table.addColumn()) await nextTurn()
    void table.partitions
    await nextTurn()
    const ids = table.listings.map(({ id }) => id)
    for (let first = 0; first < ids.length; first += SLICE) {
      const slice = ids.slice(first, first + SLICE)
      table.setStatements(slice, await readLatestFigures(slice), read)
    }
    return table
  }

  async #refresh(table: FigureTable, listingIds: readonly number[]): Promise<void> {
    const read = readMarketOf(dayOfMs(systemClock.now()))
    for (let first = 0; first < listingIds.length; first += SLICE) {
      const slice = listingIds.slice(first, first + SLICE)
      table.setStatements(slice, await readLatestFigures(slice), read)
      for (const concept of table.historyConcepts) {
        const years = await readFiscalYears(concept, slice)
        const history = table.history(concept)
        if (history) table.setYears(conceptAt(concept), history, slice, years)
      }
    }
  }

  async #price(table: FigureTable): Promise<void> {
    const read = readMarketOf(dayOfMs(systemClock.now()))
    for (let first = 0; first < table.listings.length; first += SLICE) {
      table.setPrices(first, first + SLICE, read)
      await nextTurn()
    }
  }

  /** Tabulates the cohorts of all concepts and loads the usual fiscal years, so that no call waits for them. */
  async #warm(table: FigureTable): Promise<void> {
    for (const { position } of CONCEPTS) {
      if (table.hasCohorts(position)) continue
      table.cohorts(position)
      await nextTurn()
    }
    for (const { position } of GROWTH_CONCEPTS) await this.#history(table, position)
  }

  async #history(table: FigureTable, concept: number): Promise<AnnualHistory> {
    for (;;) {
      const history = table.history(concept)
      if (history) return history
      // A reading under way may be for a table that is being replaced: then this one reads for itself.
      const loading = this.#loading.get(concept) ?? this.#readHistory(table, concept)
      this.#loading.set(concept, loading)
      await loading.finally(() => this.#loading.delete(concept))
    }
  }

  async #readHistory(table: FigureTable, concept: number): Promise<void> {
    const history = new AnnualHistory(table.listings.length)
    const ids = table.listings.map(({ id }) => id)
    for (let first = 0; first < ids.length; first += SLICE) {
      const slice = ids.slice(first, first + SLICE)
      table.setYears(conceptAt(concept), history, slice, await readFiscalYears(concept, slice))
    }
    table.keepHistory(concept, history)
  }
}

/** Reads what the market says of a listing on a day. */
function readMarketOf(today: number): ReadMarket {
  return (listing) => {
    const { usd, usdMark } = computeMarketCap(listing)
    const dividendYield = market().dividends(listing.id, today)?.yield ?? null
    const mark = usdMark ?? (dividendYield === null ? null : market().markOf(listing))
    return { marketCapUsd: usd, dividendYield, mark }
  }
}

function conceptAt(position: number): Concept {
  const concept = CONCEPTS[position]
  if (!concept) throw new Error(`There is no concept at position ${position}.`)
  return concept
}

let keeper = new FigureKeeper()

/** The figures of all listings; while they are loaded for the first time, callers wait. */
export function companyFigures(): Promise<FigureTable> | FigureTable {
  return keeper.current()
}

/** Loads what conditions need beyond the columns; what it returns can be screened at once. */
export function prepareScreen(table: FigureTable, conditions: readonly Condition[]): Promise<FigureColumns> {
  return keeper.prepare(table, conditions)
}

/** How long the catalogue takes to be read again. */
const CATALOGUE_MS = 2_000

/**
 * Loads the figures and keeps them up with what any process stores; catalogue and market must be open. Resolves once they are loaded;
 * with `ahead` false at once: the first call that needs figures loads them.
 */
export async function openFigures(notifications: Notifications | null, { ahead = true } = {}): Promise<void> {
  if (keeper.isClosed) keeper = new FigureKeeper()
  notifications?.on('financials_changed', (payload) => {
    keeper.noteStatements(payload === '' ? null : payload.split(',').map(Number))
  })
  notifications?.on('reference_changed', () => {
    setTimeout(() => void Promise.resolve(keeper.current()).catch(() => {}), CATALOGUE_MS).unref()
  })
  market().onRefresh(() => keeper.notePrices())
  if (!ahead) return
  try {
    await keeper.warm()
  } catch (error) {
    if (keeper.isClosed) return
    log.error({ err: error }, 'the figures of companies could not be loaded; the next call tries again')
  }
}

/** Stops keeping the figures up, before the database is closed. */
export function closeFigures(): void {
  keeper.close()
}
