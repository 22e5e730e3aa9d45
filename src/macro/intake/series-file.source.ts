import { Unreadable } from '../../core/file/bytes.source.ts'
import { dayOfCell, isDayFirst, numberOf as numberOfCell } from '../../core/file/cell.pure.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import type { Table } from '../../core/file/table.source.ts'
import { errorBody, factsOf, numberOf, observationsBody, observationsOf, seriesBody } from '../us/fred.source.ts'
import type { SeriesFacts } from '../us/series-facts.ts'
import type { Observations } from '../value/observation.pure.ts'
import { type UpstreamFile, upstreamFilesOf } from './document.source.ts'

/** What a file says of a series. */
export interface SeriesPart {
  readonly seriesId: string
  readonly facts: SeriesFacts | null
  readonly observations: Observations | null
}

/** What one file says. */
export interface SeriesFile {
  readonly parts: readonly SeriesPart[]
  readonly rejected: readonly Rejection[]
}

const DATE_COLUMNS = ['date', 'observation date']
const SERIES_ID = /^[A-Z0-9_.-]{1,100}$/

/** Reads files of FRED: observations as CSV (one column for each series) or JSON, and descriptions of series as JSON. */
export async function* readSeriesFiles(
  path: string,
  { seriesId, stdin }: { readonly seriesId: string | undefined; readonly stdin: AsyncIterable<Uint8Array> },
): AsyncGenerator<SeriesFile> {
  for await (const file of upstreamFilesOf(path, stdin)) {
    const where = file.file === null ? {} : { file: file.file }
    try {
      yield 'json' in file
        ? parseJson(await file.json(), seriesId ?? idOf(file))
        : await parseTable(await file.table(), where)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      yield { parts: [], rejected: [{ line: 0, reason: error.message, ...where }] }
    }
  }
}

/** Names of files end with the id: SOFR.json, series_observations_SOFR.json. */
function idOf({ stem }: UpstreamFile): string {
  return (stem.split('_').at(-1) ?? '').toUpperCase()
}

function parseJson(body: unknown, seriesId: string): SeriesFile {
  const described = seriesBody.safeParse(body)
  if (described.success) {
    const parts = factsOf(described.data).map((facts) => ({ seriesId: facts.seriesId, facts, observations: null }))
    return { parts, rejected: [] }
  }
  const observed = observationsBody.safeParse(body)
  if (!observed.success) {
    const refusal = errorBody.safeParse(body).data?.error_message
    throw new Unreadable(
      refusal === undefined
        ? 'It holds neither "observations" nor "seriess", as answers of FRED do.'
        : `It holds no values but a refusal of FRED: ${refusal.slice(0, 200)}`,
    )
  }
  if (!SERIES_ID.test(seriesId.toUpperCase()))
    throw new Unreadable('It does not say which series it is of: name it with --series, or call the file by its id.')
  return {
    parts: [{ seriesId: seriesId.toUpperCase(), facts: null, observations: observationsOf(observed.data) }],
    rejected: [],
  }
}

async function parseTable(table: Table, where: { file?: string }): Promise<SeriesFile> {
  const datePlace = table.columns.findIndex((name) => DATE_COLUMNS.includes(name))
  if (datePlace < 0) throw new Unreadable(`There is no column "date" among: ${table.columns.join(', ').slice(0, 200)}.`)
  const columns = table.columns.flatMap((name, place) => {
    const seriesId = name.replaceAll(' ', '_').toUpperCase()
    return place !== datePlace && SERIES_ID.test(seriesId)
      ? [{ seriesId, place, byDay: new Map<number, number | null>() }]
      : []
  })
  if (columns.length === 0) throw new Unreadable('There is no column of values: each is named by the id of its series.')
  const rejected: Rejection[] = []
  const decimalComma = table.delimiter === ';'
  for await (const { rows, lines, rejected: overlong } of table.blocks) {
    rejected.push(...overlong.map((one) => ({ ...one, ...where })))
    const dayFirst = isDayFirst(rows.map((row) => row[datePlace]?.trim() ?? ''))
    rows.forEach((row, index) => {
      const date = row[datePlace]?.trim() ?? ''
      const day = dayOfCell(date, { dayFirst, decimalComma })
      const problem = day === null ? `"${date.slice(0, 40)}" is not a date` : null
      if (day === null) {
        rejected.push({ line: lines[index] ?? 0, reason: String(problem), ...where })
        return
      }
      for (const { seriesId, place, byDay } of columns) {
        const cell = row[place]?.trim() ?? ''
        const value = decimalComma ? numberOfCell(cell, { dayFirst, decimalComma }) : numberOf(cell)
        const isNone = cell === '.' || cell === ''
        if (isNone) byDay.set(day, null)
        else if (value !== null && Number.isFinite(value)) byDay.set(day, value)
        else
          rejected.push({
            line: lines[index] ?? 0,
            reason: `${seriesId}: "${cell.slice(0, 40)}" is not a number`,
            ...where,
          })
      }
    })
  }
  return {
    parts: columns.map(({ seriesId, byDay }) => ({ seriesId, facts: null, observations: inOrder(byDay) })),
    rejected,
  }
}

/** Observations of a file; a series that shares it with others of another frequency has empty cells where it has no value. */
function inOrder(byDay: ReadonlyMap<number, number | null>): Observations {
  const known = [...byDay].filter(([, value]) => value !== null).map(([day]) => day)
  const [first, last] = [Math.min(...known), Math.max(...known)]
  const days = [...byDay.keys()].filter((day) => day >= first && day <= last).sort((a, b) => a - b)
  return { days, values: days.map((day) => byDay.get(day) ?? null) }
}
