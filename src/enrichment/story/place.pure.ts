import { hashWord, rehash } from './hash.pure.ts'

/** The seat of an authority as a path of places: Europe, UK for `name/europe/uk/boe`. */
export function readSeat(means: string | undefined): string[] {
  return means?.startsWith('name/') === true ? means.split('/').slice(1, -1) : []
}

/** Bits of continent, country and region; the lowest bit marks offices. A test holds that no two places of the lexicon share a code. */
const LEVELS = [
  { bits: 5, shift: 26 },
  { bits: 14, shift: 12 },
  { bits: 11, shift: 1 },
] as const

/** Encodes continent, country and region, so that Texas lies within the US and beside Ohio. */
export function encodePlace(path: readonly string[]): number {
  let code = 0
  for (const [level, { bits, shift }] of LEVELS.entries()) {
    const part = path[level]
    if (part !== undefined) code |= (1 + (rehash(hashWord(part), level) % ((1 << bits) - 1))) << shift
  }
  return code >>> 0
}

/** How the places and offices of two headlines compare. */
export interface PlaceComparison {
  /** Places or parts of them that both name. */
  readonly shared: number
  /** True when both name one country: the US and Texas, but not Europe and Britain. */
  readonly hasSharedCountry: boolean
  /** True when both name places, or offices, and share none. */
  readonly isElsewhere: boolean
  /** Places only one names beside shared ones, the lesser number of both: the US and China, the US and the Emirates. */
  readonly unshared: number
}

const ROLE = 1
const REGION = 0xffe
const COUNTRY = 0x3fff000

/** Compares codes of places and offices; Texas agrees with the United States and contradicts Ohio. */
export function comparePlaces(a: readonly number[], b: readonly number[]): PlaceComparison {
  const places = countAgreeing(a, b, 0)
  const roles = countAgreeing(a, b, ROLE)
  const unshared = places > 0 ? Math.min(countUnshared(a, b), countUnshared(b, a)) : 0
  return {
    shared: Math.max(0, places),
    hasSharedCountry: places > 0 && shareCountry(a, b),
    isElsewhere: places < 0 || roles < 0,
    unshared,
  }
}

function shareCountry(a: readonly number[], b: readonly number[]): boolean {
  return a.some((one) => (one & 1) !== ROLE && b.some((other) => (other & 1) !== ROLE && one >>> 12 === other >>> 12))
}

/** Places of `a` that agree with none of `b`. */
function countUnshared(a: readonly number[], b: readonly number[]): number {
  let count = 0
  for (const value of a) {
    if ((value & 1) !== ROLE && !b.some((other) => (other & 1) !== ROLE && isWithin(value, other))) count++
  }
  return count
}

/** Agreeing codes of one kind; -1 where both sides have some and none agrees. */
function countAgreeing(a: readonly number[], b: readonly number[], kind: number): number {
  let aCount = 0
  let bCount = 0
  let agreeing = 0
  for (const value of b) if ((value & 1) === kind) bCount++
  for (const value of a) {
    if ((value & 1) !== kind) continue
    aCount++
    if (b.some((other) => (other & 1) === kind && (kind === ROLE ? value === other : isWithin(value, other))))
      agreeing++
  }
  return aCount > 0 && bCount > 0 && agreeing === 0 ? -1 : agreeing
}

/** True where one place lies within the other or is it. */
function isWithin(a: number, b: number): boolean {
  const levels = (a & REGION) !== 0 && (b & REGION) !== 0 ? 0 : (a & COUNTRY) !== 0 && (b & COUNTRY) !== 0 ? 12 : 26
  return a >>> levels === b >>> levels
}
