import type { PlayedFlow } from './playing-trade-database.ts'

const COLUMNS = [
  'typeCode',
  'freqCode',
  'period',
  'reporterCode',
  'flowCode',
  'partnerCode',
  'partner2Code',
  'classificationCode',
  'cmdCode',
  'cmdDesc',
  'customsCode',
  'mosCode',
  'motCode',
  'qtyUnitCode',
  'qty',
  'netWgt',
  'primaryValue',
]

/** Flows as rows of the trade database's API, changed. */
export function flowRow(one: PlayedFlow, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return { ...rowOf(one), ...changes }
}

/** A flow as a row of the trade database's API. */
export function rowOf(one: PlayedFlow) {
  return {
    typeCode: 'C',
    freqCode: one.period.length === 4 ? 'A' : 'M',
    period: one.period,
    reporterCode: one.reporter,
    flowCode: one.flow,
    partnerCode: one.partner,
    partner2Code: 0,
    classificationCode: 'H6',
    cmdCode: one.code,
    cmdDesc: 'Electric accumulators; "lithium-ion", and others',
    customsCode: 'C00',
    mosCode: '0',
    motCode: 0,
    qtyUnitCode: one.unit ?? -1,
    qty: one.qty ?? null,
    netWgt: one.netWgt ?? null,
    primaryValue: one.value,
  }
}

/** Rows as the CSV that the trade database's site gives. */
export function flowCsv(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const lines = rows.map((row) =>
    COLUMNS.map((name) => {
      const text = String(row[name] ?? '')
      return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
    }).join(','),
  )
  return `\ufeff${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`
}

/** Rows as an answer of the trade database's API. */
export function flowJson(rows: readonly unknown[]): string {
  return JSON.stringify({ elapsedTime: '0.09 secs', count: rows.length, data: rows, error: '' })
}
