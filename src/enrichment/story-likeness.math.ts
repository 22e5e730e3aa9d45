import { bodyLikeness } from './story-body.math.ts'
import { type Comparison, compare, leadsAgree, leftoverOf } from './story-comparison.math.ts'
import { sharedSum } from './story-figure.math.ts'
import { overlap } from './story-overlap.math.ts'
import type { StorySignature } from './story-signature.math.ts'

const ASSET_WEIGHT = 2.2
const NAME_WEIGHT = 2
const MARKED_WEIGHT = 1.4
const WORD_WEIGHT = 1
const SOFT_WEIGHT = 0.8
const FIGURE_WEIGHT = 1.4

/** Likeness from which two headlines are one story; set on prisma/reference/labelled/duplicates.jsonl. */
export const SAME_STORY = 0.48
const SAME_BODY = 0.6
const CONTRADICTION = -1
/** Likeness that a contradiction with another telling of the same story does not undo. */
export const SURE_STORY = 0.75
/** What is left when both name places or offices, and different ones. */
const ELSEWHERE = 0.5
const APART = 0.8
const ACROSS = 0.6
/** What is taken off for every name or word that each has alone when no name is shared. */
const NO_SUBJECT = 0.15
/** What is taken off when the headlines tell events and not the same. */
const OTHER_EVENT = 0.3
/** What is taken off when only the company and a common kind of event are shared, and each side has details. */
const VAGUE = 0.2
/** What an exact and telling figure about the same subject adds. */
const TELLING = 0.14
/** And a sum of money. */
const SUM = 0.24

/** Likeness 0-1 of two articles as stories; below 0 when figures, sides, stages or named assets contradict each other. Events tell alone only of articles `near` in time: next week's strike is another. */
export function likeness(a: StorySignature, b: StorySignature, near = true): number {
  const features = compare(a, b)
  if (features === null) return CONTRADICTION
  const title = near ? Math.max(byWords(features), byEvent(features)) : byWords(features)
  const body = bodyLikeness(a.body, b.body)
  return Math.max(0, Math.min(1, body >= SAME_BODY ? Math.max(title, body) : title))
}

/** Likeness by the words themselves. */
function byWords(features: Comparison): number {
  const { a, b, assets, names, parties, words, figures, telling, where, accord } = features
  const mine = weightOf(a)
  const theirs = weightOf(b)
  if (mine === 0 || theirs === 0) return 0
  // What is part of an event on one side only is half the same.
  const across = overlap(a.soft, b.parts) + overlap(a.parts, b.soft)
  const soft = overlap(a.soft, b.soft) + overlap(a.parts, b.parts) + ACROSS * across
  const both =
    ASSET_WEIGHT * assets +
    NAME_WEIGHT * parties +
    MARKED_WEIGHT * (names - parties) +
    WORD_WEIGHT * words +
    SOFT_WEIGHT * soft +
    FIGURE_WEIGHT * figures
  const jaccard = both / (mine + theirs - both)
  const contained = both / Math.min(mine, theirs)
  const left = leftoverOf(features, a.soft.length + a.parts.length - soft, b.soft.length + b.parts.length - soft)
  // Nothing in common but the company and what companies usually do.
  const isCommon = accord.often + accord.moves > 0 && accord.once + accord.country === 0
  const common = isCommon ? left.soft : 0
  const vague =
    words + figures === 0 && parties === 0 && left.words + left.strangers + left.mixed + common > 0 ? VAGUE : 0
  // Each side tells something the other does not: more likely two stories of one pattern.
  const alone = 0.07 * left.strangers + 0.05 * left.words + 0.03 * left.soft + 0.05 * left.mixed
  let title = 0.5 * jaccard + 0.5 * contained - alone - vague
  if (telling > 0 && assets + names > 0) title += sharedSum(a.figures, b.figures) ? SUM : TELLING
  if (assets + names === 0) title -= NO_SUBJECT * (left.strangers + left.words + left.soft + left.mixed)
  if (accord.onlyA > 0 && accord.onlyB > 0)
    title -= accord.once + accord.often + accord.country > 0 ? 0.05 : OTHER_EVENT
  // Two contracts, two products, two targets of one company.
  if (isCommon && left.strangers > 0 && parties + words + telling === 0) title -= VAGUE
  if (where.elsewhere) return title * ELSEWHERE
  return where.apart > 0 ? title * APART : title
}

/** Likeness of two headlines that tell the same event of the same subject, whatever the words. */
function byEvent(features: Comparison): number {
  const { a, b, assets, names, parties, words, figures, telling, where, accord } = features
  const { once, often, country, moves } = accord
  const told = once + often + country
  const macro = country > 0 && where.sameCountry
  const subject = assets + names > 0 || macro
  if (told + moves === 0 || where.elsewhere || (!subject && (!where.sameCountry || telling === 0))) return 0
  if (told === 0 && accord.onlyA + accord.onlyB > 0) return 0
  const soft = overlap(a.soft, b.soft)
  const left = leftoverOf(
    features,
    a.soft.length - soft - overlap(a.soft, b.parts),
    b.soft.length - soft - overlap(b.soft, a.parts),
  )
  const rare = once > 0 || macro
  const subjects = Math.max(1, assets) + parties
  const counterpart = subjects > 1
  let score = rare ? 0.56 : told === 0 ? 0.36 : counterpart ? 0.46 : 0.42
  score += 0.1 * Math.max(0, told - 1) + (told > 0 ? 0.1 * moves : 0)
  score += 0.1 * (subjects - 1) + 0.05 * words + 0.03 * soft
  score += telling > 0 ? 0.14 : 0.05 * figures
  score += 0.03 * Math.min(1, where.placed)
  const details = left.words + left.soft + left.mixed
  if (!rare && (counterpart || words + soft + where.placed > 0)) score += 0.08
  score -= rare ? 0.05 * left.strangers + 0.02 * details : 0.15 * left.strangers + 0.05 * details
  score -= 0.12 * where.apart + (subject ? 0 : 2 * NO_SUBJECT * left.hard)
  if (accord.onlyA > 0 && accord.onlyB > 0) score -= 0.12
  if (subject && !leadsAgree(features)) score -= 0.1
  return score
}

function namesWeight(names: readonly number[]): number {
  let weight = 0
  for (const name of names) weight += (name & 1) === 1 ? MARKED_WEIGHT : NAME_WEIGHT
  return weight
}

function weightOf(signature: StorySignature): number {
  return (
    ASSET_WEIGHT * signature.assets.length +
    namesWeight(signature.names) +
    WORD_WEIGHT * signature.words.length +
    SOFT_WEIGHT * (signature.soft.length + signature.parts.length) +
    FIGURE_WEIGHT * signature.figures.length
  )
}
