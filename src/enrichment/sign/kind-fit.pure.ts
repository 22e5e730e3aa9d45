import type { NewsType } from '../classify/news-type.pure.ts'
import type { KindShare } from '../event/learnt/learnt-title.pure.ts'
import type { Cause } from '../ripple/cause.pure.ts'

/** As what an event of a kind that the network reads may be told, the likeliest first: prisma/reference/event/learnt-kinds.csv. */
export interface KindMeaning {
  readonly kind: string
  readonly causes: readonly Cause[]
  readonly newsTypes: readonly NewsType[]
  /** Concepts of story-events.csv. */
  readonly concepts: readonly string[]
}

/** What single words say of an event, checked against the kinds that the network reads of the whole headline. */
export interface KindFit {
  /** The cause, or what takes its place where no likely kind of event has it. */
  readonly correctCause: (cause: Cause) => Cause
  /** The first news type that fits, or what takes its place. */
  readonly correctType: (types: readonly NewsType[]) => NewsType
  /** True where a likely kind of event may be told by the concept, or no kind knows it. */
  readonly isLikely: (concept: string) => boolean
}

/**
 * Least share of the kinds that a reading by words fits. Of 95 causes below it, read of headlines that neither rules nor network had
 * seen, 5 were right; of 250 above it 151.
 */
const LEAST = 0.05
/** Share from which on the network's kind says what happened. Of 42 that took the place of another cause 33 were right. */
const SURE = 0.5
/** What is no reading of words, and what is told where nothing else is sure: a move of the share price. */
const TOLD: ReadonlySet<Cause> = new Set(['other', 'price'])
const MOVE = 'share_price'

/** Prepares the meanings; the returned function takes the kinds of a headline, the likeliest first. */
export function createKindFit(meanings: readonly KindMeaning[]): (listKinds: () => readonly KindShare[]) => KindFit {
  const meaningOf = new Map(meanings.map((meaning) => [meaning.kind, meaning]))
  const knownConcepts = new Set(meanings.flatMap(({ concepts }) => concepts))
  return (listKinds) => {
    const isFit = (has: (meaning: KindMeaning) => boolean) =>
      listKinds().reduce((sum, [kind, share]) => {
        const meaning = meaningOf.get(kind)
        return meaning !== undefined && has(meaning) ? sum + share : sum
      }, 0) >= LEAST
    const findSure = () => {
      const [[kind, share] = ['', 0]] = listKinds()
      return share >= SURE ? meaningOf.get(kind) : undefined
    }
    return {
      correctCause: (cause) =>
        TOLD.has(cause) || isFit(({ causes }) => causes.includes(cause))
          ? cause
          : (findSure()?.causes[0] ?? (cause === MOVE ? cause : 'other')),
      correctType: (types) =>
        types.find((type) => isFit(({ newsTypes }) => newsTypes.includes(type))) ??
        findSure()?.newsTypes[0] ??
        'noise_other',
      isLikely: (concept) => !knownConcepts.has(concept) || isFit(({ concepts }) => concepts.includes(concept)),
    }
  }
}
