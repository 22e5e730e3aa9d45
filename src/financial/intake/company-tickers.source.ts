import { z } from 'zod'
import { atMost, gunzipped, Unreadable } from '../../core/file/bytes.source.ts'
import type { TickersByCik } from './company-listing.ts'

const BYTES_MAX = 20_000_000
const company = z.object({ cik_str: z.coerce.number().int().min(1), ticker: z.string().min(1).max(20) })
const list = z.record(z.string(), z.unknown())

/** Reads the SEC's company_tickers.json: `{"0": {"cik_str", "ticker", "title"}, ...}`. Throws `Unreadable`. */
export async function readCompanyTickers(bytes: AsyncIterable<Uint8Array>): Promise<TickersByCik> {
  const chunks: Uint8Array[] = []
  for await (const chunk of atMost(gunzipped(bytes), BYTES_MAX, 'The list of companies')) chunks.push(chunk)
  const rows = list.safeParse(parseJson(Buffer.concat(chunks).toString('utf8'))).data
  const companies = Object.values(rows ?? {}).flatMap((row) => company.safeParse(row).data ?? [])
  if (companies.length === 0) throw new Unreadable('This is no company_tickers.json of the SEC.')
  const tickers = new Map<number, string[]>()
  for (const { cik_str: cik, ticker } of companies) tickers.set(cik, [...(tickers.get(cik) ?? []), ticker])
  return tickers
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
