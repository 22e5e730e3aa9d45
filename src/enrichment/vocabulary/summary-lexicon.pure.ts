/** Languages that one-sentence summaries are written in. */
export const SUMMARY_LANGUAGES = ['en', 'th', 'ja'] as const
export type SummaryLanguage = (typeof SUMMARY_LANGUAGES)[number]

/**
 * A sentence, or a part of one, in every language. `{slot}` stands for what the story tells; what is in `[brackets]` is left out
 * where one of its slots is unknown.
 */
interface SummaryTemplate extends Readonly<Record<SummaryLanguage, string>> {
  readonly key: string
  /** The direction of the company it fits; null where it fits any. */
  readonly expects: 'pos' | 'neg' | null
}

/** What summaries are made of. */
export interface SummaryLexicon {
  /** Most specific first: of the events that a headline tells, the first one's sentence is taken. */
  readonly templates: readonly SummaryTemplate[]
  /** Names as sentences want them, empty where the usual name does; by `kind/key`: `good/copper`, `country/CN`, `currency/CN`, `place/Suez Canal`, `asset/AAPL.US`. */
  readonly names: ReadonlyMap<string, Readonly<Record<SummaryLanguage, string>>>
}
