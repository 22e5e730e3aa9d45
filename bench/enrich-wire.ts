import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createEnricher } from '../src/enrichment/enrich.math.ts'
import type { Lexicons } from '../src/enrichment/enrich-lexicon.math.ts'
import { DIRECTIONS, type Direction, type Knowledge } from '../src/enrichment/knowledge.math.ts'

const LABELLED = fileURLToPath(new URL('../prisma/reference/labelled/wire.jsonl', import.meta.url))

const row = z.object({
  title: z.string(),
  /** What each named asset's listing does; `open` where fair judges differ, as on an acquirer. */
  moves: z.record(z.string(), z.enum([...DIRECTIONS, 'open'])),
  not: z.array(z.string()).default([]),
  /** Whether every name and direction was right when the headline was first read, before any rule was changed for it. */
  first: z.boolean(),
})

/** How whole headlines of the wires are read, names and directions together, from text to listing. */
export interface WireFigures {
  readonly headlines: number
  readonly firstRight: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Shares of names found whose direction is right: among those labelled pos or neg, and among all but the open ones. */
  readonly twoClass: number
  readonly threeClass: number
  readonly wrong: readonly string[]
}

/** Reads headlines written to try the service, labelled before it first saw them, through the whole enricher. */
export async function measureWire(knowledge: Knowledge, lexicons: Lexicons): Promise<WireFigures> {
  const enrich = createEnricher(knowledge, lexicons)
  const byId = new Map(knowledge.assets.map((asset) => [asset.id, asset.ticker]))
  const furtherLines = new Set(knowledge.relations.filter((one) => one.type === 'line').map((one) => one.targetId))
  const rows = (await readFile(LABELLED, 'utf8')).trim().split('\n')
  const wrong: string[] = []
  const judged: { readonly label: Direction; readonly right: boolean }[] = []
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
      judged.push({ label, right: label === direction })
      if (label !== direction) notes.push(`${ticker} is ${label}, not ${direction}`)
    }
    const absent = Object.keys(moves).filter((ticker) => !found.has(ticker))
    missed += absent.length
    notes.push(...absent.map((ticker) => `-${ticker}`))
    if (notes.length > 0) wrong.push(`${title} (${notes.join(', ')})`)
  }
  const share = (some: readonly { readonly right: boolean }[]) => some.filter((one) => one.right).length / some.length
  const precision = right / (right + extra)
  const recall = right / (right + missed)
  return {
    headlines: rows.length,
    firstRight,
    precision,
    recall,
    f1: (2 * precision * recall) / (precision + recall),
    twoClass: share(judged.filter((one) => one.label !== 'ambiguous')),
    threeClass: share(judged),
    wrong,
  }
}

/** Prints the figures of wire headlines and the mistakes. */
export async function printWire(knowledge: Knowledge, lexicons: Lexicons): Promise<void> {
  const figures = await measureWire(knowledge, lexicons)
  const text = (value: number) => value.toFixed(3)
  console.log(
    `wire: ${figures.headlines} headlines (${figures.firstRight} wholly right at first contact), linking precision ${text(figures.precision)}, recall ${text(figures.recall)}, F1 ${text(figures.f1)}; direction two-class ${text(figures.twoClass)}, three-class ${text(figures.threeClass)}`,
  )
  for (const line of figures.wrong) console.log(`  ${line}`)
}
