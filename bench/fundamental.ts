import { type DuckDBConnection, DuckDBInstance, type DuckDBPreparedStatement } from '@duckdb/node-api'
import { conceptOf } from '../src/financial/concept/concept.source.ts'
import { tabulateFigure } from '../src/financial/screen/cohort.pure.ts'
import type { Condition } from '../src/financial/screen/condition.pure.ts'
import { type FigureColumns, screenFigures } from '../src/financial/screen/screen.pure.ts'
import { sortListings } from '../src/financial/screen/sort-listings.pure.ts'
import { type BenchCompany, benchCompanies, columnsOf, YEARS } from './fundamental-data.ts'

const COMPANIES = 25_000
const RUNS = 200
const P50_MS_MAX = 10

/** A screen of five conditions, and what DuckDB is asked for it. */
interface Screen {
  readonly title: string
  readonly conditions: readonly Condition[]
  readonly where: string
}

const condition = (
  key: string,
  facts: Omit<Condition, 'concept' | 'key' | 'cohort'> & Partial<Condition>,
): Condition => ({
  concept: conceptOf(key).position,
  key,
  cohort: 'country_sector',
  ...facts,
})

/** The percentile of the cohort of country and sector, widened as the specification says. */
const widened = (figure: string, percentile: string) =>
  `CASE WHEN cs.${figure}_n >= 5 THEN cs.${figure}_${percentile} ELSE ${ofSector(figure, percentile)} END`
const ofSector = (figure: string, percentile: string) =>
  `CASE WHEN s.${figure}_n >= 5 THEN s.${figure}_${percentile} ELSE u.${figure}_${percentile} END`

const SCREENS: readonly Screen[] = [
  {
    title: 'three comparisons with cohorts, two with numbers',
    conditions: [
      condition('roe', { pattern: 'top_quartile' }),
      condition('net_margin', { pattern: 'above_average', cohort: 'sector' }),
      condition('pe', { pattern: 'bottom_quartile', cohort: 'universe' }),
      condition('debt_to_equity', { pattern: 'below', threshold: 1.2 }),
      condition('revenue', { pattern: 'above', threshold: 1e8 }),
    ],
    where: `c.roe >= ${widened('roe', 'p75')} AND c.net_margin > ${ofSector('net_margin', 'p50')} AND c.pe <= u.pe_p25
      AND c.debt_to_equity < 1.2 AND c.revenue > 1e8`,
  },
  {
    title: 'growth of fiscal years, a cohort, a span',
    conditions: [
      condition('revenue', { pattern: 'consecutive_growth', years: 3 }),
      condition('revenue', { pattern: 'compound_growth', years: 5, threshold: 0.03 }),
      condition('fcf_yield', { pattern: 'above_average' }),
      condition('net_margin', { pattern: 'between', min: -0.05, max: 0.4 }),
      condition('mcap', { pattern: 'is_positive' }),
    ],
    where: `c.revenue_streak = 3 AND c.revenue_cagr5 > 0.03 AND c.fcf_yield > ${widened('fcf_yield', 'p50')}
      AND c.net_margin BETWEEN -0.05 AND 0.4 AND c.mcap > 0`,
  },
]

const FIGURES = ['roe', 'net_margin', 'pe', 'fcf_yield']
const TABULATED = FIGURES.map(
  (figure) =>
    `count(${figure}) AS ${figure}_n, quantile_cont(${figure}, 0.25) AS ${figure}_p25,
     quantile_cont(${figure}, 0.5) AS ${figure}_p50, quantile_cont(${figure}, 0.75) AS ${figure}_p75`,
).join(', ')

/**
 * Time of a fundamental screen of 25,000 companies, the sorted list of all matches included, beside DuckDB with the same columns in its
 * memory: once with the cohorts tabulated ahead, as here, once tabulated in the query. Statements are prepared, runs are interleaved.
 */
export async function benchFundamental(): Promise<void> {
  const companies = benchCompanies(COMPANIES)
  const columns = columnsOf(companies)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  await fill(connection, companies)
  const version = (await connection.runAndReadAll('SELECT version()')).getRows()[0]?.[0]
  process.stdout.write(
    `${COMPANIES} companies, ${RUNS} interleaved runs each; DuckDB ${version}, its default threads\n`,
  )
  for (const screen of SCREENS) await compare(screen, columns, connection)
  const column = columns.column(conceptOf('roe').position)
  const tabulating = Array.from({ length: 20 }, () => timed(() => tabulateFigure(column, columns.partitions)).ms)
  process.stdout.write(`  cohorts of one figure, after it changed ${p50(tabulating).toFixed(2).padStart(26)} ms\n`)
  connection.closeSync()
  instance.closeSync()
}

async function compare(screen: Screen, columns: FigureColumns, connection: DuckDBConnection): Promise<void> {
  const ours = () => screenAndSort(columns, screen.conditions)
  const ahead = await connection.prepare(queryOf(screen, false))
  const inQuery = await connection.prepare(queryOf(screen, true))
  const times = { ours: [] as number[], ahead: [] as number[], inQuery: [] as number[] }
  for (let run = 0; run < RUNS; run++) {
    const mine = timed(ours)
    times.ours.push(mine.ms)
    for (const [name, statement] of [
      ['ahead', ahead],
      ['inQuery', inQuery],
    ] as const) {
      const begun = performance.now()
      const ids = await idsOf(statement)
      times[name].push(performance.now() - begun)
      if (run === 0) requireSame(mine.value, ids, screen.title)
    }
  }
  const found = screenFigures(columns, screen.conditions).listings.length
  const [own, duck, whole] = [p50(times.ours), p50(times.ahead), p50(times.inQuery)]
  const line = (name: string, ms: number, ratio: string) =>
    `    ${name.padEnd(46)} p50 ${ms.toFixed(2).padStart(7)} ms${ratio}\n`
  process.stdout.write(
    `  ${screen.title}: ${found} match, the same of all three\n` +
      line('here', own, own > P50_MS_MAX ? `  over ${P50_MS_MAX} ms` : '') +
      line('DuckDB, cohorts and growth tabulated ahead', duck, `  ${(duck / own).toFixed(1)} times as long`) +
      line('DuckDB, cohorts tabulated in the query', whole, `  ${(whole / own).toFixed(1)} times as long`),
  )
}

function screenAndSort(columns: FigureColumns, conditions: readonly Condition[]): Int32Array {
  const { listings } = screenFigures(columns, conditions)
  return sortListings(listings, columns.column(conceptOf('mcap').position), 'desc')
}

function queryOf({ where }: Screen, tabulates: boolean): string {
  const tables = tabulates
    ? `WITH cs AS (SELECT country, sector, ${TABULATED} FROM company GROUP BY country, sector),
            s AS (SELECT sector, ${TABULATED} FROM company GROUP BY sector), u AS (SELECT ${TABULATED} FROM company)`
    : 'WITH cs AS (FROM cohort_country_sector), s AS (FROM cohort_sector), u AS (FROM cohort_universe)'
  return `${tables} SELECT c.id FROM company c JOIN cs USING (country, sector) JOIN s USING (sector), u WHERE ${where}
    ORDER BY c.mcap DESC NULLS LAST, c.id`
}

async function idsOf(statement: DuckDBPreparedStatement): Promise<unknown[]> {
  return (await statement.runAndReadAll()).getColumns()[0] ?? []
}

/** Brings the companies into DuckDB, with the tables of their cohorts and the growth of their revenue. */
async function fill(connection: DuckDBConnection, companies: readonly BenchCompany[]): Promise<void> {
  const keys = Object.keys(companies[0]?.figures ?? {})
  const years = Array.from({ length: YEARS }, (_, back) => `revenue_${back}`)
  const numbers = [...keys, ...years].map((name) => `${name} DOUBLE`).join(', ')
  await connection.run(`CREATE TABLE reported (id INTEGER, country VARCHAR, sector VARCHAR, ${numbers})`)
  const appender = await connection.createAppender('reported')
  companies.forEach(({ country, sector, figures, revenues }, index) => {
    appender.appendInteger(index)
    appender.appendVarchar(country)
    appender.appendVarchar(sector)
    for (const value of [...keys.map((key) => figures[key] ?? null), ...revenues]) {
      if (value === null) appender.appendNull()
      else appender.appendDouble(value)
    }
    appender.endRow()
  })
  appender.closeSync()
  const grew = (back: number) => `COALESCE(revenue_${back} > revenue_${back + 1}, false)`
  const streak = Array.from({ length: YEARS - 1 }, (_, back) => `WHEN NOT ${grew(back)} THEN ${back}`).join(' ')
  await connection.run(
    `CREATE TABLE company AS SELECT *, CASE ${streak} ELSE ${YEARS - 1} END AS revenue_streak,
       CASE WHEN revenue_5 > 0 THEN pow(revenue_0 / revenue_5, 1.0 / 5) - 1 END AS revenue_cagr5 FROM reported ORDER BY id`,
  )
  await connection.run(
    `CREATE TABLE cohort_country_sector AS SELECT country, sector, ${TABULATED} FROM company GROUP BY ALL`,
  )
  await connection.run(`CREATE TABLE cohort_sector AS SELECT sector, ${TABULATED} FROM company GROUP BY ALL`)
  await connection.run(`CREATE TABLE cohort_universe AS SELECT ${TABULATED} FROM company`)
}

function requireSame(mine: Int32Array, theirs: readonly unknown[], title: string): void {
  if (mine.length > 0 && mine.length === theirs.length && mine.every((id, place) => id === theirs[place])) return
  throw new Error(`${title}: ${mine.length} companies here, ${theirs.length} in DuckDB, or in another order.`)
}

function timed<Value>(work: () => Value): { readonly value: Value; readonly ms: number } {
  const begun = performance.now()
  const value = work()
  return { value, ms: performance.now() - begun }
}

function p50(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN
}
