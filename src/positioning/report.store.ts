import type pg from 'pg'
import { copyRows } from '../core/database/copy.ts'
import { inTransaction, pool } from '../core/database/db.ts'
import { isoOfDay } from '../core/time/day.pure.ts'
import { FIGURES, type Report, type StoredReport } from './report.pure.ts'

/** Advisory lock that serialises writers of reports. */
const WRITER_LOCK = 7_140

const COLUMNS = [
  'contract_code',
  'report_date',
  'combined',
  'open_interest',
  'large_long',
  'large_short',
  'large_spread',
  'commercial_long',
  'commercial_short',
  'small_long',
  'small_short',
] as const
const LIST = COLUMNS.join(', ')
const FIGURE_COLUMNS = COLUMNS.slice(3)

/** Outcome of storing the reports of a file. */
export interface StoredReports {
  readonly inserted: number
  readonly updated: number
  /** Those that were stored already, or were repeated further down in the same file. */
  readonly skipped: number
}

const STAGING = `
  CREATE TEMP TABLE staged_report (place serial, contract_code text, report_date date, combined boolean,
    ${FIGURE_COLUMNS.map((column) => `${column} int`).join(', ')}) ON COMMIT DROP`

/** From its first real report on a contract has no invented ones: later ones would hide it, and be taken for the latest. */
const REMOVE_DEMO = `
  DELETE FROM positioning_report r USING (SELECT contract_code, min(report_date) AS first FROM staged_report GROUP BY contract_code) s
   WHERE r.contract_code = s.contract_code AND r.report_date >= s.first AND r.data_set = 'demo'`

const UPSERT = `
  WITH written AS (
    INSERT INTO positioning_report AS r (${LIST}, data_set)
    SELECT DISTINCT ON (contract_code, report_date, combined) ${LIST}, 'own' FROM staged_report
     ORDER BY contract_code, report_date, combined, place DESC
    ON CONFLICT (contract_code, report_date, combined) DO UPDATE
      SET ${[...FIGURE_COLUMNS, 'data_set'].map((column) => `${column} = excluded.${column}`).join(', ')}
      WHERE (${FIGURE_COLUMNS.map((column) => `r.${column}`).join(', ')})
        IS DISTINCT FROM (${FIGURE_COLUMNS.map((column) => `excluded.${column}`).join(', ')})
    RETURNING r.xmax = 0 AS fresh
  )
  SELECT count(*) FILTER (WHERE fresh) AS inserted, count(*) FILTER (WHERE NOT fresh) AS updated FROM written`

/** Stores the reports of a file in one transaction: when its blocks fail, nothing has changed. */
export function storeReports(blocks: AsyncIterable<readonly Report[]>): Promise<StoredReports> {
  return inTransaction(async (client) => {
    await client.query(STAGING)
    let count = 0
    for await (const reports of blocks) {
      if (reports.length === 0) continue
      count += reports.length
      await copyRows(client, 'staged_report', COLUMNS, reports.map(cellsOf))
    }
    if (count === 0) return { inserted: 0, updated: 0, skipped: 0 }
    await client.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK])
    const { rowCount: removed } = await client.query(REMOVE_DEMO)
    const { rows } = await client.query<{ inserted: number; updated: number }>(UPSERT)
    const { inserted, updated } = rows[0] ?? { inserted: 0, updated: 0 }
    if (inserted + updated + (removed ?? 0) > 0) await notifyReportsChanged(client)
    return { inserted, updated, skipped: count - inserted - updated }
  })
}

function cellsOf(report: Report): (string | number | boolean)[] {
  return [report.code, isoOfDay(report.day), report.combined, ...FIGURES.map((figure) => report[figure])]
}

/** Stores invented reports; those of a contract from its first real one on are left out. */
export async function storeDemoReports(client: pg.PoolClient, reports: readonly Report[]): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [WRITER_LOCK])
  const { rows } = await client.query<{ code: string; first: number }>(
    `SELECT contract_code AS code, min(report_date) - DATE '1970-01-01' AS first FROM positioning_report
      WHERE data_set <> 'demo' GROUP BY contract_code`,
  )
  const firstOwn = new Map(rows.map(({ code, first }) => [code, first]))
  const kept = reports.filter(({ code, day }) => day < (firstOwn.get(code) ?? Number.POSITIVE_INFINITY))
  await copyRows(
    client,
    'positioning_report',
    [...COLUMNS, 'data_set'],
    kept.map((report) => [...cellsOf(report), 'demo']),
  )
  await notifyReportsChanged(client)
  return kept.length
}

/** Notifies all processes that reports changed. */
export async function notifyReportsChanged(client: pg.PoolClient): Promise<void> {
  await client.query(`SELECT pg_notify('positioning_changed', '')`)
}

/**
 * The latest reports of each contract as bytes, ten numbers each. A contract is shown by its real reports on futures alone; by those
 * with options where it has no others; and by invented ones before its first real one.
 */
const READ = `
  WITH shown AS (
    SELECT contract_code, bool_and(combined) FILTER (WHERE data_set <> 'demo') IS TRUE AS combined
      FROM positioning_report GROUP BY contract_code
  ), numbered AS (
    SELECT r.*, row_number() OVER (PARTITION BY r.contract_code ORDER BY r.report_date DESC) AS place
      FROM positioning_report r JOIN shown s ON s.contract_code = r.contract_code AND s.combined = r.combined
  )
  SELECT contract_code AS code, bool_and(combined) AS combined, count(*)::int AS length,
         string_agg(int4send(report_date - DATE '1970-01-01') || int4send((data_set = 'demo')::int)
           || ${FIGURE_COLUMNS.map((column) => `int4send(${column})`).join(' || ')}, ''::bytea ORDER BY report_date) AS bytes
    FROM numbered WHERE place <= $1 GROUP BY contract_code`

const REPORT_BYTES = 4 * (2 + FIGURES.length)

/** Reads the latest reports of each contract, oldest first, by contract market code. */
export async function readReportSeries(countMax: number): Promise<Map<string, StoredReport[]>> {
  const { rows } = await pool.query<{ code: string; combined: boolean; length: number; bytes: Uint8Array }>(READ, [
    countMax,
  ])
  return new Map(rows.map((row) => [row.code, decodeReports(row)]))
}

interface PackedReports {
  readonly code: string
  readonly combined: boolean
  readonly length: number
  readonly bytes: Uint8Array
}

function decodeReports({ code, combined, length, bytes }: PackedReports): StoredReport[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length }, (_, index) => {
    const at = index * REPORT_BYTES
    const figure = (place: number) => view.getInt32(at + 8 + 4 * place)
    return {
      code,
      day: view.getInt32(at),
      combined,
      isDemo: view.getInt32(at + 4) === 1,
      openInterest: figure(0),
      largeLong: figure(1),
      largeShort: figure(2),
      largeSpread: figure(3),
      commercialLong: figure(4),
      commercialShort: figure(5),
      smallLong: figure(6),
      smallShort: figure(7),
    }
  })
}
