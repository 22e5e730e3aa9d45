import { z } from 'zod'
import { dayOfIso } from '../../core/time/day.pure.ts'
import { readBody } from '../../core/upstream/ask-json.source.ts'
import type { Ask } from '../../core/upstream/cached-upstream.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import type { MacroFrequency } from '../value/frequency.pure.ts'
import type { Observations } from '../value/observation.pure.ts'
import type { SeriesFacts } from './series-facts.ts'

/** How the source of US series is called in messages. */
export const FRED = 'FRED'

/** Where it is reached, and with which key. */
export interface FredSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string
  readonly apiKey: string
}

const observation = z.object({ date: z.iso.date(), value: z.string() })

/** The answer to a request of observations. */
export const observationsBody = z.object({ observations: z.array(observation) })

const seriesEntry = z.object({
  id: z.string().min(1),
  title: z.string().min(1),
  frequency: z.string().default(''),
  units: z.string().default(''),
  seasonal_adjustment: z.string().default(''),
  notes: z.string().default(''),
})

/** The answer to a request of series, or to a search for them. */
export const seriesBody = z.object({ seriess: z.array(seriesEntry) })

/** What FRED answers instead. */
export const errorBody = z.object({ error_message: z.string() })

/** Observations and, where they were asked for, the facts of a series. */
export interface FredSeries extends Observations {
  readonly facts: SeriesFacts | null
}

/** A series with all its observations; null when there is no such series. Facts are asked for only `withFacts`. */
export async function readFredSeries(
  ask: Ask,
  settings: FredSettings,
  seriesId: string,
  withFacts: boolean,
): Promise<FredSeries | null> {
  const about = { series_id: seriesId }
  const meta = withFacts ? await get(ask, settings, 'series', about, seriesBody) : null
  if (withFacts && meta === null) return null
  const found = await get(ask, settings, 'series/observations', about, observationsBody)
  return found && { facts: meta ? (factsOf(meta)[0] ?? null) : null, ...observationsOf(found) }
}

/** The series its own search finds for words, best first. */
export async function searchFred(
  ask: Ask,
  settings: FredSettings,
  words: string,
  limit: number,
): Promise<SeriesFacts[]> {
  const parameters = { search_text: words, limit: String(limit) }
  const found = await get(ask, settings, 'series/search', parameters, seriesBody)
  return found ? factsOf(found) : []
}

/** Values as numbers; "." is a day without one. Sorted, the last of equal days counts. */
export function observationsOf({ observations }: z.output<typeof observationsBody>): Observations {
  const byDay = new Map(
    observations.flatMap(({ date, value }) => {
      const day = dayOfIso(date)
      return day === null ? [] : [[day, numberOf(value)] as const]
    }),
  )
  const days = [...byDay.keys()].sort((a, b) => a - b)
  return { days, values: days.map((day) => byDay.get(day) ?? null) }
}

/** A value as it is written; null for "." and everything that is no number. */
export function numberOf(text: string): number | null {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

/** Facts of the series of an answer. */
export function factsOf({ seriess }: z.output<typeof seriesBody>): SeriesFacts[] {
  return seriess.map((one) => ({
    seriesId: one.id.toUpperCase(),
    title: one.title,
    frequency: frequencyOf(one.frequency),
    units: one.units,
    seasonalAdjustment: one.seasonal_adjustment.toLowerCase(),
    source: FRED,
    country: null,
    description: one.notes.replaceAll(/\s+/g, ' ').trim().slice(0, 1_000),
  }))
}

/** FRED says "Weekly, Ending Saturday" and the like. */
function frequencyOf(text: string): MacroFrequency {
  const [word = ''] = text.toLowerCase().split(/[\s,]/)
  switch (word) {
    case 'daily':
    case 'weekly':
    case 'biweekly':
    case 'monthly':
    case 'quarterly':
    case 'semiannual':
    case 'annual':
      return word
    default:
      return 'irregular'
  }
}

/** One request; null when there is no such series. */
async function get<Schema extends z.ZodType>(
  ask: Ask,
  { baseUrl, apiKey }: FredSettings,
  path: string,
  parameters: Readonly<Record<string, string>>,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const url = new URL(`${baseUrl}/${path}`)
  for (const [name, value] of Object.entries({ ...parameters, api_key: apiKey, file_type: 'json' }))
    url.searchParams.set(name, value)
  return ask(url, {}, ({ status, body }) => {
    if (status < 400) return readBody(FRED, schema, body)
    // A series that does not exist is a bad request like any other: only the words tell.
    const told = errorBody.safeParse(body).data?.error_message ?? ''
    if (status === 404 || /does not exist/i.test(told)) return null
    const why = /api_key/i.test(told) || [401, 403].includes(status) ? ': it does not accept FRED_API_KEY' : ''
    throw new UpstreamFailure('refused', `${FRED} answered ${status}${why}`)
  })
}
