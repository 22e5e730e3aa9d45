import { z } from 'zod'
import type { KnownAsset } from '../../src/catalog/knowledge.pure.ts'
import { readShippedRows } from '../../src/core/file/shipped-rows.source.ts'
import { NEWS_TYPES } from '../../src/enrichment/classify/news-type.pure.ts'

/** Subject types of story templates: a company, a megatrend with its members, or another type of asset. */
const ABOUT = ['company', 'theme', 'etf', 'crypto', 'commodity', 'forex', 'bond', 'money_market'] as const

const row = z.object({
  type: z.enum(NEWS_TYPES),
  about: z.enum(ABOUT),
  /** Industries that the template applies to, as GICS prefixes or groups of story-industries.csv; all when empty. */
  gics: z.string(),
  direction: z.enum(['pos', 'neg']),
  title: z.string().min(1),
  text: z.string().min(1),
})

const groupRow = z.object({ name: z.string().min(1), gics: z.string().min(1) })

/** Reads the groups of industries of story-industries.csv: GICS prefixes, tickers, those of other groups, and with `-` what does not belong. */
export function readIndustryGroups(): ReadonlyMap<string, string> {
  const rows = readShippedRows(new URL('story-industries.csv', import.meta.url), groupRow)
  return new Map(rows.map(({ name, gics }) => [name, gics]))
}

/** A company as far as templates ask. */
type Subject = Pick<KnownAsset, 'gics' | 'ticker'>

/** Prepares a list of industries; the returned function says whether a company is of one of them. */
export function industryTest(list: string, groups: ReadonlyMap<string, string>): (company: Subject) => boolean {
  const tokens = list.split('|').filter(Boolean)
  const testOf = (token: string) => {
    const group = groups.get(token)
    if (group !== undefined) return industryTest(group, groups)
    return ({ gics, ticker }: Subject) => ticker === token || gics?.startsWith(token) === true
  }
  const without = tokens.filter((one) => one.startsWith('-')).map((one) => testOf(one.slice(1)))
  const parts = tokens.filter((one) => !one.startsWith('-')).map(testOf)
  return (company) =>
    parts.length === 0 || (!without.some((isOf) => isOf(company)) && parts.some((isOf) => isOf(company)))
}

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
  return (
    pattern
      .replaceAll(/\[([^\]]*)\]/g, (_, alternatives: string) => choose(alternatives.split('|')) ?? '')
      .replaceAll(/\{(\w+)\}/g, (_, slot: string) => slots[slot] ?? '')
      // "Corn prices" and "milk futures" are names of their own.
      .replaceAll(/\b(prices|futures) prices\b/g, '$1')
      .replaceAll(/\s+/g, ' ')
      .trim()
  )
}
