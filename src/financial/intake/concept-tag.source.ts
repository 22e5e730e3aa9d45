import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { conceptOf } from '../concept/concept.source.ts'

/** Taxonomies whose tags are read: US GAAP, the SEC's cover pages, IFRS. */
export const TAXONOMIES = ['us-gaap', 'dei', 'ifrs-full'] as const
/** Industries with statements of their own. */
export type Industry = 'bank' | 'insurance'

/** One addend of a rule: the first of these tags that has the figure. */
interface TagTerm {
  readonly tags: readonly string[]
  readonly optional: boolean
}

/** Tags, with their taxonomy, that report a concept: one, or several to be added. */
export interface TagRule {
  /** Position of the concept. */
  readonly concept: number
  /** As written in the file. */
  readonly expression: string
  readonly terms: readonly TagTerm[]
  readonly industry: Industry | null
  readonly sign: 1 | -1
}

const TAG = '[A-Z][A-Za-z0-9]*'
const TERM = new RegExp(`^${TAG}(/${TAG})*\\??$`)

const row = z.object({
  concept: z.string().transform((key) => conceptOf(key).position),
  taxonomy: z.enum(TAXONOMIES),
  /** `A+B?` adds B where there is one; `A/B` is A, or B where there is no A. */
  tag: z.string().refine((text) => text.split('+').every((term) => TERM.test(term)), 'must be tags with + / and ?'),
  priority: z.coerce.number().int().min(1),
  industry: z.enum(['', 'bank', 'insurance']).transform((text) => (text === '' ? null : text)),
  sign: z.enum(['1', '-1']).transform((text) => (text === '1' ? 1 : -1)),
})

/** The rules in the order they are tried: those of an industry first, then by priority. */
export const TAG_RULES: readonly TagRule[] = readShippedRows(
  new URL('../../../prisma/reference/concept-tags.csv', import.meta.url),
  row,
)
  .toSorted(
    (one, other) => Number(other.industry !== null) - Number(one.industry !== null) || one.priority - other.priority,
  )
  .map(({ concept, taxonomy, tag, industry, sign }) => ({
    concept,
    expression: tag,
    terms: tag.split('+').map((term) => ({
      tags: term
        .replace('?', '')
        .split('/')
        .map((name) => `${taxonomy}:${name}`),
      optional: term.endsWith('?'),
    })),
    industry,
    sign,
  }))

/** Every tag that some rule needs, with its taxonomy: `us-gaap:Assets`. */
export const NEEDED_TAGS: ReadonlySet<string> = new Set(
  TAG_RULES.flatMap(({ terms }) => terms.flatMap(({ tags }) => tags)),
)
