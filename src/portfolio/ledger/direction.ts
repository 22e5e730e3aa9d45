import { enumeration } from '../../core/input/enumeration.pure.ts'

/** What a trade does. */
export const DIRECTION = enumeration('TradeDirection', 'What a trade does.', {
  buy: 'Adds to the long position.',
  sell: 'Takes from the long position.',
  short: 'Adds to the short position; advanced mode only.',
  cover: 'Takes from the short position; advanced mode only.',
})
export type Direction = (typeof DIRECTION.tokens)[number]

/** The two sides of a holding, kept apart. */
export const SIDE = enumeration('PositionSide', 'Side of a position.', {
  long: 'Units held.',
  short: 'Units owed.',
})
export type Side = (typeof SIDE.tokens)[number]

/** The side a trade works on. */
export function sideOf(direction: Direction): Side {
  return direction === 'buy' || direction === 'sell' ? 'long' : 'short'
}

/** Whether a trade adds to its side; otherwise it takes from it. */
export function opens(direction: Direction): boolean {
  return direction === 'buy' || direction === 'short'
}
