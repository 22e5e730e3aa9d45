import { conceptOf, STATEMENT_FIELDS } from '../concept/concept.source.ts'
import { combineQuarters, lastQuarterOf } from './combine.ts'
import { fillByIdentity, noFigures } from './identity.ts'
import type { PreparedPeriod, ReportedPeriod } from './period.pure.ts'
import { computeRatios } from './ratio.ts'

/** US dollars for one unit of a currency on a day (days since 1970-01-01); null when not known. */
export type UsdRateAt = (currency: string, day: number) => number | null

/** A period while it is prepared. */
interface Draft extends Omit<ReportedPeriod, 'values'> {
  values: Float64Array
  readonly derived: Set<number>
}

/** Figures of a year by position, NaN where there is none: most are never asked for. */
type YearFigures = (position: number) => number

const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'] as const
type Quarter = (typeof QUARTERS)[number]

/** How far the end of the same period one year before may be from 364 days: fiscal years have 52 or 53 weeks, or end with a month. */
const YEAR_DAYS_MIN = 350
const YEAR_DAYS_MAX = 380
/** Longest that three quarters last beside a fourth, of 12 to 17 weeks. */
const THREE_QUARTERS_DAYS_MAX = 300

/**
 * A company's periods as they are stored, from its periods as reported: missing figures derived by identity, the last quarter from the
 * year and the three before it, a year that was not reported from its four quarters, the trailing twelve months, and all ratios that
 * need no price. Figures of different currencies are never combined. Oldest first; of two periods with the same type and end the
 * later in the list counts.
 */
export function prepareCompany(reported: readonly ReportedPeriod[], usdRateAt: UsdRateAt): PreparedPeriod[] {
  const company = new CompanyDraft(reported)
  company.deriveLastQuarters()
  company.deriveYears()
  company.linkCash()
  return company.prepared(usdRateAt)
}

/** The periods of one company, found by fiscal year and quarter. */
class CompanyDraft {
  readonly #years = new Map<number, Draft>()
  readonly #quarters = new Map<number, Draft>()

  constructor(reported: readonly ReportedPeriod[]) {
    for (const { values, ...period } of reported) {
      const draft: Draft = { ...period, values: values.slice(), derived: new Set() }
      fillByIdentity(draft.values, draft.derived)
      if (period.periodType === 'A') this.#years.set(period.fiscalYear, draft)
      else this.#quarters.set(quarterNumber(period.fiscalYear, period.fiscalPeriod), draft)
    }
  }

  /** Gives each year a last quarter, or fills the gaps of the one it has. */
  deriveLastQuarters(): void {
    for (const [fiscalYear, year] of this.#years) {
      const first = quarterNumber(fiscalYear, 'Q1')
      const known = this.#quarters.get(first + 3)
      if (known && (known.endDay !== year.endDay || known.currency !== year.currency)) continue
      const before = [0, 1, 2].map((index) => this.#quarters.get(first + index))
      const [one, two, three] = before
      const complete =
        one &&
        two &&
        three &&
        this.#follow([one, two, three], THREE_QUARTERS_DAYS_MAX) &&
        three.currency === year.currency
      if (!complete && !known) continue
      const last: Draft = known ?? {
        ...year,
        periodType: 'Q',
        fiscalPeriod: 'Q4',
        values: noFigures(),
        derived: new Set(),
      }
      const quarters = complete ? [one.values, two.values, three.values] : null
      for (const [position, known] of last.values.entries()) {
        const value = Number.isNaN(known) ? lastQuarterOf(year.values, quarters, position) : Number.NaN
        if (Number.isNaN(value)) continue
        last.values[position] = value
        // A balance of the year's last day is that of the quarter too, and was reported.
        if (!BALANCES.has(position) || year.derived.has(position)) last.derived.add(position)
      }
      fillByIdentity(last.values, last.derived)
      this.#quarters.set(first + 3, last)
    }
  }

  /** Adds years that were reported by quarters only. */
  deriveYears(): void {
    for (const [number, last] of [...this.#quarters]) {
      const { fiscalYear } = last
      if (number !== quarterNumber(fiscalYear, 'Q4') || this.#years.has(fiscalYear)) continue
      const quarters = this.#trailing(number)
      if (!quarters) continue
      const values = tabulate((position) => combineQuarters(quarters, position))
      const year: Draft = { ...last, periodType: 'A', fiscalPeriod: 'FY', values, derived: new Set() }
      fillByIdentity(values, year.derived)
      values.forEach((value, position) => {
        if (!Number.isNaN(value) && (!BALANCES.has(position) || last.derived.has(position))) year.derived.add(position)
      })
      this.#years.set(fiscalYear, year)
    }
  }

  /** Opens each period with the cash the one before it closed with, where it does not say. */
  linkCash(): void {
    const link = (before: Draft | undefined, draft: Draft) => {
      if (!before || before.currency !== draft.currency || !Number.isNaN(draft.values[CASH_FIRST] ?? 0)) return
      const cash = before.values[CASH_LAST] ?? Number.NaN
      if (Number.isNaN(cash)) return
      draft.values[CASH_FIRST] = cash
      draft.derived.add(CASH_FIRST)
      fillByIdentity(draft.values, draft.derived)
    }
    for (const [fiscalYear, draft] of this.#years) link(this.#years.get(fiscalYear - 1), draft)
    for (const [number, draft] of this.#quarters) link(this.#quarters.get(number - 1), draft)
  }

  /** All periods with their ratios, and the trailing twelve months. */
  prepared(usdRateAt: UsdRateAt): PreparedPeriod[] {
    const finish = ({ values, derived, ...period }: Draft, ratios: Float64Array): PreparedPeriod => ({
      ...period,
      values,
      usdRate: usdRateAt(period.currency, period.endDay),
      ratios,
      derived: [...derived].sort((one, other) => one - other),
    })
    const years = [...this.#years].map(([fiscalYear, draft]) => {
      const base = sameCurrency(draft, isYearBefore(draft, this.#years.get(fiscalYear - 1)))
      const before = base ?? sameCurrency(draft, this.#quarterOneYearBefore(draft))
      return finish(
        draft,
        computeRatios({
          own: draft.values,
          year: flowsOf(draft),
          before: before?.values ?? null,
          base: base?.values ?? null,
        }),
      )
    })
    const quarters = [...this.#quarters].map(([number, draft]) => {
      const base = sameCurrency(draft, isYearBefore(draft, this.#quarters.get(number - 4)))
      return finish(
        draft,
        computeRatios({
          own: draft.values,
          year: this.#yearEndingWith(number),
          before: (base ?? this.#yearOneYearBefore(draft))?.values ?? null,
          base: base?.values ?? null,
        }),
      )
    })
    const latest = this.#trailingTwelveMonths()
    const trailing = latest
      ? [{ ...finish(latest.draft, latest.ratios), periodType: 'T', fiscalPeriod: 'TTM' } as const]
      : []
    return [...years, ...quarters, ...trailing].sort(
      (one, other) => one.endDay - other.endDay || (one.periodType < other.periodType ? -1 : 1),
    )
  }

  /** The last four quarters as one period, or the last year where no quarter is known after it. */
  #trailingTwelveMonths(): { readonly draft: Draft; readonly ratios: Float64Array } | null {
    const number = Math.max(...this.#quarters.keys())
    const quarter = this.#quarters.get(number)
    const fiscalYear = Math.max(...this.#years.keys())
    const year = this.#years.get(fiscalYear)
    if (year && (!quarter || quarter.endDay <= year.endDay)) {
      const base = sameCurrency(year, isYearBefore(year, this.#years.get(fiscalYear - 1)))
      const [own, before] = [year.values, base?.values ?? null]
      return { draft: year, ratios: computeRatios({ own, year: flowsOf(year), before, base: before }) }
    }
    const flows = this.#yearEndingWith(number)
    if (!quarter || !flows) return null
    const own = tabulate(flows)
    const recent = [0, 1, 2, 3].flatMap((back) => this.#quarters.get(number - back) ?? [])
    const derived = new Set(recent.flatMap((one) => [...one.derived]))
    fillByIdentity(own, derived)
    const filings = recent.flatMap(({ filingDay }) => filingDay ?? [])
    const draft: Draft = {
      ...quarter,
      values: own,
      derived,
      filingDay: filings.length > 0 ? Math.max(...filings) : null,
    }
    const base = sameCurrency(quarter, isYearBefore(quarter, this.#quarters.get(number - 4)))
    const flowsBefore = base ? this.#yearEndingWith(number - 4) : null
    const ratios = computeRatios({
      own,
      year: flowsOf(draft),
      before: (base ?? this.#yearOneYearBefore(quarter))?.values ?? null,
      base: flowsBefore && tabulate(flowsBefore),
    })
    return { draft, ratios }
  }

  /** Figures of the year that ends with a quarter: the fiscal year's own, or those of four quarters in a row. */
  #yearEndingWith(number: number): YearFigures | null {
    const quarter = this.#quarters.get(number)
    const year = quarter && this.#years.get(quarter.fiscalYear)
    if (year && year.endDay === quarter.endDay && year.currency === quarter.currency) return flowsOf(year)
    const quarters = this.#trailing(number)
    if (!quarters) return null
    return (position) => {
      const figure = combineQuarters(quarters, position)
      return Number.isNaN(figure) && SUMMED.has(position) ? this.#byYearToDate(number, position) : figure
    }
  }

  /** The figures of the four quarters in a row that end with one; null when they are not all known. */
  #trailing(number: number): Float64Array[] | null {
    const quarters = [3, 2, 1, 0].flatMap((back) => this.#quarters.get(number - back) ?? [])
    if (quarters.length < 4 || !this.#follow(quarters, THREE_QUARTERS_DAYS_MAX)) return null
    return quarters.map(({ values }) => values)
  }

  /** What no quarter reports alone: the last fiscal year, plus this one's quarters, less the same ones of that year. */
  #byYearToDate(number: number, position: number): number {
    const quarter = this.#quarters.get(number)
    const year = quarter && this.#years.get(quarter.fiscalYear - 1)
    if (!year || year.currency !== quarter.currency) return Number.NaN
    const at = (back: number) => this.#quarters.get(number - back)?.values[position] ?? Number.NaN
    let [ours, theirs] = [0, 0]
    for (let back = 0; back <= QUARTERS.indexOf(quarter.fiscalPeriod as Quarter); back++) {
      ours += at(back)
      theirs += at(back + 4)
    }
    return (year.values[position] ?? Number.NaN) + ours - theirs
  }

  /** Whether periods follow each other in one currency, the last ending at most so many days after the first. */
  #follow(quarters: readonly Draft[], daysMax: number): boolean {
    const [first, last] = [quarters[0], quarters.at(-1)]
    if (!first || !last) return false
    const inOrder = quarters.every((one, index) => index === 0 || one.endDay > (quarters[index - 1]?.endDay ?? 0))
    return (
      inOrder && last.endDay - first.endDay <= daysMax && quarters.every(({ currency }) => currency === first.currency)
    )
  }

  #quarterOneYearBefore(year: Draft): Draft | undefined {
    return isYearBefore(year, this.#quarters.get(quarterNumber(year.fiscalYear - 1, 'Q4')))
  }

  #yearOneYearBefore(quarter: Draft): Draft | undefined {
    return sameCurrency(quarter, isYearBefore(quarter, this.#years.get(quarter.fiscalYear - 1)))
  }
}

const CASH_FIRST = conceptOf('beginning_cash_position').position
const CASH_LAST = conceptOf('end_cash_position').position
const BALANCES: ReadonlySet<number> = new Set(
  STATEMENT_FIELDS.filter(({ combine }) => combine === 'last').map(({ position }) => position),
)
const SUMMED: ReadonlySet<number> = new Set(
  STATEMENT_FIELDS.filter(({ combine }) => combine === 'sum').map(({ position }) => position),
)

function flowsOf({ values }: Draft): YearFigures {
  return (position) => values[position] ?? Number.NaN
}

function tabulate(figureAt: YearFigures): Float64Array {
  const values = noFigures()
  for (const { position } of STATEMENT_FIELDS) values[position] = figureAt(position)
  return values
}

/** Quarters counted through, so that those of following years follow each other. */
function quarterNumber(fiscalYear: number, period: ReportedPeriod['fiscalPeriod']): number {
  return fiscalYear * 4 + QUARTERS.indexOf(period as Quarter)
}

function isYearBefore(draft: Draft, other: Draft | undefined): Draft | undefined {
  const days = other ? draft.endDay - other.endDay : 0
  return days >= YEAR_DAYS_MIN && days <= YEAR_DAYS_MAX ? other : undefined
}

function sameCurrency(draft: Draft, other: Draft | undefined): Draft | undefined {
  return other?.currency === draft.currency ? other : undefined
}
