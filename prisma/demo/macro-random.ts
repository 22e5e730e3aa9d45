import { Normal } from './random-process.ts'

/** Slumps of the world economy with their depth: the middle of each in years, and how long it lasted. */
const SLUMPS = [
  { at: 1991.2, years: 0.5, depth: 0.4 },
  { at: 2001.7, years: 0.6, depth: 0.4 },
  { at: 2009.1, years: 1, depth: 1 },
  { at: 2020.4, years: 0.35, depth: 1.1 },
] as const

/** How deep the world economy is in a slump in a year and its fraction, 0 to about 1. */
export function slumpAt(year: number): number {
  return SLUMPS.reduce((sum, { at, years, depth }) => {
    // It begins fast and ends slowly.
    const width = year < at ? years / 2 : years * 1.8
    return sum + depth * Math.exp(-(((year - at) / width) ** 2))
  }, 0)
}

/** Smooth noise of about unit size that ends at 0, so that the latest value is the one that was given. */
export function smoothNoise(seed: number, length: number): Float64Array {
  const normal = new Normal(seed)
  const noise = new Float64Array(length)
  for (let place = length - 2; place >= 0; place--) noise[place] = 0.85 * (noise[place + 1] ?? 0) + 0.53 * normal.next()
  return noise
}
