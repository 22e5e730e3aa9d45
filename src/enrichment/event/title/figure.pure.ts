import type { ListedTitle } from './event-title.pure.ts'

/** "Rebounds to 650 thousand tons": how much there is, not what it costs. */
export function isVolumeTold({ words, shapes, starts, text, isIn }: ListedTitle): boolean {
  const isAmount = (i: number) => shapes[i] === 'number' && !/[$€£¥]$/.test(text.slice(0, starts[i]))
  const isUnit = (i: number) => isIn(i, 'quantity_unit')
  return words.some((_, i) => isAmount(i) && (isUnit(i + 1) || (isIn(i + 1, 'thousands') && isUnit(i + 2))))
}
