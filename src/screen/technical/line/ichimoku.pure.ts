import { borrow, type Run } from './run.pure.ts'
import { movingExtremes, widenExtremes } from './window.pure.ts'

const DISPLACEMENT = 26

/** Lines of the Ichimoku chart. */
export interface IchimokuLines {
  readonly tenkan: Float64Array
  readonly kijun: Float64Array
  readonly senkouA: Float64Array
  readonly senkouB: Float64Array
}

/**
 * Ichimoku Kinko Hyo 9/26/52 (Hosoda, 1969): the middle of the highest high and lowest low of 9 bars (tenkan) and 26 bars (kijun), and
 * the two spans of the cloud, (tenkan + kijun) / 2 and the middle of 52 bars, drawn 26 bars ahead: the cloud at a bar is made of values
 * 26 bars earlier.
 */
export function computeIchimoku(high: Float64Array, low: Float64Array, run: Run, lines: IchimokuLines): void {
  const { first, end } = run
  const highest = borrow(0, high.length)
  const lowest = borrow(1, high.length)
  const { tenkan, kijun, senkouA, senkouB } = lines
  const middle = (period: number, shift: number, out: Float64Array) => {
    for (let index = first + period - 1 + shift; index < end; index++)
      out[index] = ((highest[index - shift] ?? 0) + (lowest[index - shift] ?? 0)) / 2
  }
  movingExtremes(high, low, run, 9, highest, lowest)
  middle(9, 0, tenkan)
  // Two windows of 9 bars make one of 18, two of 18 one of 26, two of 26 one of 52.
  widenExtremes(highest, lowest, { first: first + 17, end }, 9)
  widenExtremes(highest, lowest, { first: first + 25, end }, 8)
  middle(26, 0, kijun)
  for (let index = first + 25 + DISPLACEMENT; index < end; index++)
    senkouA[index] = ((tenkan[index - DISPLACEMENT] ?? 0) + (kijun[index - DISPLACEMENT] ?? 0)) / 2
  widenExtremes(highest, lowest, { first: first + 51, end }, 26)
  middle(52, DISPLACEMENT, senkouB)
}
