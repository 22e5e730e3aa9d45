import type { CellStyle } from '../../core/file/cell.pure.ts'

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i
/** Thousands, or lakhs and crores: the last group has three digits. */
const GROUPED = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/
const BOOKKEEPERS_MINUS = /^\((.*)\)$/

/**
 * The digits of a number as a cell writes it, exact: thousands separators, currency signs and a bookkeeper's brackets around what is
 * negative are taken off. Null when the cell writes no number.
 */
export function digitsOf(cell: string, { decimalComma }: Pick<CellStyle, 'decimalComma'>): string | null {
  let text = cell.replaceAll(/[\s\u00a0\u202f'’_$€£¥]/g, '').replace('\u2212', '-')
  const owed = BOOKKEEPERS_MINUS.exec(text)
  if (owed) text = `-${owed[1]}`
  if (decimalComma) text = text.replaceAll('.', '').replace(',', '.')
  if (GROUPED.test(text)) text = text.replaceAll(',', '')
  if (!PLAIN.test(text)) return null
  return text.replace(/^([+-]?)\./, '$10.').replace(/\.(?=e|$)/i, '')
}
