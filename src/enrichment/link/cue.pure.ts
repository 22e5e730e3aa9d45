import { recordOf } from '../../core/record.pure.ts'
import { tokenise } from '../text/token.pure.ts'
import { CUE_ROLES, type LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'

/** The words that serve as cues, by role; of a phrase of several tokens the first one stands for it. */
export function collectCues({ cues }: LinkLexicon) {
  return recordOf(CUE_ROLES, (wanted) => {
    const phrases = cues.filter(({ role }) => role === wanted).map(({ phrase }) => phrase)
    return new Set<string | undefined>(phrases.flatMap((phrase) => tokenise(phrase).words.slice(0, 1)))
  })
}
