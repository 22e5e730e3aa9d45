import type { Subject } from '../../embedding/phrase/phrase-ranker.pure.ts'
import { LABEL_LANGUAGES, type NamesByLanguage } from './concept-label.source.ts'

/** What a concept or a pattern is called in all languages together. */
export function subjectOf(
  names: NamesByLanguage,
  key: string,
  aliases: readonly string[],
  description: string,
): Subject {
  const own = LABEL_LANGUAGES.flatMap((language) => names[language].get(key) ?? [])
  return {
    labels: [key.replaceAll('_', ' '), ...own.map(({ label }) => label)],
    synonyms: [...aliases.map((alias) => alias.replaceAll('_', ' ')), ...own.flatMap(({ synonyms }) => synonyms)],
    description,
  }
}
