import { accordOf, type EventAccord } from './story-event.math.ts'
import { figuresAgree, sharedFigures, sharedTelling } from './story-figure.math.ts'
import { overlap, shared, sharedNames } from './story-overlap.math.ts'
import { type Whereabouts, whereabouts } from './story-place.math.ts'
import type { StorySignature } from './story-signature.math.ts'

/** What two headlines share and what each has alone. */
export interface Comparison {
  readonly a: StorySignature
  readonly b: StorySignature
  readonly assets: number
  readonly names: number
  /** Of the names, those that are no authority, no brand and not what both begin with. */
  readonly parties: number
  readonly words: number
  readonly figures: number
  readonly telling: number
  readonly accord: EventAccord
  readonly sameLead: boolean
  readonly where: Whereabouts
}

/** What two headlines share; null where they contradict each other. */
export function compare(a: StorySignature, b: StorySignature): Comparison | null {
  if (!figuresAgree(a.figures, b.figures)) return null
  const assets = shared(a.assets, b.assets)
  const fewest = Math.min(a.assets.length, b.assets.length)
  if (fewest > 0 && assets * 2 < fewest + 1 && assets < fewest) return null
  const sameLead = a.lead === b.lead && a.lead !== 0
  if (contradicts(a.sides, b.sides, sameLead, assets > 1)) return null
  if (sameLead && a.move !== 0 && b.move !== 0 && a.move !== b.move) return null
  const accord = accordOf(a.events, b.events)
  if (accord.clash || (accord.succession && (sameLead || assets < 2))) return null
  const names = sharedNames(a.names, b.names)
  const figures = sharedFigures(a.figures, b.figures)
  return {
    a,
    b,
    assets,
    names: names.all,
    parties: Math.max(0, names.parties - (sameLead && !a.assets.includes(a.lead) ? 1 : 0)),
    words: overlap(a.words, b.words),
    figures,
    telling: figures > 0 ? sharedTelling(a.figures, b.figures) : 0,
    accord,
    sameLead,
    where: whereabouts(a.exclusive, b.exclusive),
  }
}

/** What each side has alone, the lesser of both: with little of it on one side, the shorter headline is within the longer. */
interface Leftover {
  readonly strangers: number
  readonly words: number
  readonly soft: number
  /** Of all kinds together, not counted above: a name on one side against a word on the other. */
  readonly mixed: number
  /** Of names and words, which tell more than what many stories share. */
  readonly hard: number
}

/** What is left of two headlines beside what they share; soft words are counted by the caller, who knows which of them count. */
export function leftoverOf({ a, b, assets, names, words }: Comparison, aSoft: number, bSoft: number): Leftover {
  const aStrangers = a.names.length + a.assets.length - names - assets
  const bStrangers = b.names.length + b.assets.length - names - assets
  const aWords = a.words.length - words
  const bWords = b.words.length - words
  const strangers = Math.min(aStrangers, bStrangers)
  const details = Math.min(aWords, bWords)
  const soft = Math.min(aSoft, bSoft)
  const all = Math.min(aStrangers + aWords + aSoft, bStrangers + bWords + bSoft)
  const hard = Math.min(aStrangers + aWords, bStrangers + bWords)
  return { strangers, words: details, soft, mixed: all - strangers - details - soft, hard }
}

/** True when one headline begins with what the other begins with or names. */
export function leadsAgree({ a, b, assets, names, sameLead }: Comparison): boolean {
  return sameLead || assets + names > 1 || isNamed(b.lead, a.names) || isNamed(a.lead, b.names)
}

function isNamed(lead: number, names: readonly number[]): boolean {
  return lead !== 0 && names.some((name) => name >>> 1 === lead >>> 1)
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
