import type { ScoreOfAmount, ScoreOfType, ScorePhrase } from '../classify/impact-score.pure.ts'
import type { TypePhrase } from '../classify/news-type.pure.ts'
import type { QuoteWord } from '../classify/quote-convention.pure.ts'
import type { StoryEventNews } from '../classify/story-event-news.pure.ts'
import type { ConfidenceModel } from '../confidence/confidence.pure.ts'
import type { CauseTables } from '../ripple/cause.pure.ts'
import type { NoteWord } from '../ripple/graph.pure.ts'
import type { RippleRule } from '../ripple/rule.pure.ts'
import type { KindMeaning } from '../sign/kind-fit.pure.ts'
import type { SignModel } from '../sign/layout.pure.ts'
import type { DirectionLexicon } from './direction-lexicon.pure.ts'
import type { EventLexicon } from './event-lexicon.pure.ts'
import type { LinkLexicon } from './link-lexicon.pure.ts'
import type { Place } from './place.pure.ts'
import type { StoryLexicon } from './story-lexicon.pure.ts'
import type { SummaryLexicon } from './summary-lexicon.pure.ts'
import type { ThemeLexicon } from './theme-business.pure.ts'

/** A cue phrase for how far a story reaches. */
export interface ScopePhrase {
  readonly phrase: string
  /** `industry`: more than one company of a trade; `systemic`: whole markets or countries. */
  readonly scope: 'industry' | 'systemic'
}

/** All lexicons of enrichment, from prisma/reference. */
export interface Lexicons {
  readonly link: LinkLexicon
  readonly direction: DirectionLexicon
  readonly newsTypes: readonly TypePhrase[]
  readonly scorePhrases: readonly ScorePhrase[]
  readonly scoreOfTypes: readonly ScoreOfType[]
  readonly scoreOfAmounts: readonly ScoreOfAmount[]
  /** What events of companies say of their news. */
  readonly eventNews: readonly StoryEventNews[]
  readonly scope: readonly ScopePhrase[]
  readonly ripple: readonly RippleRule[]
  readonly causes: CauseTables
  readonly noteWords: readonly NoteWord[]
  readonly kindMeanings: readonly KindMeaning[]
  readonly quoteWords: readonly QuoteWord[]
  readonly story: StoryLexicon
  readonly event: EventLexicon
  readonly places: readonly Place[]
  readonly summary: SummaryLexicon
  readonly themes: ThemeLexicon
  readonly confidence: ConfidenceModel
  readonly sign: SignModel
}
