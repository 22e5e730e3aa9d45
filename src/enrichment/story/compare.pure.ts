import { compareEvents } from './event-code.pure.ts'
import { doFiguresAgree, shareFigures } from './figure.pure.ts'
import { comparePlaces } from './place.pure.ts'
import type { StorySignature } from './signature.pure.ts'

/** How two signatures compare, in numbers of shared features. */
export type Comparison = NonNullable<ReturnType<typeof compareSignatures>>

/** Compares two signatures; null where figures, assets, opposites or events contradict each other. */
export function compareSignatures(a: StorySignature, b: StorySignature) {
  if (!doFiguresAgree(a.figures, b.figures)) return null
  const assets = countShared(a.assets, b.assets)
  const fewest = Math.min(a.assets.length, b.assets.length)
  if (assets < fewest && assets * 2 <= fewest) return null
  const hasSameLead = a.lead === b.lead && a.lead !== 0
  if (areOpposite(a.oppositeBits, b.oppositeBits, hasSameLead, assets > 1)) return null
  if (hasSameLead && a.moveSign * b.moveSign < 0) return null
  const events = compareEvents(a.events, b.events)
  if (events.isContradiction || (events.isSuccession && (hasSameLead || assets < 2))) return null
  const names = countSharedNames(a.names, b.names)
  return {
    ...{ a, b, assets, events, hasSameLead },
    names: names.all,
    /** Shared names that are parties: no authority, no brand and not the common lead. */
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

/**
 * Counts what two headlines do not share, the lesser number of both sides: a headline contained in a longer one has none. The caller
 * counts the unshared generic terms of each.
 */
export function measureDifference(features: Comparison, aGeneric: number, bGeneric: number) {
  const countOwn = ({ names, assets, words }: StorySignature) => ({
    names: names.length + assets.length - features.names - features.assets,
    words: words.length - features.words,
  })
  const [a, b] = [countOwn(features.a), countOwn(features.b)]
  return {
    names: Math.min(a.names, b.names),
    genericTerms: Math.min(aGeneric, bGeneric),
    /** Names and words together. */
    specific: Math.min(a.names + a.words, b.names + b.words),
    all: Math.min(a.names + a.words + aGeneric, b.names + b.words + bGeneric),
  }
}

/** True when the lead of one headline is the lead of the other or named in it. */
export function doLeadsAgree({ a, b, assets, names, hasSameLead }: Comparison): boolean {
  const isNamed = (lead: number, others: readonly number[]) => others.some((name) => name >>> 1 === lead >>> 1)
  return hasSameLead || assets + names > 1 || isNamed(b.lead, a.names) || isNamed(a.lead, b.names)
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
  if (hasBothCompanies) contradiction &= ~(1 << (2 * PERSPECTIVE_OF_TWO))
  return contradiction !== 0
}
