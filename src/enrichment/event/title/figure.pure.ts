import type { ListedTitle } from './event-title.pure.ts'

/** "Rebounds to 650 thousand tons": how much there is, not what it costs. */
export function isVolumeTold({ words, shapes, starts, text, isIn }: ListedTitle): boolean {
  const isAmount = (i: number) => shapes[i] === 'number' && !/[$€£¥]$/.test(text.slice(0, starts[i]))
  const isUnit = (i: number) => isIn(i, 'quantity_unit')
  return words.some((_, i) => isAmount(i) && (isUnit(i + 1) || (isIn(i + 1, 'thousands') && isUnit(i + 2))))
}

/** "Vaults past $4,300" is 1, "under $5,000" -1, no such level 0. */
export function readLevel({ words, starts, shapes, text, isIn }: ListedTitle): 1 | -1 | 0 {
  const isPrice = (i: number) => shapes[i] === 'number' && /[$€£]$/.test(text.slice(0, starts[i]))
  const wayAt = (i: number) => (isIn(i, 'currency_above') ? 1 : isIn(i, 'currency_below') ? -1 : 0)
  return words.map((_, i) => (isPrice(i + 1) ? wayAt(i) : 0)).find((way) => way !== 0) ?? 0
}
