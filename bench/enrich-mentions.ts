import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { Knowledge } from '../src/catalog/knowledge.pure.ts'
import type { Enricher } from '../src/enrichment/enrich.pure.ts'
import { DIRECTIONS } from '../src/enrichment/vocabulary/verdict.pure.ts'

const LABELLED = new URL('../prisma/reference/labelled/mentions.jsonl', import.meta.url)

const mentionRow = z.object({
  title: z.string(),
  /** Labelled direction of some of the named assets: `ambiguous` where the news is not about it, `open` where opinions differ. */
  moves: z.record(z.string(), z.enum([...DIRECTIONS, 'open'])),
  /** The batch of headlines, each written and labelled before the rules of the time had been run on it. */
  batch: z.number(),
  /** True when these directions were right in the first run. */
  first: z.boolean(),
})
/** A headline of the set `mentions`. */
export type MentionRow = z.infer<typeof mentionRow>

/** Headlines that only mention a company, and near twins that are about it. */
export function readMentions(): MentionRow[] {
  const lines = readFileSync(LABELLED, 'utf8').trim().split('\n')
  return lines.map((line) => mentionRow.parse(JSON.parse(line)))
}

/** How many of the names that are only mentioned are silent, and how many of the others have the right direction. */
export function measureMentions(enrich: Enricher, knowledge: Knowledge, rows: readonly MentionRow[]) {
  const tickerOf = new Map(knowledge.assets.map(({ id, ticker }) => [id, ticker]))
  const read = rows.flatMap(({ title, moves }) => {
    const found = new Map(enrich({ title }).impacts.map((one) => [tickerOf.get(one.assetId), one.direction]))
    return Object.entries(moves).map(([ticker, label]) => ({
      title,
      ticker,
      label,
      isRight: label === (found.get(ticker) ?? 'ambiguous'),
    }))
  })
  const neutral = read.filter((one) => one.label === 'ambiguous')
  const moved = read.filter((one) => one.label === 'pos' || one.label === 'neg')
  return {
    neutral: neutral.length,
    silent: neutral.filter((one) => one.isRight).length,
    moved: moved.length,
    right: moved.filter((one) => one.isRight).length,
    wrong: [...neutral, ...moved].filter((one) => !one.isRight),
  }
}

/** Prints both for each batch, and what is wrong. */
export function printMentions(enrich: Enricher, knowledge: Knowledge): void {
  for (const [batch, rows] of Map.groupBy(readMentions(), (row) => row.batch)) {
    const { neutral, silent, moved, right, wrong } = measureMentions(enrich, knowledge, rows)
    const first = rows.filter((row) => row.first).length
    process.stdout.write(
      `mentions, batch ${batch}: ${silent} of ${neutral} mere mentions silent, ${right} of ${moved} directions right; ${first} of ${rows.length} headlines right in the first run\n`,
    )
    for (const { title, ticker, label } of wrong) process.stdout.write(`  ${title} (${ticker} is ${label})\n`)
  }
}
