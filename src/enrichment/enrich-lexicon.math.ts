import type { Lexicon as DirectionLexicon } from './direction.math.ts'
import type { ScoreOfType, ScorePhrase } from './impact-score.math.ts'
import type { LinkLexicon } from './link-lexicon.math.ts'
import type { TypePhrase } from './news-type.math.ts'
import type { QuoteWord } from './quote-sense.math.ts'
import type { RippleRule } from './ripple.math.ts'
import type { StoryLexicon } from './story-signature.math.ts'

/** A phrase that tells how far a story reaches. */
interface ScopePhrase {
  readonly phrase: string
  /** `industry`: more than one company of a trade; `systemic`: whole markets or countries. */
  readonly scope: 'industry' | 'systemic'
}

/** Every word list enrichment reads, from prisma/reference/lexicon. */
export interface Lexicons {
  readonly link: LinkLexicon
  readonly direction: DirectionLexicon
  readonly newsTypes: readonly TypePhrase[]
  readonly scorePhrases: readonly ScorePhrase[]
  readonly scoreOfTypes: readonly ScoreOfType[]
  readonly scope: readonly ScopePhrase[]
  readonly ripple: readonly RippleRule[]
  readonly quoteWords: readonly QuoteWord[]
  readonly story: StoryLexicon
}
