import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import type { DirectionLexicon, Weights } from '../../enrichment/vocabulary/direction-lexicon.pure.ts'
import { ASPECTS } from '../../enrichment/vocabulary/verdict.pure.ts'

const FOLDER = new URL('../../../prisma/reference/lexicon/', import.meta.url)

/** Tokens of the files and the terms that the code uses for them. */
const TERM_PARTS = {
  verb: 'verb',
  noun: 'noun',
  adj: 'adj',
  phrase: 'phrase',
  call: 'recommendation',
  tail: 'stance',
} as const
const PARTS = { ...TERM_PARTS, adverb: 'adverb' } as const
const MODIFIER_KINDS = {
  negator: 'negator',
  turner: 'postposed_negator',
  reverser: 'shifter',
  remover: 'positive_shifter',
  denier: 'denial',
  upholder: 'affirmation',
  hedge: 'hedge',
  intensifier: 'intensifier',
} as const
const SEMANTIC_ROLES = {
  counter: 'protection',
  offering: 'product',
  given: 'award',
  getter: 'obtaining_verb',
  role: 'relational_noun',
  mender: 'recovery',
} as const

const term = z.string().trim().toLowerCase().min(1)
const part = termFor(PARTS)
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

const termRow = z
  .object({
    term,
    part: termFor(TERM_PARTS),
    subject: weight,
    object: z.union([z.literal('').transform(() => null), weight]),
    others: weights,
    assets: weights,
  })
  .transform(({ others, assets, ...row }) => ({ ...row, byPreposition: others, byAssetKind: assets }))
const moveRow = z.object({
  term,
  part: z.enum(['verb', 'noun', 'adverb']),
  way: z.enum(['up', 'down']),
  use: z.enum(['intransitive', 'transitive', 'both', 'noun', 'adverb', 'measure']),
  weight,
})
const quantityRow = z
  .object({
    term,
    rising: weight,
    stated: weight,
    kind: z.enum(['own', 'accounts', 'target', 'price', 'market']),
    receiver: z.union([z.literal('').transform(() => null), weight]),
    assets: weights,
  })
  .transform(({ assets, ...row }) => ({ ...row, byAssetKind: assets }))
const modifierRow = z.object({
  term,
  part,
  kind: termFor(MODIFIER_KINDS),
  factor: z.coerce.number().min(-1).max(2),
})
const verbRow = z.object({ verb: term, past: term, participle: term })
const assetRow = z.object({ term, kind: z.enum(['commodity', 'currency', 'yield', 'crypto']) })
const roleRow = z
  .object({ term, part, plays: termFor(SEMANTIC_ROLES) })
  .transform(({ plays, ...row }) => ({ ...row, role: plays }))
const aspectRow = z.object({ term, part, aspect: z.enum(ASPECTS), weight })

/** Reads the direction and aspect lexicons from `prisma/reference/lexicon`; a wrong cell is an error naming file and line. */
export async function readDirectionLexicon(): Promise<DirectionLexicon> {
  const [terms, moves, quantities, modifiers, verbs, assets, semanticRoles, aspects] = await Promise.all([
    read('direction-terms', termRow),
    read('direction-moves', moveRow),
    read('direction-quantities', quantityRow),
    read('direction-modifiers', modifierRow),
    read('direction-verbs', verbRow),
    read('direction-assets', assetRow),
    read('direction-parts', roleRow),
    read('aspect-terms', aspectRow),
  ])
  return { terms, moves, quantities, modifiers, verbs, assets, semanticRoles, aspects }
}

async function read<T>(name: string, row: z.ZodType<T>): Promise<T[]> {
  return readShippedRows(new URL(`${name}.csv`, FOLDER), row)
}

function termFor<T extends string>(terms: Readonly<Record<string, T>>) {
  return z.string().transform((token, context): T => {
    const found = terms[token]
    if (found !== undefined) return found
    context.addIssue(`"${token}" is none of ${Object.keys(terms).join(', ')}`)
    return z.NEVER
  })
}
