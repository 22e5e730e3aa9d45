/** What a caller asks of time: the latest there is, the last few, or one year. */
export type Period =
  | { readonly kind: 'latest' }
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'year'; readonly year: number }

/** Most periods that `lastN` takes. */
export const LAST_MAX = 30
/** First year the trade database has. */
export const YEAR_MIN = 1962
/** Years or months asked for beyond those wanted, because the newest may not be reported yet. */
const SPARE_YEARS = 2
const SPARE_MONTHS = 12

/** Reads `latest`, `last10` or `2023`; null when it is none of them. */
export function parsePeriod(text: string): Period | null {
  const word = text.trim().toLowerCase()
  if (word === 'latest') return { kind: 'latest' }
  const last = /^last(\d{1,2})$/.exec(word)
  if (last) {
    const count = Number(last[1])
    return count >= 1 && count <= LAST_MAX ? { kind: 'last', count } : null
  }
  if (!/^\d{4}$/.test(word)) return null
  const year = Number(word)
  return year >= YEAR_MIN && year <= 2100 ? { kind: 'year', year } : null
}

/** How many of the newest periods are wanted; null for those of one year. */
export function countOf(period: Period): number | null {
  return period.kind === 'latest' ? 1 : period.kind === 'last' ? period.count : null
}

/** The years to ask for, oldest first: complete ones, with some to spare for what is not reported yet. */
export function yearsOf(period: Period, nowMs: number): string[] {
  if (period.kind === 'year') return [String(period.year)]
  const lastComplete = new Date(nowMs).getUTCFullYear() - 1
  const count = (countOf(period) ?? 1) + SPARE_YEARS
  return Array.from({ length: count }, (_, at) => String(lastComplete - count + 1 + at))
}

/** The months to ask for as `YYYYMM`, oldest first. */
export function monthsOf(period: Period, nowMs: number): string[] {
  const now = new Date(nowMs)
  const thisMonth = now.getUTCFullYear() * 12 + now.getUTCMonth()
  if (period.kind === 'year') {
    const first = period.year * 12
    return months(first, first + 11).filter((month) => Number(month) < Number(monthName(thisMonth)))
  }
  return months(thisMonth - (countOf(period) ?? 1) - SPARE_MONTHS, thisMonth - 1)
}

/** `YYYY` and `YYYY-MM` as answers spell periods. */
export function spelledPeriod(period: string): string {
  return period.length === 6 ? `${period.slice(0, 4)}-${period.slice(4)}` : period
}

function months(first: number, last: number): string[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => monthName(first + at))
}

function monthName(month: number): string {
  return `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`
}
