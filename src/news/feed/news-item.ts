import type { FeedRow } from './feed-row.store.ts'
import type { ImpactRow } from './news.store.ts'

/** A feed row in the language asked for. */
export interface NewsItem {
  readonly row: FeedRow
  readonly language: string
  /** The impact the row speaks of. */
  readonly impact: ImpactRow | undefined
  readonly score?: number
  /** Position of the row in a connection. */
  readonly cursor?: string
}

/** A stored row in the language asked for, with the impact it is listed for. */
export function newsItemOf(row: FeedRow, language: string): NewsItem {
  return { row, language, impact: row.impacts.find((impact) => impact.listingId === row.scopeId) }
}

/** The one-sentence summary of a row, translated where a translation is stored. */
export function briefOf({ row, language }: NewsItem): string {
  return translationOf(row, language) ?? row.briefText
}

/** Language of the summary; null when not known. */
export function briefLanguageOf({ row, language }: NewsItem): string | null {
  return translationOf(row, language) === undefined ? row.lang : language
}

function translationOf(row: FeedRow, language: string): string | undefined {
  return Object.hasOwn(row.briefTexts, language) ? row.briefTexts[language] : undefined
}
