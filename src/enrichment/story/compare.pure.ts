import { compareEvents, type EventComparison } from './event-code.pure.ts'
import { doFiguresAgree, type Figure, shareFigures } from './figure.pure.ts'
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
  readonly figures: readonly Figure[]
  readonly events: EventComparison
  readonly hasSameLead: boolean
  readonly places: PlaceComparison
}

/** Compares two signatures; null where figures, assets, opposites or events contradict each other. */
export function compareSignatures(a: StorySignature, b: StorySignature): Comparison | null {
  if (!doFiguresAgree(a.figures, b.figures)) return null
  const assets = countShared(a.assets, b.assets)
  const fewest = Math.min(a.assets.length, b.assets.length)
  if (assets * 2 < fewest + 1 && assets < fewest) return null
  const hasSameLead = a.lead === b.lead && a.lead !== 0
  if (areOpposite(a.oppositeBits, b.oppositeBits, hasSameLead, assets > 1)) return null
  if (hasSameLead && a.moveSign * b.moveSign < 0) return null
  const events = compareEvents(a.events, b.events)
  if (events.isContradiction || (events.isSuccession && (hasSameLead || assets < 2))) return null
  const names = countSharedNames(a.names, b.names)
  return {
    ...{ a, b, assets, events, hasSameLead },
    names: names.all,
    parties: Math.max(0, names.parties - (hasSameLead && !a.assets.includes(a.lead) ? 1 : 0)),
    words: countShared(a.words, b.words),
    figures: shareFigures(a.figures, b.figures),
    places: comparePlaces(a.placesAndRoles, b.placesAndRoles),
  }
}

/** The number of values two lists share. */
export function countShared(a: readonly number[], b: readonly number[]): number {
  let both = 0
  for (const value of a) if (b.includes(value)) both++
  return both
}

/** The number of names two lists share, whatever their lowest bits; `parties` are those secondary in neither. */
function countSharedNames(a: readonly number[], b: readonly number[]) {
  let all = 0
  let parties = 0
  for (const name of a) {
    const other = b.find((one) => one >>> 1 === name >>> 1)
    if (other === undefined) continue
    all++
    if (((name | other) & 1) === 0) parties++
  }
  return { all, parties }
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
export function measureDifference(features: Comparison, aGeneric: number, bGeneric: number): Difference {
  const countOwn = ({ names, assets, words }: StorySignature) => ({
    names: names.length + assets.length - features.names - features.assets,
    words: words.length - features.words,
  })
  const [a, b] = [countOwn(features.a), countOwn(features.b)]
  const names = Math.min(a.names, b.names)
  const words = Math.min(a.words, b.words)
  const genericTerms = Math.min(aGeneric, bGeneric)
  const all = Math.min(a.names + a.words + aGeneric, b.names + b.words + bGeneric)
  const specific = Math.min(a.names + a.words, b.names + b.words)
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
  const onlyOne = (bits: number) => bits & ~(bits >>> 1) & 0x55555555
  const onlyOther = (bits: number) => (bits >>> 1) & ~bits & 0x55555555
  let contradiction = (onlyOne(a) & onlyOther(b)) | (onlyOther(a) & onlyOne(b))
  if (!hasSameLead) contradiction &= ~(1 << (2 * PERSPECTIVE_PAIR))
  if (!hasSameLead && hasBothCompanies) contradiction &= ~(1 << (2 * PERSPECTIVE_OF_TWO))
  return contradiction !== 0
}
