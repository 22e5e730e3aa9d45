import { type Concept, conceptOf, STATEMENT_FIELDS } from '../../../src/financial/concept/concept.source.ts'
import { at, type Series } from './series.ts'

/** The figures of one company by statement field and quarter. */
export class Columns {
  readonly #series = new Map<Concept, Series>()

  /** Adds the figures of some fields; money in whole units of the company's rounding. */
  put(fields: Readonly<Record<string, Series>>): void {
    for (const key in fields) {
      const series = fields[key]
      if (series) this.#series.set(conceptOf(key), series)
    }
  }

  /** Adds the fields that have a figure other than zero; the others stay without any. */
  putUsed(fields: Readonly<Record<string, Series>>): void {
    for (const key in fields) {
      const series = fields[key]
      if (series?.some((one) => one !== 0)) this.#series.set(conceptOf(key), series)
    }
  }

  /** The figures of a field; undefined when it has none. */
  get(key: string): Series | undefined {
    return this.#series.get(conceptOf(key))
  }

  /** The figures of some quarters by position of the concept, money times `unit`; NaN for fields without figures. */
  listQuarters(quarters: readonly number[], unit: number): Float64Array[] {
    return this.#listFigures(quarters, unit, at)
  }

  /** The figures of the fiscal years that end with these quarters. */
  listYears(lastQuarters: readonly number[], unit: number): Float64Array[] {
    return this.#listFigures(lastQuarters, unit, combineYear)
  }

  #listFigures(quarters: readonly number[], unit: number, figureOf: FigureOf): Float64Array[] {
    const periods = quarters.map(() => NO_FIGURES.slice())
    for (const [{ position, unit: kind, combine }, series] of this.#series) {
      const factor = kind === 'money' ? unit : 1
      let index = 0
      for (const values of periods) values[position] = figureOf(series, quarters[index++] ?? 0, combine) * factor
    }
    return periods
  }
}

type FigureOf = (series: Series, quarter: number, combine: Concept['combine']) => number

const NO_FIGURES = new Float64Array(STATEMENT_FIELDS.length).fill(Number.NaN)

function combineYear(series: Series, last: number, combine: Concept['combine']): number {
  if (combine === 'last') return at(series, last)
  if (combine === 'first') return at(series, last - 3)
  // Follows from the other figures of the year.
  if (combine === 'ratio') return Number.NaN
  const sum = at(series, last - 3) + at(series, last - 2) + at(series, last - 1) + at(series, last)
  return combine === 'mean' ? sum / 4 : sum
}
