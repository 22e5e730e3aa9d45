import { type Comparison, compareSignatures, countShared, doLeadsAgree, measureDifference } from './compare.pure.ts'
import { isDistinctive } from './figure.pure.ts'
import { estimateResemblance } from './hash.pure.ts'
import type { StorySignature } from './signature.pure.ts'

/** Weights of features in the weighted Jaccard similarity. */
const ASSET_WEIGHT = 2.2
const NAME_WEIGHT = 2
const SECONDARY_NAME_WEIGHT = 1.4
const WORD_WEIGHT = 1
const GENERIC_WEIGHT = 0.8
const FIGURE_WEIGHT = 1.4

/** Similarity from which two headlines are one story; set on prisma/reference/labelled/duplicates.jsonl. */
export const SAME_STORY = 0.48
/** Resemblance from which two bodies are one text. */
const SAME_BODY = 0.6
/** The same where the headlines are about something else. */
const SAME_BODY_OF_OTHERS = 0.9
const CONTRADICTION = -1
/** Factor when both name places or offices and share none. */
const ELSEWHERE_FACTOR = 0.5
/** Factor when both name further places beside a shared one. */
const UNSHARED_PLACE_FACTOR = 0.8
/** Weight of a generic term that is part of an event on one side only. */
const CROSS_TERM_WEIGHT = 0.6
/** Penalty for each unshared feature when no name is shared. */
const NO_SUBJECT_PENALTY = 0.15
/** Penalty when besides hardly a word is shared, and each side has terms of its own: one pattern of two industries. */
const OTHER_SUBJECT_PENALTY = 0.15
/** Penalty when both tell events and share none. */
const OTHER_EVENT_PENALTY = 0.3
/** Penalty when only the company and a frequent kind of event are shared. */
const VAGUE_PENALTY = 0.2
/** Bonus for a distinctive figure about the same subject. */
const FIGURE_BONUS = 0.14
/** Bonus for an amount of money about the same subject. */
const AMOUNT_BONUS = 0.24

/**
 * Similarity 0-1 of two articles as stories; -1 when they contradict each other. Shared events without shared words count only for
 * articles near in time: next week's strike is another one.
 */
export function computeSimilarity(a: StorySignature, b: StorySignature, isNear = true): number {
  const features = compareSignatures(a, b)
  if (features === null) return CONTRADICTION
  const title = isNear ? Math.max(scoreWords(features), scoreEvents(features)) : scoreWords(features)
  const body = estimateResemblance(a.body, b.body)
  // Two stories of one pattern, each of another industry, share no name and have words of their own.
  const isOfOthers = features.assets + features.names === 0 && measureDifference(features, 0, 0).specific > 0
  const least = isOfOthers ? SAME_BODY_OF_OTHERS : SAME_BODY
  return Math.max(0, Math.min(1, body >= least ? Math.max(title, body) : title))
}

/** Similarity by words: mean of weighted Jaccard similarity and containment, less penalties. */
function scoreWords(features: Comparison): number {
  const { a, b, assets, names, parties, words, places, events } = features
  const figures = features.figures.length
  const isDistinct = features.figures.some(isDistinctive)
  const aWeight = sumWeights(a)
  const bWeight = sumWeights(b)
  if (aWeight === 0 || bWeight === 0) return 0
  const crossTerms = countShared(a.genericTerms, b.eventTerms) + countShared(a.eventTerms, b.genericTerms)
  const sharedGeneric =
    countShared(a.genericTerms, b.genericTerms) +
    countShared(a.eventTerms, b.eventTerms) +
    CROSS_TERM_WEIGHT * crossTerms
  const sharedWeight = weigh(features, sharedGeneric, figures)
  const jaccard = sharedWeight / (aWeight + bWeight - sharedWeight)
  const containment = sharedWeight / Math.min(aWeight, bWeight)
  const difference = measureDifference(
    features,
    a.genericTerms.length + a.eventTerms.length - sharedGeneric,
    b.genericTerms.length + b.eventTerms.length - sharedGeneric,
  )
  // Nothing shared but the company and a frequent kind of event.
  const isCommon = events.often + events.moves > 0 && events.once + events.country === 0
  const own = difference.all - (isCommon ? 0 : difference.genericTerms)
  const vaguePenalty = words + figures + parties === 0 && own > 0 ? VAGUE_PENALTY : 0
  // Each side tells something else: more likely two stories of one pattern.
  const unsharedPenalty = 0.05 * difference.all + 0.02 * (difference.names - difference.genericTerms)
  let title = 0.5 * jaccard + 0.5 * containment - unsharedPenalty - vaguePenalty
  if (isDistinct && assets + names > 0)
    title += features.figures.some(({ kind }) => kind === 'money') ? AMOUNT_BONUS : FIGURE_BONUS
  if (assets + names === 0) {
    const isOtherSubject = difference.all > 0 && words <= 1 && places.shared === 0
    title -= NO_SUBJECT_PENALTY * difference.all + (isOtherSubject ? OTHER_SUBJECT_PENALTY : 0)
  }
  if (events.onlyA > 0 && events.onlyB > 0)
    title -= events.once + events.often + events.country > 0 ? 0.05 : OTHER_EVENT_PENALTY
  // Two contracts, two products, two targets of one company.
  if (isCommon && difference.names > 0 && parties + words === 0 && !isDistinct) title -= VAGUE_PENALTY
  if (places.isElsewhere) return title * ELSEWHERE_FACTOR
  return places.unshared > 0 ? title * UNSHARED_PLACE_FACTOR : title
}

/** Similarity by events: the same event of the same subject in other words. */
function scoreEvents(features: Comparison): number {
  const { a, b, assets, names, parties, words, places, events } = features
  const figures = features.figures.length
  const isDistinct = features.figures.some(isDistinctive)
  const { once, often, country, moves } = events
  const eventCount = once + often + country
  const isMacro = country > 0 && places.hasSharedCountry
  const hasSharedSubject = assets + names > 0 || isMacro
  if (eventCount + moves === 0 || places.isElsewhere) return 0
  if (!hasSharedSubject && (!places.hasSharedCountry || !isDistinct)) return 0
  if (eventCount === 0 && events.onlyA + events.onlyB > 0) return 0
  const sharedGeneric = countShared(a.genericTerms, b.genericTerms)
  const difference = measureDifference(
    features,
    a.genericTerms.length - sharedGeneric - countShared(a.genericTerms, b.eventTerms),
    b.genericTerms.length - sharedGeneric - countShared(b.genericTerms, a.eventTerms),
  )
  const isRare = once > 0 || isMacro
  const subjects = Math.max(1, assets) + parties
  const hasCounterpart = subjects > 1
  let score = isRare ? 0.56 : eventCount === 0 ? 0.36 : hasCounterpart ? 0.46 : 0.42
  if (eventCount > 0) score += 0.1 * (eventCount - 1 + moves)
  score += 0.1 * (subjects - 1) + 0.05 * words + 0.03 * sharedGeneric
  score += isDistinct ? 0.14 : 0.05 * figures
  score += 0.03 * Math.min(1, places.shared)
  const details = difference.all - difference.names
  if (!isRare && (hasCounterpart || words + sharedGeneric + places.shared > 0)) score += 0.08
  score -= isRare ? 0.05 * difference.names + 0.02 * details : 0.15 * difference.names + 0.05 * details
  score -= 0.12 * places.unshared + (hasSharedSubject ? 0 : 2 * NO_SUBJECT_PENALTY * difference.specific)
  if (events.onlyA > 0 && events.onlyB > 0) score -= 0.12
  if (hasSharedSubject && !doLeadsAgree(features)) score -= 0.1
  return score
}

function sumWeights({ assets, names, words, genericTerms, eventTerms, figures }: StorySignature): number {
  const parties = names.filter((name) => (name & 1) === 0).length
  const own = { assets: assets.length, names: names.length, parties, words: words.length }
  return weigh(own, genericTerms.length + eventTerms.length, figures.length)
}

/** The weight of so many features of each kind; parties are among the names. */
function weigh(
  { assets, names, parties, words }: Pick<Comparison, 'assets' | 'names' | 'parties' | 'words'>,
  generic: number,
  figures: number,
): number {
  const ofNames = NAME_WEIGHT * parties + SECONDARY_NAME_WEIGHT * (names - parties)
  return ASSET_WEIGHT * assets + ofNames + WORD_WEIGHT * words + GENERIC_WEIGHT * generic + FIGURE_WEIGHT * figures
}
