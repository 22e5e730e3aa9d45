import { STATEMENT_FIELDS } from '../concept/concept.source.ts'
import { noFigures } from '../statement/identity.ts'
import type { ReportedPeriod } from '../statement/period.pure.ts'
import { type Figure, latestFigures, spanOf } from './figure.pure.ts'
import { DATE_SLACK, type FiscalQuarter, type FiscalYear, fiscalQuartersIn, fiscalYearsIn } from './fiscal-calendar.ts'

const QUARTER_NAMES = ['Q1', 'Q2', 'Q3', 'Q4'] as const

/**
 * The periods of a company from all figures known of it: each figure as last filed, quarters from what was reported for them or from
 * the year to date less the part before. `known` = fiscal years by their last day, as filings name them.
 */
export function assemblePeriods(figures: readonly Figure[], known: ReadonlyMap<number, number>): ReportedPeriod[] {
  const latest = [...latestFigures(figures).values()]
  const years = fiscalYearsIn(latest, known)
  const quarters = fiscalQuartersIn(latest, years)
  const book = new FigureBook(latest, figures)
  return [
    ...years.filter(({ isReported }) => isReported).map((year) => assembleYear(book, year)),
    ...quarters.map((quarter) => assembleQuarter(book, quarter, quarters)),
  ].filter(({ values }) => values.some((value) => !Number.isNaN(value)))
}

/** The figures of a company by concept, and when each end of a period was first filed. */
class FigureBook {
  readonly #byConcept: ReadonlyMap<number, readonly Figure[]>
  readonly #firstFiled = new Map<string, number>()

  constructor(latest: readonly Figure[], all: readonly Figure[]) {
    this.#byConcept = Map.groupBy(latest, ({ concept }) => concept)
    for (const figure of all) {
      const key = filingKey(spanOf(figure) === 'year' ? 'A' : 'Q', figure.endDay)
      const isFlow = figure.startDay !== figure.endDay
      if (isFlow && figure.filedDay < (this.#firstFiled.get(key) ?? Number.POSITIVE_INFINITY))
        this.#firstFiled.set(key, figure.filedDay)
    }
  }

  /** Day of the first filing with flows of a period: balances are repeated in reports of later periods. */
  filedFor(periodType: 'A' | 'Q', endDay: number): number | null {
    return this.#firstFiled.get(filingKey(periodType, endDay)) ?? null
  }

  /** The figure of one day: of the day itself, or else of one close to it. */
  balance(concept: number, endDay: number): Figure | undefined {
    const near = this.#of(concept).filter((one) => one.startDay === one.endDay && isNear(one.endDay, endDay))
    return closest(near, endDay)
  }

  /** The figure of days that begin and end about these. */
  flow(concept: number, startDay: number, endDay: number): Figure | undefined {
    const near = this.#of(concept).filter(
      (one) => one.startDay !== one.endDay && isNear(one.startDay, startDay) && isNear(one.endDay, endDay),
    )
    return closest(near, endDay)
  }

  /** The figure of a quarter that ends about this day. */
  quarter(concept: number, endDay: number): Figure | undefined {
    return closest(
      this.#of(concept).filter((one) => spanOf(one) === 'quarter' && isNear(one.endDay, endDay)),
      endDay,
    )
  }

  #of(concept: number): readonly Figure[] {
    return this.#byConcept.get(concept) ?? []
  }
}

function filingKey(periodType: 'A' | 'Q', endDay: number): string {
  return `${periodType} ${endDay}`
}

function isNear(day: number, other: number): boolean {
  return Math.abs(day - other) <= DATE_SLACK
}

/** The figure that ends closest to a day; of two the one filed last. */
function closest(figures: readonly Figure[], endDay: number): Figure | undefined {
  const distance = (figure: Figure) => Math.abs(figure.endDay - endDay)
  return figures.toSorted((one, other) => distance(one) - distance(other) || other.filedDay - one.filedDay)[0]
}

function assembleYear(book: FigureBook, { startDay, endDay, fiscalYear }: FiscalYear): ReportedPeriod {
  const figures = STATEMENT_FIELDS.map(({ position, combine }) =>
    combine === 'last' ? book.balance(position, endDay) : book.flow(position, startDay, endDay),
  )
  return periodOf(book, endDay, figures, { periodType: 'A', fiscalYear, fiscalPeriod: 'FY' })
}

function assembleQuarter(
  book: FigureBook,
  { endDay, number, year }: FiscalQuarter,
  quarters: readonly FiscalQuarter[],
): ReportedPeriod {
  const before = quarters.find((one) => one.year === year && one.number === number - 1)
  const figures = STATEMENT_FIELDS.map(({ position, combine, unit }) => {
    if (combine === 'last') return book.balance(position, endDay)
    const own = book.quarter(position, endDay)
    if (own || combine === 'mean') return own
    return byYearToDate(
      number === 4 ? undefined : book.flow(position, year.startDay, endDay),
      before &&
        (number === 2 ? book.quarter(position, before.endDay) : book.flow(position, year.startDay, before.endDay)),
      unit === 'per_share',
    )
  })
  return periodOf(book, endDay, figures, {
    periodType: 'Q',
    fiscalYear: year.fiscalYear,
    fiscalPeriod: QUARTER_NAMES[number - 1] ?? 'Q4',
  })
}

/** A quarter as the year to date less the part before; only of one tag, since others may mean more or less. */
function byYearToDate(whole: Figure | undefined, part: Figure | undefined, isPerShare: boolean): Figure | undefined {
  if (!whole || !part || whole.tag !== part.tag || whole.currency !== part.currency) return undefined
  const value = whole.value - part.value
  return { ...whole, startDay: part.endDay + 1, value: isPerShare ? Math.round(value * 1e4) / 1e4 : value }
}

function periodOf(
  book: FigureBook,
  endDay: number,
  figures: readonly (Figure | undefined)[],
  period: Pick<ReportedPeriod, 'periodType' | 'fiscalYear' | 'fiscalPeriod'>,
): ReportedPeriod {
  const currency = figures.find((figure) => figure)?.currency ?? 'USD'
  const values = noFigures()
  figures.forEach((figure, position) => {
    if (figure && figure.currency === currency) values[position] = figure.value
  })
  return { ...period, endDay, currency, filingDay: book.filedFor(period.periodType, endDay), values }
}
