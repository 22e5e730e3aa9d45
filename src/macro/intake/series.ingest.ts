import { inTransaction, lockInTransaction } from '../../core/database/db.ts'
import { type IngestSummary, newSummary, note, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import { readStoredSeries, type StoredSeries, writeSeries } from '../us/series.store.ts'
import type { SeriesFacts } from '../us/series-facts.ts'
import { listedSeries } from '../us/us-series.source.ts'
import type { Observations } from '../value/observation.pure.ts'
import { inferFrequency } from './infer-frequency.pure.ts'
import type { IntakeTools } from './intake-tools.ts'
import { MACRO_WRITER_LOCK } from './intake-tools.ts'
import type { SeriesFile, SeriesPart } from './series-file.source.ts'

/** Stores observations and descriptions of series; the same file again changes nothing. Made-up values give way. */
export async function ingestSeries(
  source: string,
  files: AsyncIterable<SeriesFile>,
  { clock, onProgress }: IntakeTools,
): Promise<IngestSummary> {
  const startedAt = clock.now()
  const summary = newSummary(source)
  for await (const { parts, rejected } of files) {
    reject(summary, rejected)
    for (const part of parts) {
      await takePart(part, summary, clock)
      onProgress?.(summary)
    }
  }
  summary.elapsed_ms = clock.now() - startedAt
  return summary
}

/** Takes what a file says of one series, in a transaction of its own: files are read by several processes at once. */
async function takePart({ seriesId, facts, observations }: SeriesPart, summary: IngestSummary, clock: Clock) {
  await inTransaction(async (client) => {
    await lockInTransaction(client, MACRO_WRITER_LOCK)
    const known = await readStoredSeries(seriesId, client)
    const own = known?.dataSet === 'own' ? known : null
    const merged = observations ? merge(own, observations, summary) : null
    const told = tellFacts(seriesId, facts, known?.facts ?? null, merged ?? own)
    const isFactsNew = facts !== null && JSON.stringify(facts) !== JSON.stringify(known?.facts)
    if (facts) {
      summary.read++
      if (listedSeries(seriesId) || !isFactsNew) summary.skipped++
      else if (known?.facts) summary.updated++
      else summary.inserted++
    }
    if (!merged?.isChanged && !(isFactsNew && !listedSeries(seriesId))) return
    if (!told.isKnown) note(summary, `${seriesId} is not in the catalogue: it is found by its id only`)
    const stored: StoredSeries = {
      seriesId,
      facts: told.facts,
      days: merged?.days ?? own?.days ?? [],
      values: merged?.values ?? own?.values ?? [],
      dataSet: 'own',
      storedAt: new Date(clock.now()),
    }
    await writeSeries([stored], client)
  })
}

interface Merged extends Observations {
  readonly isChanged: boolean
}

/** What is stored with what a file has; the file counts. */
function merge(known: Observations | null, { days, values }: Observations, summary: IngestSummary): Merged {
  const byDay = new Map(known?.days.map((day, place) => [day, known.values[place] ?? null]))
  let isChanged = false
  days.forEach((day, place) => {
    const value = values[place] ?? null
    const before = byDay.get(day)
    summary.read++
    if (before === value) summary.skipped++
    else {
      if (before === undefined) summary.inserted++
      else summary.updated++
      isChanged = true
      byDay.set(day, value)
    }
  })
  const all = [...byDay.keys()].sort((a, b) => a - b)
  return { days: all, values: all.map((day) => byDay.get(day) ?? null), isChanged }
}

/** Facts to store: none of what is listed, what a file told, else the id and the frequency the days show. */
function tellFacts(
  seriesId: string,
  told: SeriesFacts | null,
  known: SeriesFacts | null,
  observations: Observations | null,
): { facts: SeriesFacts | null; isKnown: boolean } {
  if (listedSeries(seriesId)) return { facts: null, isKnown: true }
  if (told) return { facts: told, isKnown: true }
  if (known && known.title !== seriesId) return { facts: known, isKnown: true }
  const facts: SeriesFacts = {
    seriesId,
    title: seriesId,
    frequency: inferFrequency(observations?.days ?? []),
    units: '',
    seasonalAdjustment: '',
    source: '',
    country: null,
    description: '',
  }
  return { facts, isKnown: false }
}
