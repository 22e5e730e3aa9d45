import { figuresAgree, sharedFigures, sharedTelling } from './story-figure.math.ts'
import type { StorySignature } from './story-signature.math.ts'

const ASSET_WEIGHT = 2.2
const NAME_WEIGHT = 2
const WORD_WEIGHT = 1
const SOFT_WEIGHT = 0.8
const FIGURE_WEIGHT = 1.4

/** Likeness from which two headlines are one story; set on prisma/reference/labelled/duplicates.jsonl. */
export const SAME_STORY = 0.5
const SAME_BODY = 0.6
/** What is left when both name places or offices, and different ones. */
const ELSEWHERE = 0.5
/** What an exact and telling figure about the same subject adds. */
const TELLING = 0.12

/** Likeness 0-1 of two articles as stories; 0 when figures, sides or named assets contradict each other. */
export function likeness(a: StorySignature, b: StorySignature): number {
  if (!figuresAgree(a.figures, b.figures)) return 0
  const assets = shared(a.assets, b.assets)
  const fewest = Math.min(a.assets.length, b.assets.length)
  if (fewest > 0 && assets * 2 < fewest + 1 && assets < fewest) return 0
  const sameLead = a.lead === b.lead
  if (contradicts(a.sides, b.sides, sameLead, assets > 1)) return 0
  if (sameLead && a.move !== 0 && b.move !== 0 && a.move !== b.move) return 0
  const mine = weightOf(a)
  const theirs = weightOf(b)
  if (mine === 0 || theirs === 0) return 0
  const names = overlap(a.names, b.names)
  const words = overlap(a.words, b.words)
  const figures = sharedFigures(a.figures, b.figures)
  const soft = overlap(a.soft, b.soft)
  const both =
    ASSET_WEIGHT * assets + NAME_WEIGHT * names + WORD_WEIGHT * words + SOFT_WEIGHT * soft + FIGURE_WEIGHT * figures
  const jaccard = both / (mine + theirs - both)
  const contained = both / Math.min(mine, theirs)
  // Each side tells something the other does not: more likely two stories of one pattern.
  const strangers = Math.min(a.names.length + a.assets.length, b.names.length + b.assets.length) - names - assets
  const details = Math.min(a.words.length - words, b.words.length - words)
  // Nothing in common but the company and what companies usually do.
  const habits = Math.min(a.soft.length - soft, b.soft.length - soft)
  const vague = names + words + figures === 0 && details + strangers > 0 ? 0.15 : 0
  let title = 0.5 * jaccard + 0.5 * contained - 0.07 * strangers - 0.05 * details - 0.03 * habits - vague
  if (figures > 0 && assets + names > 0) title += sharedTelling(a.figures, b.figures) > 0 ? TELLING : 0
  if (elsewhere(a.exclusive, b.exclusive, 0) || elsewhere(a.exclusive, b.exclusive, 1)) title *= ELSEWHERE
  const body = bodyLikeness(a.body, b.body)
  return Math.max(0, Math.min(1, body >= SAME_BODY ? Math.max(title, body) : title))
}

function weightOf(signature: StorySignature): number {
  return (
    ASSET_WEIGHT * signature.assets.length +
    NAME_WEIGHT * signature.names.length +
    WORD_WEIGHT * signature.words.length +
    SOFT_WEIGHT * signature.soft.length +
    FIGURE_WEIGHT * signature.figures.length
  )
}

/** Pairs of opposites that a change of perspective explains: one story's buyer is the other's seller, and with both companies
 * named in both, one's new chief is the other's leaver. */
const PERSPECTIVE_PAIR = 3
const PERSPECTIVE_OF_TWO = 7

/** One says only "up", the other only "down". */
function contradicts(a: number, b: number, sameLead: boolean, bothNamed: boolean): boolean {
  const aOne = a & 0x55555555
  const aOther = (a >>> 1) & 0x55555555
  const bOne = b & 0x55555555
  const bOther = (b >>> 1) & 0x55555555
  let clash = (aOne & ~aOther & bOther & ~bOne) | (aOther & ~aOne & bOne & ~bOther)
  if (!sameLead) clash &= ~(1 << (2 * PERSPECTIVE_PAIR))
  if (!sameLead && bothNamed) clash &= ~(1 << (2 * PERSPECTIVE_OF_TWO))
  return clash !== 0
}

function elsewhere(a: readonly number[], b: readonly number[], kind: 0 | 1): boolean {
  let mine = 0
  let both = 0
  for (const value of a) {
    if ((value & 1) !== kind) continue
    mine++
    if (b.includes(value)) both++
  }
  if (mine === 0 || both > 0) return false
  return b.some((value) => (value & 1) === kind)
}

function bodyLikeness(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0
  let same = 0
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) same++
  return same / a.length
}

function shared(a: readonly number[], b: readonly number[]): number {
  let both = 0
  for (const value of a) if (b.includes(value)) both++
  return both
}

/** Common values of two sorted lists. */
function overlap(a: readonly number[], b: readonly number[]): number {
  let both = 0
  let i = 0
  let k = 0
  while (i < a.length && k < b.length) {
    const left = a[i] ?? 0
    const right = b[k] ?? 0
    if (left === right) {
      both++
      i++
      k++
    } else if (left < right) i++
    else k++
  }
  return both
}
