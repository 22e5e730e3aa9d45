import { ApiError } from '../../core/errors.ts'
import { Unreadable } from '../../core/file/bytes.source.ts'
import type { Context } from '../../core/graphql/context.ts'
import type { Asking } from '../change.ts'
import type { TradeFile } from './file-trade.ts'
import { importTrades, type TradeImport } from './import-trades.ts'
import { parseTrades } from './trade-file.source.ts'

/** Adds the trades of a text to a portfolio; throws 400 when it holds no table or export of trades. */
export async function importText(
  { id, text, partial }: { readonly id: string; readonly text: string; readonly partial: boolean },
  { accountId, clock, budget }: Asking & Pick<Context, 'budget'>,
): Promise<TradeImport> {
  const pause = () => budget.pause()
  let file: TradeFile
  try {
    file = await parseTrades(text, pause)
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    throw new ApiError('invalid_parameter', `"text" holds no trades: ${error.message}`, { param: 'text' })
  }
  return importTrades({ id, file, partial }, { accountId, clock, pause })
}
