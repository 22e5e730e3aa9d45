import { z } from 'zod'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { PIECE_MAX, type Piece } from '../../core/file/line-splitter.pure.ts'
import { cleanUrl } from './article-identity.pure.ts'
import { quoted } from './feed-date.source.ts'
import { type NewsItem, newsItem } from './feed-item.source.ts'
import { languageOf } from './feed-text.source.ts'

const isLanguage = (tag: string) => languageOf(tag) !== null

const record = z.object({
  title: z.string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be text') }),
  published: z.union([z.string(), z.number()], { error: 'must be text or a number' }).nullish(),
  source: z.string({ error: 'must be text' }).nullish(),
  url: z
    .string({ error: 'must be text' })
    .refine((url) => url.trim() === '' || cleanUrl(url) !== null, { error: 'must be an http or https address' })
    .nullish(),
  text: z.string({ error: 'must be text' }).nullish(),
  lang: z
    .string({ error: 'must be text' })
    .refine((tag) => tag.trim() === '' || isLanguage(tag), { error: 'must be a language tag such as en' })
    .nullish(),
  brief_text: z
    .union([z.string(), z.record(z.string().refine(isLanguage), z.string().nullable())], {
      error: 'must be text, or an object of texts by language such as {"en": "...", "th": "..."}',
    })
    .nullish(),
})

function parsed(text: string): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: `This is not JSON: ${quoted(text)}.` }
  }
}

/** Reads one line of JSONL, or one element of a JSON array: `{title, published?, source?, url?, text?, lang?, brief_text?}`. */
export function jsonArticle({ line, text: given }: Piece, now: number): NewsItem | Rejection {
  if (given === null) return { line, reason: `The line is longer than ${PIECE_MAX} characters.` }
  const text = given.trim()
  const json = parsed(text)
  if ('reason' in json) return { line, reason: json.reason }
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value)) {
    return { line, reason: `This is not a JSON object: ${quoted(text)}.` }
  }
  const checked = record.safeParse(json.value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const field = String(issue?.path[0] ?? '')
    const given = (json.value as Record<string, unknown>)[field]
    const but = given === undefined ? '' : `, not ${quoted(given)}`
    return { line, reason: `The field "${field}" ${issue?.message ?? 'is wrong'}${but}.` }
  }
  const { title, published, source, url, text: body, lang, brief_text } = checked.data
  const brief = typeof brief_text === 'string' ? { '': brief_text } : onlyTexts(brief_text)
  return newsItem({ line, title, published, outlet: source, url, text: body, lang, brief }, now)
}

function onlyTexts(briefs: Record<string, string | null> | null | undefined): Record<string, string> | null {
  return briefs
    ? Object.fromEntries(Object.entries(briefs).flatMap(([lang, text]) => (text === null ? [] : [[lang, text]])))
    : null
}
