import { ApiError } from '../../core/errors.ts'
import { nearest } from '../../core/input/nearest.pure.ts'
import { type Page, wholePage } from '../../core/input/paging.pure.ts'
import { dayOfIso, isoOfDay } from '../../core/time/day.pure.ts'
import { upstreamError } from '../../core/upstream/upstream-error.ts'
import { UpstreamFailure } from '../../core/upstream/upstream-failure.ts'
import { macroUpstreams } from '../upstreams.ts'
import type { MacroDataSet } from '../value/data-set.ts'
import {
  averageOver,
  frequencyOf,
  type MacroFrequency,
  reachable,
  type TargetFrequency,
} from '../value/frequency.pure.ts'
import type { Observations } from '../value/observation.pure.ts'
import { type Transform, transformLevels } from '../value/transform.pure.ts'
import { FRED, readFredSeries } from './fred.source.ts'
import { readStoredSeries } from './series.store.ts'
import type { SeriesFacts } from './series-facts.ts'
import { listedSeries, US_SERIES } from './us-series.source.ts'

/** Which observations of which series. */
export interface SeriesRequest {
  readonly seriesId: string
  readonly transform?: Transform | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly targetFrequency?: TargetFrequency | undefined
}

/** A value of a series. */
export interface Observation {
  readonly date: string
  readonly value: number | null
  /** Whether it is averaged from a part of its period. */
  readonly partial: boolean
}

/** A series with observations as asked for. */
export interface MacroSeries extends Page<Observation>, SeriesFacts {
  readonly transform: Transform | null
  readonly targetFrequency: TargetFrequency | null
  readonly fetchedAt: Date
  /** Whether the values are older than they should be, because the upstream gives no newer ones. */
  readonly stale: boolean
  readonly dataSet: MacroDataSet | null
}

/** Levels of a series as they were fetched or stored. */
interface Levels extends Observations {
  readonly facts: SeriesFacts
  readonly fetchedAt: Date
  readonly stale: boolean
  readonly dataSet: MacroDataSet | null
}

const HOUR_MS = 3_600_000

/** Reads a series: averaged, then transformed, then cut. */
export async function readSeries(request: SeriesRequest): Promise<MacroSeries> {
  const { transform, targetFrequency } = request
  const levels = await readLevels(request.seriesId.toUpperCase())
  const { facts, fetchedAt, stale, dataSet } = levels
  refuseUpsampling(facts, targetFrequency)
  const averaged = targetFrequency ? averageOver(levels, facts.frequency, targetFrequency) : { ...levels, notes: [] }
  const frequency = targetFrequency ? frequencyOf(targetFrequency) : facts.frequency
  const { days, values, notes } = transform ? transformLevels(averaged, frequency, transform) : averaged
  const first = request.from === undefined ? Number.NEGATIVE_INFINITY : (dayOfIso(request.from) ?? 0)
  const last = request.to === undefined ? Number.POSITIVE_INFINITY : (dayOfIso(request.to) ?? 0)
  const rows: Observation[] = []
  days.forEach((day, place) => {
    if (day < first || day > last) return
    rows.push({ date: isoOfDay(day), value: rounded(values[place]), partial: averaged.partial?.[place] ?? false })
  })
  return {
    ...wholePage(rows),
    ...facts,
    units: unitsOf(facts.units, transform),
    frequency,
    transform: transform ?? null,
    targetFrequency: targetFrequency ?? null,
    notes: [...new Set([...averaged.notes, ...notes])],
    fetchedAt,
    stale,
    dataSet,
  }
}

/** Levels from FRED where it is configured, else as they are stored. */
async function readLevels(seriesId: string): Promise<Levels> {
  const { fred } = macroUpstreams()
  const listed = listedSeries(seriesId)
  if (!fred) {
    const stored = await readStoredLevels(seriesId)
    if (stored) return stored
    throw listed ? withoutValues(listed) : unknownSeries(seriesId)
  }
  try {
    const { value, fetchedAt, stale } = await fred.upstream.answer({
      request: `series 1 ${seriesId}`,
      freshMs: freshMsOf(listed?.frequency),
      read: (ask) => readFredSeries(ask, fred.settings, seriesId, listed === null),
    })
    const facts = listed ?? value?.facts
    if (value && facts) return { ...value, facts, fetchedAt, stale, dataSet: null }
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    const stored = await readStoredLevels(seriesId)
    // Made-up values never stand in for those of an upstream.
    if (stored && stored.dataSet !== 'demo') return { ...stored, stale: true }
    throw upstreamError(error, FRED)
  }
  const stored = await readStoredLevels(seriesId)
  if (stored && stored.dataSet !== 'demo') return stored
  throw unknownSeries(seriesId)
}

async function readStoredLevels(seriesId: string): Promise<Levels | null> {
  const stored = await readStoredSeries(seriesId)
  const facts = listedSeries(seriesId) ?? stored?.facts
  if (!stored || !facts || stored.days.length === 0) return null
  const { days, values, dataSet, storedAt } = stored
  return { days, values, facts, fetchedAt: storedAt, stale: false, dataSet }
}

/** Series of days are asked for more often than those of months. */
function freshMsOf(frequency: MacroFrequency | undefined): number {
  return frequency === undefined || ['daily', 'weekly', 'irregular'].includes(frequency) ? HOUR_MS : 6 * HOUR_MS
}

function refuseUpsampling({ seriesId, frequency }: SeriesFacts, target: TargetFrequency | undefined): void {
  const possible = reachable(frequency)
  if (target === undefined || possible.includes(target)) return
  throw new ApiError(
    'invalid_parameter',
    `"freq" must be one of ${possible.join(', ')} for ${seriesId}, which is ${frequency}: values are averaged to fewer, never made more. "${target}" was given.`,
    { param: 'freq', ...(possible[0] ? { did_you_mean: possible[0] } : {}) },
  )
}

/** Computed values without the noise of their last digits. */
function rounded(value: number | null | undefined): number | null {
  return value === null || value === undefined ? null : Number(value.toPrecision(12))
}

function unitsOf(units: string, transform: Transform | undefined): string {
  switch (transform) {
    case 'pct_change':
      return 'Percent change from the period before'
    case 'yoy':
      return 'Percent change from a year ago'
    case 'diff':
      return `Change, ${units}`
    case 'log':
      return `Natural logarithm of ${units}`
    case undefined:
      return units
  }
}

function unknownSeries(seriesId: string): ApiError {
  const meant = nearest(
    seriesId,
    US_SERIES.map((series) => series.seriesId),
  )
  return new ApiError(
    'not_found',
    `There is no series "${seriesId}". /v1/ext/usmacro/find finds one by what it is about.`,
    {
      param: 'seriesId',
      ...(meant === null ? {} : { did_you_mean: meant }),
    },
  )
}

function withoutValues({ seriesId, title }: SeriesFacts): ApiError {
  return new ApiError(
    'not_found',
    `No values of ${seriesId} (${title}) are stored. Set FRED_API_KEY to fetch them, or load a file with "npm run ingest -- macro".`,
    { param: 'seriesId' },
  )
}
