import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Knowledge } from '../src/catalog/knowledge.pure.ts'
import { finish } from '../src/core/pieces.pure.ts'
import { createEntityLinker } from '../src/enrichment/link/entity-link.pure.ts'
import { nameIndexInPieces } from '../src/enrichment/link/name-index.pure.ts'
import type { Lexicons } from '../src/enrichment/vocabulary/lexicons.pure.ts'

const LABELLED = fileURLToPath(new URL('../prisma/reference/labelled/linking.jsonl', import.meta.url))

const row = z.object({
  title: z.string(),
  tickers: z.array(z.string()),
  not: z.array(z.string()).default([]),
})

/** Precision and recall of entity linking on hand-labelled headlines. */
export interface LinkingFigures {
  readonly headlines: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  /** Wrongly linked headlines with false positives and false negatives. */
  readonly wrong: readonly string[]
}

/** Runs the linker over the labelled headlines. */
export async function measureLinking(knowledge: Knowledge, lexicons: Lexicons): Promise<LinkingFigures> {
  const names = finish(nameIndexInPieces(knowledge, lexicons.link))
  const link = createEntityLinker(knowledge, lexicons.link, names)
  const lines = (await readFile(LABELLED, 'utf8')).trim().split('\n')
  let right = 0
  let extra = 0
  let missed = 0
  const wrong: string[] = []
  for (const line of lines) {
    const { title, tickers, not } = row.parse(JSON.parse(line))
    const found = new Set(link({ title }).mentions.map((mention) => mention.asset.ticker))
    const wanted = new Set(tickers)
    const tooMuch = [...found].filter((ticker) => !wanted.has(ticker) || not.includes(ticker))
    const tooLittle = tickers.filter((ticker) => !found.has(ticker))
    right += found.size - tooMuch.length
    extra += tooMuch.length
    missed += tooLittle.length
    if (tooMuch.length + tooLittle.length > 0) wrong.push(`${title} (+${tooMuch.join()} -${tooLittle.join()})`)
  }
  const precision = right / (right + extra)
  const recall = right / (right + missed)
  return { headlines: lines.length, precision, recall, f1: (2 * precision * recall) / (precision + recall), wrong }
}

/** Prints the linker's scores and errors. */
export async function printLinking(knowledge: Knowledge, lexicons: Lexicons): Promise<void> {
  const { headlines, precision, recall, f1, wrong } = await measureLinking(knowledge, lexicons)
  const figures = [precision, recall, f1].map((value) => value.toFixed(3))
  console.log(`linking: ${headlines} headlines, precision ${figures[0]}, recall ${figures[1]}, F1 ${figures[2]}`)
  for (const line of wrong) console.log(`  ${line}`)
}
