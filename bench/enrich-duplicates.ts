import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { createReader } from '../src/enrichment/enrich.math.ts'
import type { Lexicons } from '../src/enrichment/enrich-lexicon.math.ts'
import type { Knowledge } from '../src/enrichment/knowledge.math.ts'
import { StoryIndex } from '../src/enrichment/story.math.ts'

const HOUR_MS = 3_600_000

/**
 * Pairs the rules were first set on; pairs told in other words, in batches written before the rules of their day met them;
 * and free paraphrases written without knowledge of the rules, whose mistakes are not printed so that nobody sets rules on them.
 */
const SETS = ['duplicates', 'paraphrases', 'duplicates-blind'] as const
type PairSet = (typeof SETS)[number]

const row = z.object({
  a: z.string(),
  b: z.string(),
  same: z.boolean(),
  /** Whether the pair was judged rightly when it was first read, before any rule was changed for it. */
  first: z.boolean().optional(),
})

/** How well stories are told apart on hand-made pairs of headlines. */
export interface DuplicateFigures {
  readonly pairs: number
  readonly hardNegatives: number
  /** Of the pairs whose first contact is on record, how many were right then. */
  readonly firstKnown: number
  readonly firstRight: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  readonly wrong: readonly string[]
}

/** Runs every pair through the same index that ingest uses, an hour apart. */
export async function measureDuplicates(
  knowledge: Knowledge,
  lexicons: Lexicons,
  set: PairSet = 'duplicates',
): Promise<DuplicateFigures> {
  const read = createReader(knowledge, lexicons)
  const file = fileURLToPath(new URL(`../prisma/reference/labelled/${set}.jsonl`, import.meta.url))
  const lines = (await readFile(file, 'utf8')).trim().split('\n')
  let right = 0
  let extra = 0
  let missed = 0
  let negatives = 0
  let firstKnown = 0
  let firstRight = 0
  const wrong: string[] = []
  for (const line of lines) {
    const { a, b, same, first } = row.parse(JSON.parse(line))
    if (first !== undefined) firstKnown++
    if (first === true) firstRight++
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
  return { pairs: lines.length, hardNegatives: negatives, firstKnown, firstRight, precision, recall, f1, wrong }
}

/** Prints the figures of story detection and its mistakes. */
export async function printDuplicates(knowledge: Knowledge, lexicons: Lexicons): Promise<void> {
  for (const set of SETS) {
    const figures = await measureDuplicates(knowledge, lexicons, set)
    const [precision, recall, f1] = [figures.precision, figures.recall, figures.f1].map((value) => value.toFixed(3))
    const first =
      figures.firstKnown === 0 ? '' : `; ${figures.firstRight} of ${figures.firstKnown} right at first contact`
    console.log(
      `${set}: ${figures.pairs} pairs (${figures.hardNegatives} hard negatives${first}), precision ${precision}, recall ${recall}, F1 ${f1}`,
    )
    if (set !== 'duplicates-blind') for (const line of figures.wrong) console.log(`  ${line}`)
  }
}
