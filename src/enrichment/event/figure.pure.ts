import type { TokenisedText } from '../text/token.pure.ts'

/** "Rebounds to 650 thousand tons": how much there is, not what it costs. */
export function isVolumeTold({ words, shapes, starts, text }: TokenisedText): boolean {
  return words.some(
    (_, i) =>
      shapes[i] === 'number' &&
      !/[$€£¥]$/.test(text.slice(0, starts[i])) &&
      (UNITS.has(words[i + 1] ?? '') || (MAGNITUDE.has(words[i + 1] ?? '') && UNITS.has(words[i + 2] ?? ''))),
  )
}

const MAGNITUDE: ReadonlySet<string> = new Set(['million', 'billion', 'thousand', 'm', 'bn', 'mln', 'more', 'extra'])
const UNITS: ReadonlySet<string> = new Set('tons tonnes ton tonne bushels bags bales barrels bpd boxes head'.split(' '))

/** "Vaults past $4,300" is 1, "under $5,000" -1, no such level 0. */
export function readLevel({ words, starts, shapes, text }: TokenisedText): 1 | -1 | 0 {
  const at = words.findIndex(
    (word, i) => LEVELS.has(word) && shapes[i + 1] === 'number' && /[$€£]$/.test(text.slice(0, starts[i + 1])),
  )
  return LEVELS.get(words[at] ?? '') ?? 0
}

const LEVELS: ReadonlyMap<string, 1 | -1> = new Map([
  ['past', 1],
  ['above', 1],
  ['over', 1],
  ['beyond', 1],
  ['below', -1],
  ['under', -1],
])
