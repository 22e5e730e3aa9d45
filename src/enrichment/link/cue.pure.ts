import { tokenise } from '../text/token.pure.ts'
import type { CueRole, LinkLexicon } from '../vocabulary/link-lexicon.pure.ts'

/** The words that serve as a cue; of a phrase of several tokens the first one stands for it. */
export function collectCues(lexicon: LinkLexicon, role: CueRole): ReadonlySet<string> {
  return new Set(
    lexicon.cues.filter((entry) => entry.role === role).flatMap((entry) => tokenise(entry.phrase).words.slice(0, 1)),
  )
}
