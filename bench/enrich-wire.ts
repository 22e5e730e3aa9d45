import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Knowledge } from '../src/catalog/knowledge.pure.ts'
import { createEnricher } from '../src/enrichment/enrich.pure.ts'
import type { Lexicons } from '../src/enrichment/vocabulary/lexicons.pure.ts'
import { DIRECTIONS, type Direction } from '../src/enrichment/vocabulary/verdict.pure.ts'

const LABELLED = fileURLToPath(new URL('../prisma/reference/labelled/wire.jsonl', import.meta.url))

const row = z.object({
  title: z.string(),
  /** Labelled direction of each named asset; `open` where annotators disagree, as for an acquirer. */
  moves: z.record(z.string(), z.enum([...DIRECTIONS, 'open'])),
  not: z.array(z.string()).default([]),
  /** True when every entity and direction was right in the first run, before any rule was changed for the headline. */
  first: z.boolean(),
})

/** Scores of entity linking and direction on newswire headlines. */
export interface WireFigures {
  readonly headlines: number
  readonly firstRight: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Accuracy of direction for linked entities: of those labelled pos or neg, and of all but the open ones. */
  readonly twoClass: number
  readonly threeClass: number
  readonly wrong: readonly string[]
}

/** Runs the whole enricher over headlines that were labelled before their first run. */
export async function measureWire(knowledge: Knowledge, lexicons: Lexicons): Promise<WireFigures> {
  const enrich = createEnricher(knowledge, lexicons)
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset.ticker]))
  const furtherLines = new Set(knowledge.relations.filter((one) => one.type === 'line').map((one) => one.targetId))
  const rows = (await readFile(LABELLED, 'utf8')).trim().split('\n')
  const wrong: string[] = []
  const predictions: { readonly label: Direction; readonly right: boolean }[] = []
  let [right, extra, missed, firstRight] = [0, 0, 0, 0]
  for (const line of rows) {
    const { title, moves, first } = row.parse(JSON.parse(line))
    if (first) firstRight++
    const notes: string[] = []
    const found = new Map<string, Direction>()
    for (const { assetId, direction, tagged } of enrich({ title }).impacts) {
      const ticker = byId.get(assetId) ?? ''
      if (tagged && (ticker in moves || !furtherLines.has(assetId))) found.set(ticker, direction)
    }
    for (const [ticker, direction] of found) {
      const label = moves[ticker]
      if (label === undefined) {
        extra++
        notes.push(`+${ticker}`)
        continue
      }
      right++
      if (label === 'open') continue
      predictions.push({ label, right: label === direction })
      if (label !== direction) notes.push(`${ticker} is ${label}, not ${direction}`)
    }
    const absent = Object.keys(moves).filter((ticker) => !found.has(ticker))
    missed += absent.length
    notes.push(...absent.map((ticker) => `-${ticker}`))
    if (notes.length > 0) wrong.push(`${title} (${notes.join(', ')})`)
  }
  const accuracyOf = (some: readonly { readonly right: boolean }[]) =>
    some.filter((one) => one.right).length / some.length
  const precision = right / (right + extra)
  const recall = right / (right + missed)
  return {
    headlines: rows.length,
    firstRight,
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
    twoClass: accuracyOf(predictions.filter((one) => one.label !== 'ambiguous')),
    threeClass: accuracyOf(predictions),
    wrong,
  }
}

/** Prints the scores of newswire headlines and the errors. */
export async function printWire(knowledge: Knowledge, lexicons: Lexicons): Promise<void> {
  const figures = await measureWire(knowledge, lexicons)
  const text = (value: number) => value.toFixed(3)
  console.log(
    `wire: ${figures.headlines} headlines (${figures.firstRight} entirely right in the first run), linking precision ${text(figures.precision)}, recall ${text(figures.recall)}, F1 ${text(figures.f1)}; direction two-class ${text(figures.twoClass)}, three-class ${text(figures.threeClass)}`,
  )
  for (const line of figures.wrong) console.log(`  ${line}`)
}
