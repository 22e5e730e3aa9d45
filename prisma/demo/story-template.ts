import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { NEWS_TYPES } from '../../src/enrichment/news-type.math.ts'

/** What a template's story is about: a company, a megatrend with its members, or an asset of one kind. */
const ABOUT = ['company', 'theme', 'etf', 'crypto', 'commodity', 'forex', 'bond', 'money_market'] as const

const row = z.object({
  type: z.enum(NEWS_TYPES),
  about: z.enum(ABOUT),
  /** GICS codes of the companies it suits, by their beginning; all when empty. */
  gics: z.string().transform((codes) => codes.split('|').filter(Boolean)),
  direction: z.enum(['pos', 'neg']),
  title: z.string().min(1),
  text: z.string().min(1),
})

/** The pattern of a story: `{slot}` is filled once a story, `[one|other]` is chosen anew by every outlet. */
export type StoryTemplate = z.output<typeof row>

/** All patterns, from stories.csv. */
export function readStoryTemplates(): StoryTemplate[] {
  return z.array(row).parse(parse(readFileSync(new URL('stories.csv', import.meta.url)), { columns: true }))
}

/** Slots a template needs. */
export function slotsOf({ title, text }: Pick<StoryTemplate, 'title' | 'text'>): string[] {
  return [...`${title} ${text}`.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot ?? '')
}

/** One wording of a pattern: slots filled, each alternative chosen by `choose`. */
export function worded(
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
