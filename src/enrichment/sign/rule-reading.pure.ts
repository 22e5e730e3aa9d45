import type { EventEffect } from '../event/effect/event-effect.pure.ts'
import type { Direction, Verdict } from '../vocabulary/verdict.pure.ts'

/** What the rules read of a name, as far as it is known. */
export interface RuleReading {
  /** By the words beside it. */
  readonly words: Verdict | undefined
  /** By the event. */
  readonly effect: EventEffect | undefined
  /** By both. */
  readonly both: Direction | undefined
  /** It only speaks, "UBS says". */
  readonly isSpeaker: boolean
  readonly isSilent: boolean
}

/** How many numbers `weighRules` gives. */
export const READING_SIZE = 12

/** What the rules read of a name, in numbers between -1 and 1: of the yen itself, not of USDJPY. */
export function weighRules(
  { words, effect, both, isSpeaker, isSilent }: RuleReading,
  quoteSign: 1 | -1,
): readonly number[] {
  const [rising, falling] = quoteSign < 0 ? ['neg', 'pos'] : ['pos', 'neg']
  const up = (direction: string | undefined) => Number(direction === rising)
  const down = (direction: string | undefined) => Number(direction === falling)
  return [
    Number(words !== undefined && words.because !== ''),
    up(words?.direction),
    down(words?.direction),
    quoteSign * (words?.score ?? 0),
    Number(words?.isPriceMove === true),
    up(effect?.direction),
    down(effect?.direction),
    effect?.strength ?? 0,
    up(both),
    down(both),
    Number(isSpeaker),
    Number(isSilent),
  ]
}
