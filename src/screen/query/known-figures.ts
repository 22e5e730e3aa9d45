import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Catalog } from '../../catalog/catalog-snapshot.ts'
import { addTo, type Bitset, emptyBitset, isIn, membersOf } from '../../core/bitset.pure.ts'
import { outsideCalls } from '../../core/call/call-scope.ts'
import { isoOfDay } from '../../core/time/day.pure.ts'
import { CONCEPTS, type Concept } from '../../financial/concept/concept.source.ts'
import { AnnualHistory } from '../../financial/screen/annual-history.pure.ts'
import type { Condition } from '../../financial/screen/condition.pure.ts'
import type { LatestFigures } from '../../financial/screen/figure.store.ts'
import { FigureTable, type ReadMarket } from '../../financial/screen/figure-table.ts'
import { COHORT_RULES, isGrowth } from '../../financial/screen/pattern.pure.ts'
import type { FigureColumns } from '../../financial/screen/screen.pure.ts'
import { prepareCompany } from '../../financial/statement/prepare.ts'
import { computeDividendFacts } from '../../market/dividend/dividend.pure.ts'
import { market } from '../../market/market.ts'
import { computeMarketCap } from '../../market/profile/market-cap.ts'
import { frame } from '../frame/frame.ts'
import { screenerUnavailable } from '../frame/worker-pool.ts'
import { scaledCap } from './close-on.ts'
import {
  type KnownPeriod,
  QUARTER_LAG_DAYS,
  readKnownPeriods,
  readKnownYears,
  YEAR_LAG_DAYS,
} from './known-figures.store.ts'

/** Listings read at once, and those whose twelve months are computed in one turn of the event loop. */
const SLICE = 100
const TURN = 10
/** Days whose figures are kept in memory at once (50 MB each at 25,000 listings), and how long. */
const DAYS_MAX = 2
const KEPT_MS = 10 * 60_000
/** How long a call waits for figures that are being read, and when it may come again. */
const WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 5

/** What a screen of an earlier day says of its figures. */
export const KNOWN_FIGURES_NOTE = `figures are of statements filed by as_of (where the day is not known, ${YEAR_LAG_DAYS} days after a fiscal year and ${QUARTER_LAG_DAYS} after a quarter), as restated since, at the closes of as_of; stocks, sectors and share counts are those of today.`

/** Fiscal years of one concept, and the listings whose years are in it. */
interface LoadedHistory {
  readonly history: AnnualHistory
  readonly loaded: Bitset
}

/**
 * The figures of all listings as they were known on one day; read as screens ask for them. Of 25,000 listings that takes longer than
 * callers wait: the reading goes on without them, and the next one finds it done.
 */
export class KnownFigures {
  readonly table: FigureTable
  readonly #day: number
  readonly #loaded: Bitset
  readonly #histories = new Map<number, LoadedHistory>()
  #busy: Promise<void> = Promise.resolve()
  #waiting = 0
  #dropped = false

  constructor(catalog: Catalog, day: number) {
    this.table = new FigureTable(catalog)
    this.#day = day
    this.#loaded = emptyBitset(this.table.listings.length)
  }

  /** Nobody will ask for this day again: what is being read for nobody ends. */
  drop(): void {
    this.#dropped = true
  }

  /** Reads the figures of these listings, and of nobody twice; throws 503 when that takes too long to wait for. */
  load(listings: Bitset): Promise<void> {
    return this.#inTurn(() => this.#load(listings))
  }

  /** Loads what conditions need over `among`, which is part of `universe`; throws 503 when that takes too long to wait for. */
  async prepare(conditions: readonly Condition[], universe: Bitset, among: Bitset): Promise<FigureColumns> {
    const { table } = this
    const grown = new Set(conditions.filter(({ pattern }) => isGrowth(pattern)).map(({ concept }) => concept))
    await this.#inTurn(async () => {
      await this.#load(scopeOf(conditions, table.stocks, universe, among))
      for (const concept of grown) await this.#loadYears(concept, among)
    })
    const histories = new Map<number, AnnualHistory>()
    for (const concept of grown) {
      const known = this.#histories.get(concept)
      if (known) histories.set(concept, known.history)
    }
    return table.screenColumns(histories)
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = outsideCalls(() => this.#busy.then(work))
    this.#busy = turn.catch(() => {})
    this.#waiting++
    const patience = new AbortController()
    const late = pause(WAIT_MS, true, { ref: false, signal: patience.signal }).catch(() => false)
    try {
      if (!(await Promise.race([turn, late]))) return
      const why = `The figures known on ${isoOfDay(this.#day)} are being read; they are ready in a moment.`
      throw screenerUnavailable(why, RETRY_AFTER_SECONDS)
    } finally {
      patience.abort()
      this.#waiting--
    }
  }

  #checkWanted(): void {
    if (this.#dropped && this.#waiting === 0) throw new Error('Nobody waits for these figures any more.')
  }

  async #load(listings: Bitset): Promise<void> {
    while (this.table.addColumn()) await nextTurn()
    const missing = membersOf(listings).filter((index) => !isIn(this.#loaded, index))
    for (let first = 0; first < missing.length; first += SLICE) {
      this.#checkWanted()
      const slice = missing.slice(first, first + SLICE)
      const ids = [...slice].flatMap((index) => this.table.listings[index]?.id ?? [])
      const periods = Map.groupBy(await readKnownPeriods(ids, this.#day), ({ listingId }) => listingId)
      for (let from = 0; from < ids.length; from += TURN) {
        const turn = ids.slice(from, from + TURN)
        const rows = turn.flatMap((id) => latestOf(periods.get(id) ?? []) ?? [])
        this.table.setStatements(turn, rows, marketOn(this.#day))
        await nextTurn()
      }
      for (const index of slice) addTo(this.#loaded, index)
    }
  }

  async #loadYears(concept: number, among: Bitset): Promise<void> {
    const size = this.table.listings.length
    const known = this.#histories.get(concept) ?? { history: new AnnualHistory(size), loaded: emptyBitset(size) }
    this.#histories.set(concept, known)
    const missing = membersOf(among).filter((index) => !isIn(known.loaded, index))
    for (let first = 0; first < missing.length; first += SLICE) {
      this.#checkWanted()
      const slice = missing.slice(first, first + SLICE)
      const ids = [...slice].flatMap((index) => this.table.listings[index]?.id ?? [])
      this.table.setYears(conceptAt(concept), known.history, ids, await readKnownYears(concept, ids, this.#day))
      for (const index of slice) addTo(known.loaded, index)
    }
  }
}

/** The listings whose figures conditions need: those they judge, and those of the cohorts they are judged against. */
function scopeOf(conditions: readonly Condition[], stocks: Bitset, universe: Bitset, among: Bitset): Bitset {
  const compared = conditions.filter(({ pattern }) => COHORT_RULES[pattern] !== undefined)
  if (compared.some(({ cohort }) => cohort === 'country_sector'))
    return stocks.map((word, place) => word | (among[place] ?? 0))
  return compared.length > 0 ? universe : among
}

/** The trailing twelve months among the periods that were known; the last fiscal year where no later quarter was. */
function latestOf(periods: readonly KnownPeriod[]): LatestFigures | undefined {
  const year = periods.findLast(({ periodType }) => periodType === 'A')
  const last = periods.at(-1)
  if (!last || (year && year.endDay >= last.endDay)) return year
  const rates = new Map(periods.map(({ endDay, usdRate }) => [endDay, usdRate]))
  const reported = periods.flatMap(({ periodType, fiscalPeriod, ...period }) =>
    periodType === 'T' || fiscalPeriod === 'TTM' ? [] : [{ ...period, periodType, fiscalPeriod }],
  )
  const trailing = prepareCompany(reported, (_, day) => rates.get(day) ?? null).findLast(
    ({ periodType }) => periodType === 'T',
  )
  const { listingId, dataSet } = last
  return trailing ? { ...trailing, listingId, dataSet } : year
}

/** Reads what the market said of a listing on a day: its value today scaled by the closes since, and its yield at the close of the day. */
function marketOn(day: number): ReadMarket {
  return (listing) => {
    const { usd } = computeMarketCap(listing)
    const seen = frame().closeOn(listing.id, day)
    const dividends = seen && computeDividendFacts(market().actions(listing.id), day, seen.close)
    return {
      marketCapUsd: usd === null || seen === null ? null : scaledCap(usd, seen.sinceThen),
      dividendYield: dividends?.yield ?? null,
      mark: market().markOf(listing),
    }
  }
}

function conceptAt(position: number): Concept {
  const concept = CONCEPTS[position]
  if (!concept) throw new Error(`There is no concept at position ${position}.`)
  return concept
}

const kept = new LRUCache<string, { readonly of: object; readonly figures: KnownFigures }>({
  max: DAYS_MAX,
  ttl: KEPT_MS,
  dispose: ({ figures }) => figures.drop(),
})

/** The figures of all listings of a catalogue as they were known on a day. */
export function knownFigures(catalog: Catalog, day: number): KnownFigures {
  const of = frame()
  const key = `${day} ${of.statementChanges}`
  const known = kept.get(key)
  if (known?.of === of && known.figures.table.catalog === catalog) return known.figures
  const figures = new KnownFigures(catalog, day)
  kept.set(key, { of, figures })
  return figures
}
