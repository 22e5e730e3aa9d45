import { language } from '../../core/input/code-rule.ts'
import { inRest } from '../../core/input/rule.ts'

/** The language of the summaries of news. */
export function briefLanguage() {
  return inRest(
    'lang',
    language(
      'Language of brief_text: en, th and ja are written by the service; another ISO 639-1 code gives a stored translation, else the original.',
      'en, th or ja, or another ISO 639-1 language code of two letters for stored translations',
    ),
  ).default('en')
}
