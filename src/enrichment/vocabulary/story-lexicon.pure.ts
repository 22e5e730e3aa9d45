/** Kinds of events by how often they happen to one company: the rarer, the less two articles must share beside the event. */
export const EVENT_KINDS = ['often', 'once', 'move', 'country', 'view', 'post'] as const
export type EventKind = (typeof EVENT_KINDS)[number]

/** A pattern of meanings that tells an event: a row of prisma/reference/lexicon/story-events.csv. */
export interface StoryEventRule {
  readonly concept: string
  /** Stage of the event, as begun or ended; articles at different stages are different stories. Empty where the words leave it open. */
  readonly stage: string
  /** `once`: hardly twice within days (layoffs, a quarter's results); `move`: of a price, which accompanies other events; `country`: a series of one country; `view`: of an analyst's house; `post`: of a person. */
  readonly how: EventKind
  /** Most tokens from the first term to the last. */
  readonly within: number
  /** Terms that must all be there, in any order; a term lists meanings of story-synonyms.csv that will do. */
  readonly when: readonly (readonly string[])[]
}

/** The lexicon of story recognition, from prisma/reference/lexicon. */
export interface StoryLexicon {
  /** Words that carry no event: "the", "says", "update". */
  readonly stopwords: readonly string[]
  /**
   * Phrases that mean the same in a headline: "jumps" and "climbs" are both `up`. `place/` (continent/country/region) and `role/`
   * meanings exclude each other; `name/` are names; `part/` ones only help to tell an event.
   */
  readonly synonyms: readonly { readonly word: string; readonly means: string }[]
  /** The patterns of events. */
  readonly events: readonly StoryEventRule[]
  /** Meanings that exclude each other: `up` and `down`, `hold` and `cut|raise`. At most 15 pairs; the first is the direction of the move. */
  readonly opposites: readonly { readonly one: string; readonly other: string }[]
  /** Common words, which are no names in Title Case headlines. */
  readonly commonWords: readonly string[]
}
