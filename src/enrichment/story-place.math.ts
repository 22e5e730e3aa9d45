import { hash, mix } from './story-hash.math.ts'

/** Where an authority sits: `name/europe/uk/boe` in Britain. */
export function seatOf(means: string | undefined): string[] {
  return means?.startsWith('name/') === true ? means.split('/').slice(1, -1) : []
}

/** Bits of a region, a country and a continent; the lowest bit is for roles. A test holds that no two places of ours share a code. */
const LEVELS = [
  { bits: 5, shift: 26 },
  { bits: 14, shift: 12 },
  { bits: 11, shift: 1 },
] as const

/** A code of continent, country and region, so that Texas lies within the US and beside Ohio. */
export function placeCode(path: readonly string[]): number {
  let code = 0
  for (const [level, { bits, shift }] of LEVELS.entries()) {
    const part = path[level]
    if (part !== undefined) code |= (1 + (mix(hash(part), level) % ((1 << bits) - 1))) << shift
  }
  return code >>> 0
}

/** What two lists of places or roles say of each other. */
export interface Whereabouts {
  readonly placed: number
  /** A country both name: the US and Texas, but not Europe and Britain. */
  readonly sameCountry: boolean
  /** Both name places, or offices, and none of them agree. */
  readonly elsewhere: boolean
  /** Beside the places both name, the fewer of those that one names alone: the US and China, the US and the Emirates. */
  readonly apart: number
}

const ROLE = 1
const REGION = 0xffe
const COUNTRY = 0x3fff000

/** Compares codes of places and roles; Texas agrees with the United States and contradicts Ohio. */
export function whereabouts(a: readonly number[], b: readonly number[]): Whereabouts {
  const places = agreeing(a, b, 0)
  const roles = agreeing(a, b, ROLE)
  const apart = places > 0 ? Math.min(strange(a, b), strange(b, a)) : 0
  return {
    placed: Math.max(0, places),
    sameCountry: places > 0 && inOneCountry(a, b),
    elsewhere: places < 0 || roles < 0,
    apart,
  }
}

function inOneCountry(a: readonly number[], b: readonly number[]): boolean {
  return a.some((one) => (one & 1) !== ROLE && b.some((other) => (other & 1) !== ROLE && one >>> 12 === other >>> 12))
}

/** Places of `a` that agree with none of `b`. */
function strange(a: readonly number[], b: readonly number[]): number {
  let count = 0
  for (const value of a) {
    if ((value & 1) !== ROLE && !b.some((other) => (other & 1) !== ROLE && within(value, other))) count++
  }
  return count
}

/** Agreeing codes of one kind; -1 where both sides have some and none agrees. */
function agreeing(a: readonly number[], b: readonly number[], kind: number): number {
  let mine = 0
  let theirs = 0
  let both = 0
  for (const value of b) if ((value & 1) === kind) theirs++
  for (const value of a) {
    if ((value & 1) !== kind) continue
    mine++
    if (b.some((other) => (other & 1) === kind && (kind === ROLE ? value === other : within(value, other)))) both++
  }
  return mine > 0 && theirs > 0 && both === 0 ? -1 : both
}

/** True where one place lies within the other or is it. */
function within(a: number, b: number): boolean {
  const levels = (a & REGION) !== 0 && (b & REGION) !== 0 ? 0 : (a & COUNTRY) !== 0 && (b & COUNTRY) !== 0 ? 12 : 26
  return a >>> levels === b >>> levels
}
