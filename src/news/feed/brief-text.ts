import { SUMMARY_LANGUAGES } from '../../enrichment/vocabulary/summary-lexicon.pure.ts'
import type { BriefSource } from '../../enrichment/vocabulary/verdict.pure.ts'
import { writeSummaryIn } from '../../impact/summary.ts'
import type { ArticleRow } from './news.store.ts'

/** The one-sentence summary of an article in a language. */
export interface BriefText {
  readonly text: string
  /** Its language; null when not known. */
  readonly language: string | null
  readonly source: BriefSource
}

/** What of an article its summary is made from. */
type Summarised = Pick<
  ArticleRow,
  'briefText' | 'briefSource' | 'briefTexts' | 'modelBriefLangs' | 'briefFacts' | 'lang'
>

/**
 * The summary of an article in the language asked for: a stored one of the outlet or the model, else one from its facts, in the
 * languages the service writes; in others the stored original.
 */
export function briefIn(article: Summarised, language: string): BriefText {
  const { briefText, briefSource, briefTexts, modelBriefLangs, briefFacts, lang } = article
  const stored = Object.hasOwn(briefTexts, language) ? briefTexts[language] : undefined
  if (stored !== undefined) {
    return { text: stored, language, source: modelBriefLangs.includes(language) ? 'model' : 'feed' }
  }
  const isByRules = briefSource === 'rules' && briefFacts !== null
  const original = { text: briefText, language: isByRules ? 'en' : lang, source: briefSource }
  // Without a known language an outlet most likely writes English.
  if (original.language === language || (original.language === null && language === 'en') || briefFacts === null) {
    return original
  }
  const written = SUMMARY_LANGUAGES.find((one) => one === language)
  return written === undefined
    ? original
    : { text: writeSummaryIn(written, briefFacts), language: written, source: 'rules' }
}
