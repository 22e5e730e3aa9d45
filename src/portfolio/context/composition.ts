import type { NavRow } from '../valuation/nav.ts'

/** Steps of snapshots, coarsest first. */
const STEPS = ['year', 'quarter', 'month', 'week', 'day', 'off'] as const
export type Step = (typeof STEPS)[number]

const SNAPSHOTS_MAX = 40

/** The last trading day of each step of a window; a coarser step where there would be more than 40. */
export function chooseSnapshots(
  rows: readonly NavRow[],
  requested: Step,
): { readonly step: Step; readonly rows: readonly NavRow[] } {
  if (requested === 'off') return { step: 'off', rows: [] }
  const last = (step: Step) => [...new Map(rows.map((row) => [periodOf(row, step), row])).values()]
  for (let place = STEPS.indexOf(requested); place > 0; place--) {
    const step = STEPS[place] ?? 'year'
    const chosen = last(step)
    if (chosen.length <= SNAPSHOTS_MAX) return { step, rows: chosen }
  }
  return { step: 'year', rows: last('year').slice(-SNAPSHOTS_MAX) }
}

/** What all days of one step share. */
function periodOf({ day, date }: NavRow, step: Step): string {
  if (step === 'year') return date.slice(0, 4)
  if (step === 'quarter') return `${date.slice(0, 4)} ${Math.floor((Number(date.slice(5, 7)) - 1) / 3)}`
  if (step === 'month') return date.slice(0, 7)
  // 1970-01-05 was a Monday.
  return step === 'week' ? String(Math.floor((day - 4) / 7)) : date
}
