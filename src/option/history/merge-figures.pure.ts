import { createSeries, type DayFigures, FIGURE_KEYS, type FigureSeries } from './figure.pure.ts'

/** What bringing a day's figures changed. */
export type Change = 'inserted' | 'updated' | 'skipped'

/** The figures of a day. */
export interface DatedFigures {
  readonly day: number
  readonly figures: DayFigures
}

/** A series with the figures of some days in it, and what each of them changed; of a day given twice the later counts. */
export function mergeFigures(
  series: FigureSeries,
  added: readonly DatedFigures[],
): { readonly series: FigureSeries; readonly changes: readonly Change[] } {
  const places = new Map<number, number>()
  series.day.forEach((day, place) => {
    places.set(day, place)
  })
  const byDay = new Map<number, DayFigures>()
  const changes = added.map(({ day, figures }): Change => {
    const place = places.get(day)
    const before = byDay.get(day)
    byDay.set(day, figures)
    if (before) return 'updated'
    if (place === undefined) return 'inserted'
    return FIGURE_KEYS.every((key) => Object.is(series.columns[key][place], Math.fround(figures[key])))
      ? 'skipped'
      : 'updated'
  })
  const days = [...new Set([...series.day, ...byDay.keys()])].sort((one, other) => one - other)
  const merged = createSeries(days.length)
  days.forEach((day, at) => {
    merged.day[at] = day
    const fresh = byDay.get(day)
    const place = places.get(day) ?? -1
    for (const key of FIGURE_KEYS)
      merged.columns[key][at] = fresh ? fresh[key] : (series.columns[key][place] ?? Number.NaN)
  })
  return { series: merged, changes }
}
