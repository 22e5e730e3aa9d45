import { Unreadable } from '../../core/file/bytes.source.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import type { Table } from '../../core/file/table.source.ts'
import type { IndicatorFacts } from '../development/indicator.source.ts'
import {
  indicatorFactsOf,
  indicatorsBody,
  refusalOf,
  valuesBody,
  yearlyValuesOf,
} from '../development/world-bank.source.ts'
import type { YearlyValues } from '../development/yearly-values.ts'
import { numberOf } from '../us/fred.source.ts'
import { upstreamFilesOf } from './document.source.ts'

/** Values of an indicator for a country. */
export interface IndicatorPart extends YearlyValues {
  readonly indicator: string
}

/** A piece of a file: values, descriptions, or both. */
export interface IndicatorBlock {
  readonly parts: readonly IndicatorPart[]
  /** What indicators are called, as far as the file says. */
  readonly facts: readonly IndicatorFacts[]
  readonly rejected: readonly Rejection[]
}

const COUNTRY = 'country code'
const INDICATOR = 'indicator code'
const NAME = 'indicator name'
const INDICATOR_ID = /^[A-Z0-9_]+(\.[A-Z0-9_]+)+$/i

/** Reads files of the World Bank: values by year as CSV (the download of an indicator or of a database) or JSON, descriptions as JSON. */
export async function* readIndicatorFiles(
  path: string,
  stdin: AsyncIterable<Uint8Array>,
): AsyncGenerator<IndicatorBlock> {
  for await (const file of upstreamFilesOf(path, stdin)) {
    const where = file.file === null ? {} : { file: file.file }
    try {
      if ('json' in file) yield parseJson(await file.json())
      else yield* parseTable(await file.table(), where)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      yield { parts: [], facts: [], rejected: [{ line: 0, reason: error.message, ...where }] }
    }
  }
}

function parseJson(body: unknown): IndicatorBlock {
  const described = indicatorsBody.safeParse(body)
  if (described.success && described.data[1] !== null)
    return { parts: [], facts: indicatorFactsOf(described.data), rejected: [] }
  const valued = valuesBody.safeParse(body)
  if (!valued.success) {
    const refusal = refusalOf(body)
    throw new Unreadable(
      refusal === null
        ? 'It is no answer of the World Bank: an array of a page and its rows.'
        : `It holds no values but a refusal of the World Bank: ${refusal}`,
    )
  }
  if (valued.data[1] === null) throw new Unreadable('It is an answer of the World Bank without any rows.')
  const byIndicator = Map.groupBy(valued.data[1] ?? [], ({ indicator }) => indicator.id)
  const parts = Array.from(byIndicator, ([indicator, rows]) =>
    yearlyValuesOf(rows).map((values) => ({ indicator, ...values })),
  ).flat()
  const facts = Array.from(byIndicator, ([indicator, [first]]) => namedOnly(indicator, first?.indicator.value ?? ''))
  return { parts, facts, rejected: [] }
}

/** Rows of a table; files of one indicator have a few lines about the source before the header. */
async function* parseTable(table: Table, where: { file?: string }): AsyncGenerator<IndicatorBlock> {
  let columns = table.columns.includes(COUNTRY) ? readColumns(table.columns, table.columns) : null
  for await (const { rows, lines, rejected: overlong } of table.blocks) {
    const parts: IndicatorPart[] = []
    const facts = new Map<string, IndicatorFacts>()
    const rejected: Rejection[] = overlong.map((one) => ({ ...one, ...where }))
    for (const [index, row] of rows.entries()) {
      if (!columns) {
        const names = row.map((cell) => cell.trim().toLowerCase())
        if (names.includes(COUNTRY)) columns = readColumns(names, row)
        continue
      }
      const part = parseRow(row, columns)
      if (typeof part === 'string') rejected.push({ line: lines[index] ?? 0, reason: part, ...where })
      else {
        parts.push(part)
        const name = row[columns.name]?.trim() ?? ''
        if (name !== '') facts.set(part.indicator, namedOnly(part.indicator, name))
      }
    }
    yield { parts, facts: [...facts.values()], rejected }
  }
  if (!columns) throw new Unreadable('There is no header with "Country Code", "Indicator Code" and years.')
}

interface Columns {
  readonly country: number
  readonly indicator: number
  readonly name: number
  readonly years: readonly { readonly year: number; readonly place: number }[]
}

function readColumns(names: readonly string[], written: readonly string[]): Columns {
  const years = written.flatMap((cell, place) => {
    // A year may be written "2020 [YR2020]".
    const year = /^(\d{4})(?:\s*\[?yr\d{4}\]?)?$/i.exec(cell.trim())?.[1]
    return year === undefined ? [] : [{ year: Number(year), place }]
  })
  const indicator = [INDICATOR, 'series code'].map((name) => names.indexOf(name)).find((place) => place >= 0)
  if (indicator === undefined || years.length === 0)
    throw new Unreadable('There is no header with "Country Code", "Indicator Code" and years.')
  return {
    country: names.indexOf(COUNTRY),
    indicator,
    name: Math.max(names.indexOf(NAME), names.indexOf('series name')),
    years,
  }
}

function parseRow(row: readonly string[], columns: Columns): IndicatorPart | string {
  const country = row[columns.country]?.trim() ?? ''
  const indicator = row[columns.indicator]?.trim() ?? ''
  if (!/^[A-Z0-9]{3}$/.test(country)) return `"${country.slice(0, 40)}" is not a country code of three letters`
  if (!INDICATOR_ID.test(indicator)) return `"${indicator.slice(0, 40)}" is not the dotted id of an indicator`
  const known = columns.years.flatMap(({ year, place }) => {
    const cell = row[place]?.trim() ?? ''
    return cell === '' || cell === '..' ? [] : [{ year, cell, value: numberOf(cell) }]
  })
  const wrong = known.find(({ value }) => value === null)
  if (wrong) return `${wrong.year}: "${wrong.cell.slice(0, 40)}" is not a number`
  const [first] = known
  const byYear = new Map(known.map(({ year, value }) => [year, value]))
  const firstYear = first?.year ?? columns.years[0]?.year ?? 0
  const length = first ? Math.max(...byYear.keys()) - firstYear + 1 : 0
  const values = Array.from({ length }, (_, place) => byYear.get(firstYear + place) ?? null)
  return { indicator: indicator.toUpperCase(), country, firstYear, values }
}

/** Facts of an indicator of which only the name is told; its unit stands in brackets at the end. */
function namedOnly(indicator: string, title: string): IndicatorFacts {
  const unit = /\(([^()]+)\)$/.exec(title)?.[1] ?? ''
  return { indicator: indicator.toUpperCase(), title, unit, topics: [], source: 'World Bank', description: '' }
}
