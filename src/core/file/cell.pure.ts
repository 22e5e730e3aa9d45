import { dayOfMs, dayOfParts } from '../time/day.pure.ts'

/** How a file writes numbers and dates where both are open to reading. */
export interface CellStyle {
  /** 31/12/2024 instead of 12/31/2024. */
  readonly dayFirst: boolean
  /** 1.234,56 instead of 1,234.56. */
  readonly decimalComma: boolean
}

const PLAIN = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/
/** Thousands, or lakhs and crores: the last group has three digits. */
const GROUPED = /^[+-]?\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/
const UNITS: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }

/** The number a cell writes; NaN when it writes none. Takes thousands separators, currency signs and units (1.2M). */
export function numberOf(cell: string, style: CellStyle): number {
  if (!style.decimalComma && PLAIN.test(cell)) return Number(cell)
  let text = cell.replaceAll(/[\s\u00a0\u202f'’_$€£¥]/g, '')
  if (style.decimalComma) text = text.replaceAll('.', '').replace(',', '.')
  const unit = UNITS[text.at(-1)?.toUpperCase() ?? '']
  if (unit !== undefined) text = text.slice(0, -1)
  if (GROUPED.test(text)) text = text.replaceAll(',', '')
  return PLAIN.test(text) ? Number(text) * (unit ?? 1) : Number.NaN
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/
const DAY_MONTH = /^(\d{1,2})[- ]([A-Za-z]{3})[A-Za-z]*\.?[- ,]+(\d{4}|\d{2})\b/
const MONTH_DAY = /^([A-Za-z]{3})[A-Za-z]*\.? (\d{1,2}),? (\d{4})\b/

/** Days since 1970-01-01 of the date a cell writes, a time of day behind it left out; null when it writes none. */
export function dayOfCell(cell: string, style: CellStyle): number | null {
  const iso = YEAR_FIRST.exec(cell) ?? COMPACT.exec(cell)
  if (iso) return dayOfParts(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const last = YEAR_LAST.exec(cell)
  if (last) {
    const [first, second, year] = [Number(last[1]), Number(last[3]), fullYear(last[4] ?? '')]
    // With points between it is a European date wherever it comes from.
    return style.dayFirst || last[2] === '.' ? dayOfParts(year, second, first) : dayOfParts(year, first, second)
  }
  const named = DAY_MONTH.exec(cell)
  if (named) return dayOfParts(fullYear(named[3] ?? ''), monthOf(named[2]), Number(named[1]))
  const american = MONTH_DAY.exec(cell)
  if (american) return dayOfParts(Number(american[3]), monthOf(american[1]), Number(american[2]))
  // Seconds or milliseconds since 1970.
  if (/^\d{9,10}$/.test(cell)) return dayOfMs(Number(cell) * 1_000)
  return /^\d{12,13}$/.test(cell) ? dayOfMs(Number(cell)) : null
}

/** True when some of these cells can only be dates with the day first, and none only with the month first. */
export function isDayFirst(cells: readonly string[]): boolean {
  let dayFirst = false
  for (const cell of cells) {
    const parts = YEAR_LAST.exec(cell)
    if (!parts) continue
    if (Number(parts[3]) > 12) return false
    dayFirst ||= Number(parts[1]) > 12
  }
  return dayFirst
}

function monthOf(name: string | undefined): number {
  return MONTHS.indexOf(name?.toLowerCase() ?? '') + 1
}

/** Two digits from 70 on are of the last century. */
function fullYear(digits: string): number {
  const year = Number(digits)
  return digits.length === 4 ? year : year >= 70 ? 1900 + year : 2000 + year
}
