import { z } from 'zod'
import { readShippedRows } from '../../core/file/shipped-rows.source.ts'

const exchangeRow = z.object({ code: z.string().min(1), exchange: z.string().min(1) })

/** Exchanges as Interactive Brokers calls them, some of which are other exchanges elsewhere: its TSE is Toronto, its OSE Oslo. */
export const BROKER_EXCHANGES: ReadonlyMap<string, string> = new Map(
  readShippedRows(
    new URL('../../../prisma/reference/interactive-brokers-exchanges.csv', import.meta.url),
    exchangeRow,
  ).map(({ code, exchange }) => [code, exchange]),
)

/** The code of an exchange that Interactive Brokers names; its own name where we know no such exchange. */
export function brokerExchange(name: string): string {
  return BROKER_EXCHANGES.get(name.toUpperCase()) ?? name
}
