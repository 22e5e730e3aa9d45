import { keysOf } from '../../core/record.pure.ts'
import type { Direction } from '../ledger/direction.ts'
import { RowProblem } from './file-trade.ts'

/** What brokers write, letters only, for each direction. */
const WORDS: Readonly<Record<Direction, readonly string[]>> = {
  buy: ['b', 'buy', 'bought', 'bot', 'purchase', 'long', 'buytoopen', 'reinvestshares', 'dividendreinvestment', 'drip'],
  sell: ['s', 'sell', 'sold', 'sld', 'sale', 'selltoclose'],
  short: ['short', 'sellshort', 'shortsell', 'shortsale', 'ss', 'selltoopen'],
  cover: ['cover', 'buytocover', 'covershort', 'btc', 'buytoclose'],
}
const BY_WORD = new Map(
  keysOf(WORDS).flatMap((direction) => WORDS[direction].map((word) => [word, direction] as const)),
)
/** Rows of an account statement that move money but no units, or units without money: corporate actions know of these. */
const NO_TRADE = /dividend|interest|deposit|withdraw|tax|fee|cash|transfer|journal|split|spin/

/**
 * The direction that a cell writes, or the sign of the quantity where it writes none; `openClose` is Interactive Brokers' mark of what
 * a trade does to the position.
 */
export function directionOfCell(cell: string, negative: boolean, openClose: string): Direction {
  const word = wordOf(cell)
  const direction = word === '' ? (negative ? 'sell' : 'buy') : BY_WORD.get(word)
  if (direction === undefined) throw new RowProblem(`"${cell.slice(0, 40)}" is no direction: buy, sell, short or cover`)
  if (negative && (direction === 'buy' || direction === 'cover'))
    throw new RowProblem(`the quantity of a ${direction} must be above zero`)
  const mark = openClose.toUpperCase().replaceAll(/[^CO]/g, '')
  if (mark.length > 1)
    throw new RowProblem(
      'it closes one position and opens the opposite one: enter the two parts as trades of their own',
    )
  if (mark === 'O' && direction === 'sell') return 'short'
  return mark === 'C' && direction === 'buy' ? 'cover' : direction
}

/** Whether a cell of directions says that its row is no trade: a dividend, a deposit, a fee. */
export function isNoTrade(cell: string): boolean {
  const word = wordOf(cell)
  return !BY_WORD.has(word) && NO_TRADE.test(word)
}

function wordOf(cell: string): string {
  const word = cell.toLowerCase().replaceAll(/[^a-z]/g, '')
  return /(?:market|limit|stop)(buy|sell)$/.exec(word)?.[1] ?? word
}
