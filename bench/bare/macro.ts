import type { BarePath } from './server.ts'

interface KeptRow {
  readonly answer: string
}

/** The kept answer of an upstream as the observations of a series. */
export const bareSeries: BarePath = {
  name: 'series',
  text: `SELECT answer FROM upstream_answer WHERE upstream = 'FRED' AND scope = 'shared' AND request = 'series 1 ' || $1`,
  values: (url) => [url.searchParams.get('series_id')],
  body: ([row]: KeptRow[]) => {
    const { days, values }: { days: number[]; values: (number | null)[] } = JSON.parse(row?.answer ?? '{}')
    const observations = days.map((day, place) => ({
      date: new Date(day * 86_400_000).toISOString().slice(0, 10),
      value: values[place] ?? null,
      partial: false,
    }))
    return { observations, count: observations.length }
  },
}
