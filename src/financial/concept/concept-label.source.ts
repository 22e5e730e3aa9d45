import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { readPhraseLexicon } from '../../embedding/phrase/phrase-lexicon.source.ts'

/** Languages that labels ship in, ISO 639-1. */
export const LABEL_LANGUAGE = enumeration('LabelLanguage', 'A language that labels ship in.', {
  en: 'English.',
  de: 'German.',
  fr: 'French.',
  es: 'Spanish.',
  it: 'Italian.',
  pt: 'Portuguese.',
  ja: 'Japanese.',
  zh: 'Chinese, simplified.',
  ko: 'Korean.',
  th: 'Thai.',
})
export const LABEL_LANGUAGES = LABEL_LANGUAGE.tokens
export type LabelLanguage = (typeof LABEL_LANGUAGES)[number]

const labelRow = z.object({
  key: z.string().min(1),
  label: z.string().min(1),
  synonyms: z.string().transform((text) => (text === '' ? [] : text.split('|'))),
})

/** What a concept or a pattern is called in one language. */
interface Names {
  readonly label: string
  readonly synonyms: readonly string[]
}

/** The names of each key in each language. */
export type NamesByLanguage = Readonly<Record<LabelLanguage, ReadonlyMap<string, Names>>>

function readNames(folder: string): NamesByLanguage {
  const read = (language: LabelLanguage): ReadonlyMap<string, Names> =>
    new Map(
      readShippedRows(new URL(`../../../prisma/reference/${folder}/${language}.csv`, import.meta.url), labelRow).map(
        ({ key, ...names }) => [key, names],
      ),
    )
  return {
    en: read('en'),
    de: read('de'),
    fr: read('fr'),
    es: read('es'),
    it: read('it'),
    pt: read('pt'),
    ja: read('ja'),
    zh: read('zh'),
    ko: read('ko'),
    th: read('th'),
  }
}

/** Names of every concept. */
export const CONCEPT_NAMES: NamesByLanguage = readNames('concept-labels')

/** Names of the patterns of the fundamental leg. */
export const PATTERN_NAMES: NamesByLanguage = readNames('fundamental-pattern-labels')

/** What each concept is, in one English sentence. */
export const CONCEPT_DESCRIPTIONS: ReadonlyMap<string, string> = new Map(
  readShippedRows(
    new URL('../../../prisma/reference/concept-descriptions.csv', import.meta.url),
    z.object({ key: z.string(), description: z.string().min(1) }),
  ).map(({ key, description }) => [key, description]),
)

/** What is known of words in every language beside the names: words of questions, and notions that financial terms are made of. */
export const PHRASE_LEXICON = readPhraseLexicon('financial-notions')

/** The label of a concept or a pattern; the key where there is none. */
export function labelOf(names: NamesByLanguage, key: string, language: LabelLanguage = 'en'): string {
  return names[language].get(key)?.label ?? names.en.get(key)?.label ?? key
}
