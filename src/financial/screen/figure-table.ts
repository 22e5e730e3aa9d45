import { LRUCache } from 'lru-cache'
import type { Listing } from '../../catalog/catalog.store.ts'
import type { Catalog } from '../../catalog/catalog-snapshot.ts'
import { addTo, type Bitset, emptyBitset } from '../../core/bitset.pure.ts'
import { CONCEPTS, type Concept, conceptOf, STATEMENT_FIELDS } from '../concept/concept.source.ts'
import { type PriceBasis, type PricedFigures, priceFigures } from '../statement/priced.pure.ts'
import type { StatementOrigin } from '../statement/statement.store.ts'
import type { AnnualHistory } from './annual-history.pure.ts'
import { type CohortPartitions, divideIntoCohorts, type FigureCohorts, tabulateFigure } from './cohort.pure.ts'
import type { LatestFigures, YearOfListing } from './figure.store.ts'
import type { FigureColumns } from './screen.pure.ts'
import { sortListings } from './sort-listings.pure.ts'

/** Concepts whose fiscal years are kept in memory at once; each takes a megabyte or two at 25,000 listings. */
const HISTORIES_MAX = 24
/** Orders kept in memory at once: 0.1 MB each at 25,000 listings. */
const ORDERS_MAX = 16

const MONEY: readonly boolean[] = CONCEPTS.map(({ unit }) => unit === 'money' || unit === 'per_share')

const BASIS: Readonly<Record<Exclude<keyof PriceBasis, 'marketCap' | 'quotedYield'>, number>> = {
  netIncome: conceptOf('net_income').position,
  normalizedIncome: conceptOf('normalized_income').position,
  bookValue: conceptOf('book_value').position,
  netDebt: conceptOf('net_debt').position,
  minorityInterest: conceptOf('minority_interest').position,
  preferredStock: conceptOf('preferred_stock_equity').position,
  ebitda: conceptOf('ebitda').position,
  fcf: conceptOf('fcf').position,
  dividendsPaid: conceptOf('dividends_paid').position,
}

const PRICED: Readonly<Record<keyof PricedFigures, number>> = {
  mcap: conceptOf('mcap').position,
  pe: conceptOf('pe').position,
  normalized_pe: conceptOf('normalized_pe').position,
  pb: conceptOf('pb').position,
  ev_ebitda: conceptOf('ev_ebitda').position,
  dividend_yield: conceptOf('dividend_yield').position,
  fcf_yield: conceptOf('fcf_yield').position,
}
const PRICED_POSITIONS: ReadonlySet<number> = new Set(Object.values(PRICED))

/** The market's part of a listing's figures. */
interface MarketFigures {
  readonly marketCapUsd: number | null
  readonly dividendYield: number | null
  /** `demo` when a price or rate of the demo market is in them; null otherwise. */
  readonly mark: 'demo' | null
}

/** Reads the market's part of a listing's figures. */
export type ReadMarket = (listing: Listing) => MarketFigures

/** The latest figures of every listing of a catalogue in columns: money in US dollars, NaN where unknown. */
export class FigureTable {
  readonly catalog: Catalog
  /** Listings by the index of the columns. */
  readonly listings: readonly Listing[]
  readonly stocks: Bitset
  #partitions: CohortPartitions | undefined
  readonly #indexOf: ReadonlyMap<number, number>
  readonly #columns: Float64Array[] = []
  readonly #origins: (StatementOrigin | null)[]
  readonly #priceMarks: ('demo' | null)[]
  readonly #cohorts = new Map<number, FigureCohorts>()
  readonly #histories = new LRUCache<number, AnnualHistory>({ max: HISTORIES_MAX })
  readonly #orders = new LRUCache<string, Int32Array>({ max: ORDERS_MAX })

  constructor(catalog: Catalog) {
    this.catalog = catalog
    this.listings = catalog.listings
    this.#indexOf = new Map(this.listings.map(({ id }, index) => [id, index]))
    this.#origins = this.listings.map(() => null)
    this.#priceMarks = this.listings.map(() => null)
    this.stocks = emptyBitset(this.listings.length)
    this.listings.forEach(({ type }, index) => {
      if (type === 'stock') addTo(this.stocks, index)
    })
  }

  /** Cohorts that the stocks are divided into; made at the first use. */
  get partitions(): CohortPartitions {
    this.#partitions ??= divideIntoCohorts(
      this.listings.map(({ type, country, gicsCode }) =>
        type === 'stock' ? { country, sector: gicsCode?.slice(0, 2) ?? null } : null,
      ),
    )
    return this.#partitions
  }

  /** Adds the column of the next concept, without figures; false when there is none left. Columns of many listings take a moment. */
  addColumn(): boolean {
    if (this.#columns.length === CONCEPTS.length) return false
    this.#columns.push(new Float64Array(this.listings.length).fill(Number.NaN))
    return true
  }

  /** Index of a listing; undefined when the table does not know it. */
  indexOf(listingId: number): number | undefined {
    return this.#indexOf.get(listingId)
  }

  column(concept: number): Float64Array {
    const column = this.#columns[concept]
    if (!column) throw new Error(`There is no concept at position ${concept}.`)
    return column
  }

  /** A figure of a listing; null where unknown. */
  figure(listingId: number, concept: number): number | null {
    const index = this.#indexOf.get(listingId)
    const value = index === undefined ? Number.NaN : (this.#columns[concept]?.[index] ?? Number.NaN)
    return Number.isNaN(value) ? null : value
  }

  /** `demo` when some statements or prices are the demo's: every order and cohort has them in it then. */
  get mark(): 'demo' | null {
    return this.#origins.includes('demo') || this.#priceMarks.includes('demo') ? 'demo' : null
  }

  /** The data set of the figures of a listing, those that need a price included where `isPriced`. */
  markOf(listingId: number, isPriced: boolean): 'demo' | null {
    const index = this.#indexOf.get(listingId) ?? -1
    return this.#origins[index] === 'demo' || (isPriced && this.#priceMarks[index] === 'demo') ? 'demo' : null
  }

  cohorts(concept: number): FigureCohorts {
    const known = this.#cohorts.get(concept)
    if (known) return known
    const cohorts = tabulateFigure(this.column(concept), this.partitions)
    this.#cohorts.set(concept, cohorts)
    return cohorts
  }

  /** All listings by their figure of a concept; unknown ones come last in either direction, equal ones by index. */
  order(concept: number, direction: 'asc' | 'desc'): Int32Array {
    const key = `${concept} ${direction}`
    const known = this.#orders.get(key)
    if (known) return known
    const order = sortListings(Int32Array.from(this.listings.keys()), this.column(concept), direction)
    this.#orders.set(key, order)
    return order
  }

  /** Whether the cohorts of a concept are tabulated. */
  hasCohorts(concept: number): boolean {
    return this.#cohorts.has(concept)
  }

  /** Fiscal years of a concept; undefined when they are not in memory. */
  history(concept: number): AnnualHistory | undefined {
    return this.#histories.get(concept)
  }

  /** Concepts whose fiscal years are in memory. */
  get historyConcepts(): readonly number[] {
    return [...this.#histories.keys()]
  }

  /** Keeps the fiscal years of a concept in memory. */
  keepHistory(concept: number, history: AnnualHistory): void {
    this.#histories.set(concept, history)
  }

  /** What conditions are judged by, with the fiscal years of the concepts whose growth they ask about. */
  screenColumns(histories: ReadonlyMap<number, AnnualHistory>): FigureColumns {
    return {
      stocks: this.stocks,
      partitions: this.partitions,
      column: (concept) => this.column(concept),
      cohorts: (concept) => this.cohorts(concept),
      history(concept) {
        const history = histories.get(concept)
        if (!history) throw new Error(`The fiscal years of the concept at position ${concept} were not prepared.`)
        return history
      },
    }
  }

  /** Puts the fiscal years of some listings into a history; listings without any lose theirs. */
  setYears(concept: Concept, history: AnnualHistory, listingIds: readonly number[], years: readonly YearOfListing[]) {
    const byListing = Map.groupBy(years, ({ listingId }) => listingId)
    const kind = { isMoney: MONEY[concept.position] ?? false, isOutflow: concept.sign === 'outflow_negative' }
    for (const id of listingIds) {
      const index = this.#indexOf.get(id)
      if (index !== undefined) history.set(index, byListing.get(id) ?? [], kind)
    }
  }

  /** Sets what statements and the market say of some listings; those without a row have no statements. */
  setStatements(listingIds: readonly number[], rows: readonly LatestFigures[], read: ReadMarket): void {
    const byListing = new Map(rows.map((row) => [row.listingId, row]))
    for (const id of listingIds) {
      const index = this.#indexOf.get(id)
      if (index === undefined) continue
      this.#setStatement(index, byListing.get(id))
      this.#price(index, read)
    }
    this.#cohorts.clear()
    this.#orders.clear()
  }

  #setStatement(index: number, row: LatestFigures | undefined): void {
    this.#origins[index] = row?.dataSet ?? null
    const rate = row?.currency === 'USD' ? 1 : (row?.usdRate ?? Number.NaN)
    for (const { position } of CONCEPTS) {
      const column = this.#columns[position]
      if (!column || PRICED_POSITIONS.has(position)) continue
      const value =
        position < STATEMENT_FIELDS.length ? row?.values[position] : row?.ratios[position - STATEMENT_FIELDS.length]
      column[index] = (value ?? Number.NaN) * (MONEY[position] ? rate : 1)
    }
  }

  /** Sets the figures that need a price of the listings from `first` up to, not including, `end`. */
  setPrices(first: number, end: number, read: ReadMarket): void {
    for (let index = first; index < Math.min(end, this.listings.length); index++) this.#price(index, read)
    for (const concept of PRICED_POSITIONS) this.#cohorts.delete(concept)
    this.#orders.clear()
  }

  #price(index: number, read: ReadMarket): void {
    const listing = this.listings[index]
    if (!listing) return
    const { marketCapUsd, dividendYield, mark } = read(listing)
    this.#priceMarks[index] = mark
    const at = (concept: number) => this.#columns[concept]?.[index] ?? Number.NaN
    const priced = priceFigures({
      marketCap: marketCapUsd ?? Number.NaN,
      quotedYield: dividendYield,
      netIncome: at(BASIS.netIncome),
      normalizedIncome: at(BASIS.normalizedIncome),
      bookValue: at(BASIS.bookValue),
      netDebt: at(BASIS.netDebt),
      minorityInterest: at(BASIS.minorityInterest),
      preferredStock: at(BASIS.preferredStock),
      ebitda: at(BASIS.ebitda),
      fcf: at(BASIS.fcf),
      dividendsPaid: at(BASIS.dividendsPaid),
    })
    this.#setPriced(index, priced)
  }

  #setPriced(index: number, priced: PricedFigures): void {
    const set = (concept: number, value: number) => {
      const column = this.#columns[concept]
      if (column) column[index] = value
    }
    set(PRICED.mcap, priced.mcap)
    set(PRICED.pe, priced.pe)
    set(PRICED.normalized_pe, priced.normalized_pe)
    set(PRICED.pb, priced.pb)
    set(PRICED.ev_ebitda, priced.ev_ebitda)
    set(PRICED.dividend_yield, priced.dividend_yield)
    set(PRICED.fcf_yield, priced.fcf_yield)
  }
}
