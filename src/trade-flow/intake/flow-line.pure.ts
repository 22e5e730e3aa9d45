import type { Flow, FlowQuestion } from '../flow/flow.pure.ts'
import { isPart, measured } from '../flow/flow-row.pure.ts'

/** A flow with the kind of trade and the length of its period. */
export interface TypedFlow extends Flow, Pick<FlowQuestion, 'type' | 'freq'> {}

/** What a row of a file is: a flow, one that is left out as a part of another or of no interest, or of no use for a reason. */
export type FlowLine = { readonly flow: TypedFlow } | 'part' | 'other flow' | { readonly reason: string }

/** The columns that a row needs, in lower case and without blanks. */
export const NEEDED_COLUMNS = ['period', 'reportercode', 'partnercode', 'flowcode', 'cmdcode', 'primaryvalue'] as const

const TYPES: Readonly<Record<string, FlowQuestion['type']>> = { C: 'goods', S: 'services' }
const FLOWS: Readonly<Record<string, Flow['flow']>> = { X: 'export', M: 'import' }
/** Re-exports, re-imports, processing and domestic trade, which the totals above hold already. */
const OTHER_FLOWS = new Set(['DX', 'FM', 'MIP', 'MOP', 'RM', 'RX', 'XIP', 'XOP'])
const NO_UNIT = -1

/** Reads a row by the names of the trade database in lower case; a cell that is missing is empty. */
export function parseFlowLine(cell: (name: string) => string): FlowLine {
  const flow = FLOWS[cell('flowcode')]
  if (flow === undefined)
    return OTHER_FLOWS.has(cell('flowcode')) ? 'other flow' : wrong('flowCode', cell('flowcode'), 'X or M')
  const type = typeOf(cell)
  if (typeof type !== 'string') return type
  const freq = freqOf(cell('freqcode'), cell('period'))
  if (typeof freq !== 'string') return freq
  const [reporter, partner] = [areaNumber(cell('reportercode')), areaNumber(cell('partnercode'))]
  if (reporter === null || reporter === 0) return wrong('reporterCode', cell('reportercode'), 'the number of a country')
  if (partner === null) return wrong('partnerCode', cell('partnercode'), 'the number of a country or 0')
  const code = codeOf(cell('cmdcode'), type)
  if (code === null)
    return wrong('cmdCode', cell('cmdcode'), type === 'goods' ? 'an HS code or TOTAL' : 'an EBOPS code')
  const [valueUsd, netWeightKg, qty] = [cell('primaryvalue'), cell('netwgt'), cell('qty')].map(amountOf)
  if (typeof valueUsd !== 'number') return wrong('primaryValue', cell('primaryvalue'), 'an amount of 0 or more')
  if (netWeightKg === undefined) return wrong('netWgt', cell('netwgt'), 'a weight of 0 or more')
  if (qty === undefined) return wrong('qty', cell('qty'), 'a quantity of 0 or more')
  const breakdown = {
    motCode: cell('motcode'),
    partner2Code: cell('partner2code'),
    customsCode: cell('customscode'),
    mosCode: cell('moscode'),
  }
  if (isPart(breakdown)) return 'part'
  const unit = cell('qtyunitcode')
  const quantityUnit = /^\d{1,4}$/.test(unit) ? Number(unit) : NO_UNIT
  const hasUnit = quantityUnit !== NO_UNIT
  return {
    flow: {
      type,
      freq,
      period: cell('period'),
      reporter,
      partner,
      flow,
      code,
      valueUsd,
      netWeightKg: measured(netWeightKg, valueUsd),
      quantity: hasUnit ? measured(qty, valueUsd) : null,
      quantityUnit: hasUnit ? quantityUnit : null,
    },
  }
}

function wrong(column: string, given: string, wanted: string): { readonly reason: string } {
  const what = given === '' ? 'is empty' : `"${given.slice(0, 40)}" is not usable`
  return { reason: `${column} ${what}: it must be ${wanted}` }
}

/** Goods in the Harmonized System or services by EBOPS; the codes of other classifications look alike and mean something else. */
function typeOf(cell: (name: string) => string): FlowQuestion['type'] | { readonly reason: string } {
  const classification = cell('classificationcode').toUpperCase()
  const isServices = classification.startsWith('EB')
  if (classification !== '' && !isServices && !/^H[S\d]/.test(classification))
    return wrong('classificationCode', classification, 'of the Harmonized System (HS, H0 to H6) or of EBOPS (EB)')
  const given = cell('typecode')
  const type = given === '' ? (isServices ? 'services' : 'goods') : TYPES[given.toUpperCase()]
  if (type === undefined) return wrong('typeCode', given, 'C (goods) or S (services)')
  if (classification !== '' && isServices !== (type === 'services'))
    return wrong('classificationCode', classification, `one of ${type}, as typeCode is ${given}`)
  return type
}

function freqOf(freqCode: string, period: string): FlowQuestion['freq'] | { readonly reason: string } {
  const freq = /^(19|20)\d{2}$/.test(period)
    ? 'annual'
    : /^(19|20)\d{2}(0[1-9]|1[0-2])$/.test(period)
      ? 'monthly'
      : null
  if (freq === null) return wrong('period', period, 'a year (2024) or a month (202401)')
  const wanted = freq === 'annual' ? 'A' : 'M'
  return freqCode === '' || freqCode.toUpperCase() === wanted
    ? freq
    : wrong('freqCode', freqCode, `${wanted} with the period ${period}`)
}

function areaNumber(text: string): number | null {
  return /^\d{1,4}$/.test(text) ? Number(text) : null
}

/** A code as the trade database writes it; a spreadsheet takes the leading zero off codes of goods, which have an even number of digits. */
function codeOf(text: string, type: FlowQuestion['type']): string | null {
  if (type === 'services') return /^[\dA-Za-z.]{1,20}$/.test(text) ? text : null
  if (text.toUpperCase() === 'TOTAL') return 'TOTAL'
  if (!/^(\d{1,6}|\d{4}[A-Z]{2})$/.test(text)) return null
  return text.length % 2 === 0 ? text : `0${text}`
}

/** Null for a cell without an amount; undefined for one that is none. */
function amountOf(text: string): number | null | undefined {
  if (text === '') return null
  const amount = Number(text)
  return Number.isFinite(amount) && amount >= 0 ? amount : undefined
}
