import type { EventLexicon } from '../../vocabulary/event-lexicon.pure.ts'
import type { ListedTitle } from './event-title.pure.ts'

/** Tokens of what stands between a verb and its particle. */
const MAX_BETWEEN = 5

/** Prepares the particles; the returned function parts a phrase with one at its end. */
export function createSplitter({ wordLists }: Pick<EventLexicon, 'wordLists'>) {
  const endings = wordLists.flatMap(({ list, words }) => (list === 'particle' ? words.map((word) => ` ${word}`) : []))
  return (text: string) => {
    const isFrom = text.startsWith('str') && text.endsWith(' from')
    const ending = isFrom ? ' from' : endings.find((one) => text.endsWith(one))
    if (ending === undefined) return null
    const verb = text.slice(0, -ending.length)
    // "Lets curbs roll off".
    const isLetting = verb.startsWith('let') && ending === ' off'
    return (verb.includes(' ') && !isFrom) || isLetting ? null : { verb, particle: ending.slice(1) }
  }
}

/** Tokens `from` (included) to `to` (excluded) of a particle, and what the verb means with it. */
export interface Particle<T> {
  readonly from: number
  readonly to: number
  readonly value: T
}

/** Finds the particle of a verb at token `at` that stands after its object; null where none follows. */
export function findParticle<T>(
  { words, breaks, isIn }: Pick<ListedTitle, 'words' | 'breaks' | 'isIn'>,
  at: number,
  particles: ReadonlyMap<string, T>,
): Particle<T> | null {
  for (let i = at + 2; i < Math.min(words.length, at + 2 + MAX_BETWEEN); i++) {
    if (breaks[i - 1] === true || breaks[i] === true) return null
    for (let length = 3; length >= 1; length--) {
      const value = particles.get(words.slice(i, i + length).join(' '))
      const to = i + length
      // Other words are an object of the particle: "cut off supplies".
      const isClosed = to >= words.length || words[i] === 'from' || breaks[to] === true || isIn(to, 'after_particle')
      if (value !== undefined && isClosed) return { from: i, to, value }
    }
  }
  return null
}
