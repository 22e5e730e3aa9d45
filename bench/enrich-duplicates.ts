import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createReader } from '../src/enrichment/enrich.math.ts'
import type { Lexicons } from '../src/enrichment/enrich-lexicon.math.ts'
import type { Knowledge } from '../src/enrichment/knowledge.math.ts'
import { StoryIndex } from '../src/enrichment/story.math.ts'

/** The set the rules were made on, and one of free paraphrases written without knowing them. */
const SETS = ['duplicates.jsonl', 'duplicates-blind.jsonl'] as const
const HOUR_MS = 3_600_000

const row = z.object({ a: z.string(), b: z.string(), same: z.boolean() })

/** How well stories are told apart on hand-made pairs of headlines. */
export interface DuplicateFigures {
  readonly pairs: number
  readonly hardNegatives: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  readonly wrong: readonly string[]
}

/** Runs every pair through the same index that ingest uses, an hour apart. */
export async function measureDuplicates(
  file: string,
  knowledge: Knowledge,
  lexicons: Lexicons,
): Promise<DuplicateFigures> {
  const read = createReader(knowledge, lexicons)
  const path = fileURLToPath(new URL(`../prisma/reference/labelled/${file}`, import.meta.url))
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  let right = 0
  let extra = 0
  let missed = 0
  let negatives = 0
  const wrong: string[] = []
  for (const line of lines) {
    const { a, b, same } = row.parse(JSON.parse(line))
    const index = new StoryIndex()
    index.add(1, read({ title: a }).signature, 0)
    const matched = index.match(read({ title: b }).signature, HOUR_MS) === 1
    if (!same) negatives++
    if (matched && same) right++
    else if (matched) extra++
    else if (same) missed++
    if (matched !== same) wrong.push(`${same ? 'not joined' : 'joined wrongly'}: ${a} / ${b}`)
  }
  const precision = right / (right + extra)
  const recall = right / (right + missed)
  const f1 = (2 * precision * recall) / (precision + recall)
  return { pairs: lines.length, hardNegatives: negatives, precision, recall, f1, wrong }
}

/** Prints the figures of story detection and its mistakes. */
export async function printDuplicates(knowledge: Knowledge, lexicons: Lexicons): Promise<void> {
  for (const file of SETS) {
    const measured = await measureDuplicates(file, knowledge, lexicons)
    const { pairs, hardNegatives, wrong } = measured
    const figures = [measured.precision, measured.recall, measured.f1].map((value) => value.toFixed(3))
    console.log(
      `${file}: ${pairs} pairs (${hardNegatives} hard negatives), precision ${figures[0]}, recall ${figures[1]}, F1 ${figures[2]}`,
    )
    if (file === 'duplicates.jsonl') for (const line of wrong) console.log(`  ${line}`)
  }
}
