import { z } from 'zod'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'
import { NEWS_TYPES } from '../../src/enrichment/classify/news-type.pure.ts'

/** Subject types of story templates: a company, a megatrend with its members, or another type of asset. */
const ABOUT = ['company', 'theme', 'etf', 'crypto', 'commodity', 'forex', 'bond', 'money_market'] as const

const row = z.object({
  type: z.enum(NEWS_TYPES),
  about: z.enum(ABOUT),
  /** Prefixes of the GICS codes that the template applies to; all when empty. */
  gics: z.string().transform((codes) => codes.split('|').filter(Boolean)),
  direction: z.enum(['pos', 'neg']),
  title: z.string().min(1),
  text: z.string().min(1),
})

/** Template of a story: a `{slot}` is filled once per story, `[one|other]` is chosen for every outlet. */
export type StoryTemplate = z.output<typeof row>

/** Reads all templates from stories.csv. */
export function readStoryTemplates(): StoryTemplate[] {
  return readShippedRows(new URL('stories.csv', import.meta.url), row)
}

/** Lists the slots of a template. */
export function listSlots({ title, text }: Pick<StoryTemplate, 'title' | 'text'>): string[] {
  return [...`${title} ${text}`.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot ?? '')
}

/** Fills the slots of a template and chooses its alternatives by `choose`. */
export function fillTemplate(
  pattern: string,
  slots: Readonly<Record<string, string>>,
  choose: (alternatives: readonly string[]) => string | undefined,
): string {
  return pattern
    .replaceAll(/\[([^\]]*)\]/g, (_, alternatives: string) => choose(alternatives.split('|')) ?? '')
    .replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
