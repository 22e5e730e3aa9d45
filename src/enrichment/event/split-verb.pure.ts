import type { TokenisedText } from '../text/token.pure.ts'

/** Words that may stand apart from their verb: "keeps Russian aluminium out", "lets the quota lapse". */
const PARTICLES = [
  'out',
  'off',
  'back',
  'down',
  'up',
  'away',
  'through',
  'alone',
  'aside',
  'offline',
  'online',
  'shut',
  'unchanged',
]
const PARTICLE_PHRASES = [
  'at home',
  'in place',
  'on hold',
  'on ice',
  'in force',
  'off line',
  'in port',
  'off the market',
]
const ENDINGS = [...PARTICLES, ...PARTICLE_PHRASES].map((one) => ` ${one}`)

/** Tokens of what stands between a verb and its particle. */
const MAX_BETWEEN = 5

/** Words that may follow the particle; others are its own object: "cut off supplies". */
const AFTER_PARTICLE: ReadonlySet<string> = new Set(
  'of as after at until till in for from by on over amid despite to again this next & under since because through with'.split(
    ' ',
  ),
)

/** A phrase with a particle at its end: the verb form, and the particle. */
export function splitPhrase(text: string): { readonly verb: string; readonly particle: string } | null {
  if (text.startsWith('str') && text.endsWith(' from'))
    return { verb: text.slice(0, -' from'.length), particle: 'from' }
  const ending = ENDINGS.find((one) => text.endsWith(one))
  if (ending === undefined) return null
  const verb = text.slice(0, -ending.length)
  // "Lets curbs roll off".
  const isLetting = verb.startsWith('let') && ending === ' off'
  return verb.includes(' ') || isLetting ? null : { verb, particle: ending.slice(1) }
}

/** Tokens `from` (included) to `to` (excluded) of a particle, and what the verb means with it. */
export interface Particle<T> {
  readonly from: number
  readonly to: number
  readonly value: T
}

/** Finds the particle of a verb at token `at` that stands after its object; null where none follows. */
export function findParticle<T>(
  { words, breaks }: TokenisedText,
  at: number,
  particles: ReadonlyMap<string, T>,
): Particle<T> | null {
  for (let i = at + 2; i < Math.min(words.length, at + 2 + MAX_BETWEEN); i++) {
    if (breaks[i - 1] === true || breaks[i] === true) return null
    for (let length = 3; length >= 1; length--) {
      const value = particles.get(words.slice(i, i + length).join(' '))
      const to = i + length
      if (
        value !== undefined &&
        (to >= words.length || words[i] === 'from' || breaks[to] === true || AFTER_PARTICLE.has(words[to] ?? ''))
      )
        return { from: i, to, value }
    }
  }
  return null
}
