import { compareEvents, type EventComparison } from './event-comparison.pure.ts'
import { countSharedDistinctive, countSharedFigures, doFiguresAgree } from './figure-comparison.pure.ts'
import { countShared, countSharedNames, countSharedSorted } from './overlap.pure.ts'
import { comparePlaces, type PlaceComparison } from './place.pure.ts'
import type { StorySignature } from './signature.pure.ts'

/** How two signatures compare, in numbers of shared features. */
export interface Comparison {
  readonly a: StorySignature
  readonly b: StorySignature
  readonly assets: number
  readonly names: number
  /** Shared names that are parties: no authority, no brand and not the common lead. */
  readonly parties: number
  readonly words: number
  readonly figures: number
  readonly distinctiveFigures: number
  readonly events: EventComparison
  readonly hasSameLead: boolean
  readonly places: PlaceComparison
}

/** Compares two signatures; null where figures, assets, opposites or events contradict each other. */
export function compareSignatures(a: StorySignature, b: StorySignature): Comparison | null {
  if (!doFiguresAgree(a.figures, b.figures)) return null
  const assets = countShared(a.assets, b.assets)
  const fewest = Math.min(a.assets.length, b.assets.length)
  if (fewest > 0 && assets * 2 < fewest + 1 && assets < fewest) return null
  const hasSameLead = a.lead === b.lead && a.lead !== 0
  if (areOpposite(a.oppositeBits, b.oppositeBits, hasSameLead, assets > 1)) return null
  if (hasSameLead && a.moveSign !== 0 && b.moveSign !== 0 && a.moveSign !== b.moveSign) return null
  const events = compareEvents(a.events, b.events)
  if (events.isContradiction || (events.isSuccession && (hasSameLead || assets < 2))) return null
  const names = countSharedNames(a.names, b.names)
  const figures = countSharedFigures(a.figures, b.figures)
  return {
    a,
    b,
    assets,
    names: names.all,
    parties: Math.max(0, names.parties - (hasSameLead && !a.assets.includes(a.lead) ? 1 : 0)),
    words: countSharedSorted(a.words, b.words),
    figures,
    distinctiveFigures: figures > 0 ? countSharedDistinctive(a.figures, b.figures) : 0,
    events,
    hasSameLead,
    places: comparePlaces(a.placesAndRoles, b.placesAndRoles),
  }
}

/** Unshared features, the lesser number of both sides: a headline contained in a longer one has none. */
interface Difference {
  readonly names: number
  readonly words: number
  readonly genericTerms: number
  /** Unshared features across kinds: a name on one side, a word on the other. */
  readonly mixed: number
  /** Names and words together. */
  readonly specific: number
}

/** Counts what two headlines do not share; the caller counts the unshared generic terms of each. */
export function measureDifference(
  { a, b, assets, names: sharedNames, words: sharedWords }: Comparison,
  aGeneric: number,
  bGeneric: number,
): Difference {
  const aNames = a.names.length + a.assets.length - sharedNames - assets
  const bNames = b.names.length + b.assets.length - sharedNames - assets
  const aWords = a.words.length - sharedWords
  const bWords = b.words.length - sharedWords
  const names = Math.min(aNames, bNames)
  const words = Math.min(aWords, bWords)
  const genericTerms = Math.min(aGeneric, bGeneric)
  const all = Math.min(aNames + aWords + aGeneric, bNames + bWords + bGeneric)
  const specific = Math.min(aNames + aWords, bNames + bWords)
  return { names, words, genericTerms, mixed: all - names - words - genericTerms, specific }
}

/** True when the lead of one headline is the lead of the other or named in it. */
export function doLeadsAgree({ a, b, assets, names, hasSameLead }: Comparison): boolean {
  return hasSameLead || assets + names > 1 || isAmongNames(b.lead, a.names) || isAmongNames(a.lead, b.names)
}

function isAmongNames(lead: number, names: readonly number[]): boolean {
  return lead !== 0 && names.some((name) => name >>> 1 === lead >>> 1)
}

/** Numbers of the opposites in story-opposites.csv that a change of perspective explains: buy and sell, and with both companies named,
 * hire and leave. */
const PERSPECTIVE_PAIR = 3
const PERSPECTIVE_OF_TWO = 7

/** True when one headline says only "up", the other only "down". */
function areOpposite(a: number, b: number, hasSameLead: boolean, hasBothCompanies: boolean): boolean {
  const aOne = a & 0x55555555
  const aOther = (a >>> 1) & 0x55555555
  const bOne = b & 0x55555555
  const bOther = (b >>> 1) & 0x55555555
  let contradiction = (aOne & ~aOther & bOther & ~bOne) | (aOther & ~aOne & bOne & ~bOther)
  if (!hasSameLead) contradiction &= ~(1 << (2 * PERSPECTIVE_PAIR))
  if (!hasSameLead && hasBothCompanies) contradiction &= ~(1 << (2 * PERSPECTIVE_OF_TWO))
  return contradiction !== 0
}
