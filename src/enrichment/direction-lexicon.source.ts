import { readFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Lexicon, Weights } from './direction-lexicon.math.ts'
import { ASPECTS } from './knowledge.math.ts'

const FOLDER = new URL('../../prisma/reference/lexicon/', import.meta.url)

const term = z.string().trim().toLowerCase().min(1)
const part = z.enum(['verb', 'noun', 'adj', 'adverb', 'phrase', 'call', 'tail'])
const weight = z.coerce.number().min(-1).max(1)

/** "from:-0.4|to:0.2" */
const weights = z.string().transform((cell, context): Weights => {
  const map = new Map<string, number>()
  for (const pair of cell.split('|').filter((text) => text.trim() !== '')) {
    const [key = '', value = ''] = pair.split(':')
    const number = Number(value)
    if (value.trim() === '' || !(Math.abs(number) <= 1)) context.addIssue(`"${pair}" is not name:weight`)
    map.set(key.trim(), number)
  }
  return map
})

const termRow = z.object({
  term,
  part: z.enum(['verb', 'noun', 'adj', 'phrase', 'call', 'tail']),
  subject: weight,
  object: z.union([z.literal('').transform(() => null), weight]),
  others: weights,
  assets: weights,
})
const moveRow = z.object({
  term,
  part: z.enum(['verb', 'noun', 'adverb']),
  way: z.enum(['up', 'down']),
  use: z.enum(['intransitive', 'transitive', 'both', 'noun', 'adverb', 'measure']),
  weight,
})
const quantityRow = z.object({
  term,
  rising: weight,
  stated: weight,
  kind: z.enum(['own', 'accounts', 'target', 'price', 'market']),
  assets: weights,
})
const modifierRow = z.object({
  term,
  part,
  kind: z.enum(['negator', 'reverser', 'remover', 'denier', 'hedge', 'intensifier', 'turner', 'upholder']),
  factor: z.coerce.number().min(-1).max(2),
})
const verbRow = z.object({ verb: term, past: term, participle: term })
const assetRow = z.object({ term, kind: z.enum(['commodity', 'currency', 'yield', 'crypto']) })
const partRow = z.object({ term, part, plays: z.enum(['counter', 'offering', 'given', 'getter', 'role', 'mender']) })
const aspectRow = z.object({ term, part, aspect: z.enum(ASPECTS), weight })

/** Reads the direction and aspect lexicons from `prisma/reference/lexicon`; a wrong cell fails with file and row. */
export async function readLexicon(): Promise<Lexicon> {
  const [terms, moves, quantities, modifiers, verbs, assets, parts, aspects] = await Promise.all([
    read('direction-terms', termRow),
    read('direction-moves', moveRow),
    read('direction-quantities', quantityRow),
    read('direction-modifiers', modifierRow),
    read('direction-verbs', verbRow),
    read('direction-assets', assetRow),
    read('direction-parts', partRow),
    read('aspect-terms', aspectRow),
  ])
  return { terms, moves, quantities, modifiers, verbs, assets, parts, aspects }
}

async function read<T>(name: string, row: z.ZodType<T>): Promise<T[]> {
  const rows: unknown[] = parse(await readFile(new URL(`${name}.csv`, FOLDER), 'utf8'), { columns: true })
  return rows.map((cells, index) => {
    const parsed = row.safeParse(cells)
    if (!parsed.success) throw new Error(`${name}.csv, row ${index + 2}: ${z.prettifyError(parsed.error)}`)
    return parsed.data
  })
}
