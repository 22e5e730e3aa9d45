import { inTransaction, lockInTransaction } from '../../core/database/db.ts'
import { type IngestSummary, newSummary, reject } from '../../core/file/ingest-summary.ts'
import type { Clock } from '../../core/time/clock.ts'
import {
  readStoredValues,
  readToldIndicators,
  type StoredYearlyValues,
  writeIndicators,
  writeYearlyValues,
} from '../development/development.store.ts'
import { type IndicatorFacts, listedIndicator } from '../development/indicator.source.ts'
import type { YearlyValues } from '../development/yearly-values.ts'
import type { IndicatorBlock, IndicatorPart } from './indicator-file.source.ts'
import { type IntakeTools, MACRO_WRITER_LOCK } from './intake-tools.ts'

/** Stores values and descriptions of indicators of a database; the same file again changes nothing. Made-up values give way. */
export async function ingestIndicators(
  source: string,
  blocks: AsyncIterable<IndicatorBlock>,
  { clock, onProgress, database }: IntakeTools & { readonly database: number },
): Promise<IngestSummary> {
  const startedAt = clock.now()
  const summary = newSummary(source)
  const told = new Map((await readToldIndicators()).map((one) => [one.indicator, one]))
  for await (const { parts, facts, rejected } of blocks) {
    reject(summary, rejected)
    await takeFacts(facts, told, summary, parts.length === 0)
    for (const [indicator, own] of Map.groupBy(parts, (part) => part.indicator)) {
      await takeValues(indicator, own, database, summary, clock)
      onProgress?.(summary)
    }
  }
  summary.elapsed_ms = clock.now() - startedAt
  return summary
}

/** Takes descriptions of what is not listed; a name alone does not replace a description. */
async function takeFacts(
  facts: readonly IndicatorFacts[],
  told: Map<string, IndicatorFacts>,
  summary: IngestSummary,
  areRows: boolean,
): Promise<void> {
  const fresh = facts.filter((one) => {
    const known = told.get(one.indicator)
    const isNews = !listedIndicator(one.indicator) && JSON.stringify(known) !== JSON.stringify(one)
    return isNews && (areRows || !known)
  })
  if (areRows) {
    summary.read += facts.length
    summary.skipped += facts.length - fresh.length
    for (const one of fresh) summary[told.has(one.indicator) ? 'updated' : 'inserted']++
  }
  await writeIndicators(fresh)
  for (const one of fresh) told.set(one.indicator, one)
}

async function takeValues(
  indicator: string,
  parts: readonly IndicatorPart[],
  database: number,
  summary: IngestSummary,
  clock: Clock,
): Promise<void> {
  await inTransaction(async (client) => {
    await lockInTransaction(client, MACRO_WRITER_LOCK)
    const countries = parts.map(({ country }) => country)
    const stored = await readStoredValues({ database, indicator, countries }, client)
    const known = new Map(stored.filter(({ dataSet }) => dataSet === 'own').map((one) => [one.country, one]))
    const changed = new Map<string, StoredYearlyValues>()
    for (const part of parts) {
      const merged = merge(changed.get(part.country) ?? known.get(part.country), part, summary)
      if (merged)
        changed.set(part.country, { ...merged, database, indicator, dataSet: 'own', storedAt: new Date(clock.now()) })
    }
    if (changed.size > 0) await writeYearlyValues([...changed.values()], client)
  })
}

/** What is stored with what a file has, which counts; null when nothing changes. */
function merge(known: YearlyValues | undefined, part: IndicatorPart, summary: IngestSummary): YearlyValues | null {
  const byYear = new Map(known?.values.map((value, place) => [known.firstYear + place, value]))
  let isChanged = false
  part.values.forEach((value, place) => {
    const year = part.firstYear + place
    const before = byYear.get(year) ?? null
    // A year without a value says nothing.
    if (value === null) return
    summary.read++
    if (before === value) summary.skipped++
    else {
      if (before === null) summary.inserted++
      else summary.updated++
      isChanged = true
      byYear.set(year, value)
    }
  })
  if (!isChanged) return null
  const firstYear = Math.min(...byYear.keys())
  const length = Math.max(...byYear.keys()) - firstYear + 1
  const values = Array.from({ length }, (_, place) => byYear.get(firstYear + place) ?? null)
  return { country: part.country, firstYear, values }
}
