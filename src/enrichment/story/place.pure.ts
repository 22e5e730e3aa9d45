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

const ROLE = 1
const REGION = 0xffe
const COUNTRY = 0x3fff000

/** Compares codes of places and offices; Texas agrees with the United States and contradicts Ohio. */
export function comparePlaces(a: readonly number[], b: readonly number[]) {
  const [aPlaces, bPlaces] = [a.filter((code) => !isRole(code)), b.filter((code) => !isRole(code))]
  const [aRoles, bRoles] = [a.filter(isRole), b.filter(isRole)]
  const [aShared, bShared] = [countWithin(aPlaces, bPlaces), countWithin(bPlaces, aPlaces)]
  const isElsewhere = aShared === 0 && aPlaces.length > 0 && bPlaces.length > 0
  const isOtherRole = aRoles.length > 0 && bRoles.length > 0 && !aRoles.some((one) => bRoles.includes(one))
  return {
    /** Places or parts of them that both name. */
    shared: aShared,
    /** True when both name one country: the US and Texas, but not Europe and Britain. */
    hasSharedCountry: aPlaces.some((one) => bPlaces.some((other) => one >>> 12 === other >>> 12)),
    /** True when both name places, or offices, and share none. */
    isElsewhere: isElsewhere || isOtherRole,
    /** Places only one names, the lesser number of both: the US and China, the US and the Emirates. */
    unshared: Math.min(aPlaces.length - aShared, bPlaces.length - bShared),
  }
}

function isRole(code: number): boolean {
  return (code & ROLE) === ROLE
}

/** Places of the one that agree with some of the other. */
function countWithin(places: readonly number[], others: readonly number[]): number {
  return places.filter((place) => others.some((other) => isWithin(place, other))).length
}

/** True where one place lies within the other or is it. */
function isWithin(a: number, b: number): boolean {
  const levels = (a & REGION) !== 0 && (b & REGION) !== 0 ? 0 : (a & COUNTRY) !== 0 && (b & COUNTRY) !== 0 ? 12 : 26
  return a >>> levels === b >>> levels
}
