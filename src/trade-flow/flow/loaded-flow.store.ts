import type pg from 'pg'
import { type CopyValue, copyRows } from '../../core/database/copy.ts'
import { lockInTransaction, queryRows } from '../../core/database/db.ts'
import { empty, sql } from '../../core/database/sql.ts'
import type { Flow, FlowQuestion } from './flow.pure.ts'

/** A flow of a file with the time it was stored. */
export interface LoadedFlow extends Flow {
  readonly storedAt: Date
}

/** What a country reported of a code in a period: of all partners together, and of the others added up; null where there is none. */
export interface LoadedSlice extends Pick<Flow, 'period' | 'reporter' | 'flow' | 'code'> {
  readonly wholeUsd: number | null
  readonly partsUsd: number | null
  /** The oldest time a row of it was stored. */
  readonly storedAt: Date
}

type Kind = Pick<FlowQuestion, 'type' | 'freq'>

const WRITER_LOCK = 7_150
const COLUMNS = 'dataset, code, flow, period, reporter, partner, value_usd, net_weight_kg, quantity, quantity_unit'
const KEY = 'dataset, code, flow, period, reporter, partner'
const TOTAL = { goods: 'TOTAL', services: '200' } as const
const FLOW_CODES = { export: 'X', import: 'M' } as const

function datasetOf({ type, freq }: Kind): string {
  return `${type === 'goods' ? 'C' : 'S'}${freq === 'annual' ? 'A' : 'M'}`
}

/** Codes of a question as flows have them: everything together has one, too. */
export function codesOf({ type, codes }: Pick<FlowQuestion, 'type' | 'codes'>): readonly string[] {
  return codes.length === 0 ? [TOTAL[type]] : codes
}

/** The flows of files that a question asks for. */
export async function readLoadedFlows(question: FlowQuestion): Promise<LoadedFlow[]> {
  const { reporters, partners } = question
  const rows = await queryRows<Omit<LoadedFlow, 'period' | 'flow'> & { period: number; flow: string }>(
    `loaded_flows${reporters ? '_of' : ''}${partners ? '_with' : ''}`,
    sql`SELECT period, reporter, partner, flow, code, value_usd AS "valueUsd", net_weight_kg AS "netWeightKg", quantity,
          quantity_unit AS "quantityUnit", stored_at AS "storedAt"
        FROM trade_flow WHERE ${within(question)}
          ${partners ? sql`AND partner = ANY(${[...partners]}::int[])` : empty}
        ORDER BY period, flow, code, reporter, partner`,
  )
  return rows.map((row) => ({ ...row, ...spelled(row) }))
}

/** What files hold of the slices a question is about, whoever the partners are. */
export async function readLoadedSlices(question: FlowQuestion): Promise<LoadedSlice[]> {
  const rows = await queryRows<Omit<LoadedSlice, 'period' | 'flow'> & { period: number; flow: string }>(
    `loaded_slices${question.reporters ? '_of' : ''}`,
    sql`SELECT period, reporter, flow, code, sum(value_usd) FILTER (WHERE partner = 0) AS "wholeUsd",
          sum(value_usd) FILTER (WHERE partner <> 0) AS "partsUsd",
          min(stored_at) AS "storedAt"
        FROM trade_flow WHERE ${within(question)} GROUP BY period, reporter, flow, code`,
  )
  return rows.map((row) => ({ ...row, ...spelled(row) }))
}

function within(question: FlowQuestion) {
  return sql`dataset = ${datasetOf(question)} AND code = ANY(${[...codesOf(question)]}::text[])
    AND flow = ANY(${question.flows.map((flow) => FLOW_CODES[flow])}::text[]) AND period = ANY(${question.periods.map(Number)}::int[])
    ${question.reporters ? sql`AND reporter = ANY(${[...question.reporters]}::int[])` : empty}`
}

function spelled({ period, flow }: { readonly period: number; readonly flow: string }): Pick<Flow, 'period' | 'flow'> {
  return { period: String(period), flow: flow === FLOW_CODES.export ? 'export' : 'import' }
}

/** Makes room, until the transaction ends, for the flows of a file; other files wait. */
export async function beginLoad(client: pg.PoolClient): Promise<void> {
  await lockInTransaction(client, WRITER_LOCK)
  // One statement stores a whole file.
  await client.query('SET LOCAL statement_timeout = 0')
  await client.query(
    `CREATE TEMP TABLE loading ON COMMIT DROP AS SELECT 0::bigint AS place, ${COLUMNS} FROM trade_flow LIMIT 0`,
  )
}

/** Takes flows of a file, `place` being the number of the first one among all of its. */
export async function loadFlows(client: pg.PoolClient, flows: readonly (Flow & Kind)[], place: number): Promise<void> {
  await copyRows(
    client,
    'loading',
    ['place', ...COLUMNS.split(', ')],
    flows.map((one, index): CopyValue[] => [
      place + index,
      datasetOf(one),
      one.code,
      FLOW_CODES[one.flow],
      Number(one.period),
      one.reporter,
      one.partner,
      one.valueUsd,
      one.netWeightKg,
      one.quantity,
      one.quantityUnit,
    ]),
  )
}

/** Stores what was taken; of several rows of one key the first counts, as where the trade database is asked. Returns how many are new and how many differ from what was stored. */
export async function endLoad(client: pg.PoolClient): Promise<{ inserted: number; updated: number }> {
  const { rows } = await client.query<{ inserted: number; updated: number }>(
    `WITH written AS (
       INSERT INTO trade_flow AS old (${COLUMNS}, stored_at)
       SELECT DISTINCT ON (${KEY}) ${COLUMNS}, date_trunc('milliseconds', clock_timestamp()) FROM loading ORDER BY ${KEY}, place
       ON CONFLICT (${KEY}) DO UPDATE SET value_usd = excluded.value_usd, net_weight_kg = excluded.net_weight_kg,
         quantity = excluded.quantity, quantity_unit = excluded.quantity_unit, stored_at = excluded.stored_at
       WHERE (old.value_usd, old.net_weight_kg, old.quantity, old.quantity_unit)
         IS DISTINCT FROM (excluded.value_usd, excluded.net_weight_kg, excluded.quantity, excluded.quantity_unit)
       RETURNING xmax = 0 AS fresh)
     SELECT count(*) FILTER (WHERE fresh) AS inserted, count(*) FILTER (WHERE NOT fresh) AS updated FROM written`,
  )
  const written = rows[0] ?? { inserted: 0, updated: 0 }
  // The next call is planned before autovacuum comes by.
  if (written.inserted > 0) await client.query('ANALYZE trade_flow')
  return written
}
