import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Knowledge } from '../src/catalog/knowledge.pure.ts'
import { createReader } from '../src/enrichment/enrich.pure.ts'
import { StoryIndex } from '../src/enrichment/story/story-index.pure.ts'
import type { Lexicons } from '../src/enrichment/vocabulary/lexicons.pure.ts'

const HOUR_MS = 3_600_000

/**
 * Development pairs; paraphrases, in batches written before the rules of the time had been run on them; and a blind set of free
 * paraphrases written without knowledge of the rules, whose errors are not printed so that no rules are fitted to them.
 */
const SETS = ['duplicates', 'paraphrases', 'duplicates-blind'] as const
type PairSet = (typeof SETS)[number]

const row = z.object({
  a: z.string(),
  b: z.string(),
  same: z.boolean(),
  /** Whether the pair was classified correctly at first, before any rule was changed for it. */
  first: z.boolean().optional(),
})

/** Precision and recall of story recognition on labelled pairs of headlines. */
export interface DuplicateFigures {
  readonly pairs: number
  readonly hardNegatives: number
  /** Number of pairs classified correctly in their first run, of those with a recorded first run. */
  readonly firstKnown: number
  readonly firstRight: number
  readonly precision: number
  readonly recall: number
  readonly f1: number
  readonly wrong: readonly string[]
}

/** Runs every pair, an hour apart, through the index that ingest uses. */
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

/** Prints the scores of story detection and its errors. */
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
