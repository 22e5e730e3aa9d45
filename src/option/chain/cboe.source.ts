import { z } from 'zod'
import { atMost, decoded, gunzipped, Unreadable } from '../../core/file/bytes.source.ts'
import type { Rejection } from '../../core/file/ingest-summary.ts'
import { dayOfIso, isoOfDay, weekdayOf } from '../../core/time/day.pure.ts'
import { type Contract, contractProblem } from './chain.pure.ts'
import type { ChainReading } from './chain-block.ts'
import { readOptionSymbol } from './option-symbol.pure.ts'

/** The largest chains, of index options, have 20 MB. */
const BYTES_MAX = 200_000_000

const time = z.string().max(40).nullish()

/** The document around the contracts (Cboe, "Delayed Quotes", options of one underlying). */
const document = z.object({
  timestamp: time,
  symbol: z.string().max(40).nullish(),
  data: z.object({
    symbol: z.string().max(40).nullish(),
    current_price: z.number().nullish(),
    close: z.number().nullish(),
    last_trade_time: time,
    options: z.array(z.unknown()),
  }),
})

/** What is read of a contract; numbers are looked at one by one, for there are thousands of them. */
interface QuotedContract {
  readonly option?: unknown
  readonly bid?: unknown
  readonly ask?: unknown
  readonly iv?: unknown
  readonly open_interest?: unknown
  readonly volume?: unknown
  readonly delta?: unknown
  readonly gamma?: unknown
  readonly last_trade_price?: unknown
  readonly last_trade_time?: unknown
}

/** What the operator says of a chain. */
export interface ChainOptions {
  /** Ticker of the underlying, over what the source says. */
  readonly ticker?: string | undefined
  /** Day of the quotes, over what the source says. */
  readonly asOf?: number | undefined
}

/** Whether bytes begin as JSON does; headers of some CSV files stand in brackets too. */
export function looksLikeJson(head: Uint8Array): boolean {
  return /^(\u00ef\u00bb\u00bf)?\s*(\{|\[\s*[{[\]"\d])/.test(Buffer.from(head).toString('latin1'))
}

/** Reads the chain of a document of Cboe's delayed quotes. Throws `Unreadable`. */
export async function readCboeChain(
  bytes: AsyncIterable<Uint8Array>,
  { ticker, asOf }: ChainOptions,
): Promise<ChainReading> {
  let text = ''
  for await (const piece of decoded(gunzipped(atMost(bytes, BYTES_MAX, 'The document')))) {
    text += piece
    if (text.length > BYTES_MAX) throw new Unreadable(`The document is longer than ${BYTES_MAX} characters.`)
  }
  const { timestamp, symbol, data } = parseDocument(text)
  const quotes = data.options.filter((one): one is QuotedContract => typeof one === 'object' && one !== null)
  const day = asOf ?? sessionOf([data.last_trade_time, latestTrade(quotes), timestamp])
  if (day === null) throw new Unreadable('The document does not say of which day it is: give it with --as-of.')
  const contracts: Contract[] = []
  const rejected: Rejection[] = []
  data.options.forEach((quote, index) => {
    const read = readContract(quote, day)
    if (typeof read === 'string') rejected.push({ line: index + 1, reason: read })
    else contracts.push(read)
  })
  const name = ticker ?? data.symbol ?? symbol ?? ''
  if (name === '') throw new Unreadable('The document does not say whose options it has: give it with --ticker.')
  // Indices are written with a caret or an underscore in front.
  return {
    chain: {
      ticker: name.replace(/^[_^]/, ''),
      day,
      spot: positive(data.current_price) ?? positive(data.close) ?? Number.NaN,
      contracts,
    },
    rejected,
  }
}

function parseDocument(text: string): z.output<typeof document> {
  let json: unknown
  try {
    json = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw new Unreadable(`It is no valid JSON: ${error instanceof Error ? error.message.slice(0, 200) : ''}`)
  }
  const parsed = document.safeParse(json)
  if (parsed.success) return parsed.data
  const place = parsed.error.issues[0]?.path.join('.') ?? ''
  const isWhole = place === '' || place === 'data' || place === 'data.options'
  throw new Unreadable(
    `It is no document of Cboe's delayed quotes: ${isWhole ? 'there is no list "options" in an object "data"' : `"${place}" is not what it should be`}.`,
  )
}

/** The session of the first of these times that is one: quotes of a weekend or of the morning are of the session before. */
function sessionOf(times: readonly (string | null | undefined)[]): number | null {
  for (const text of times) {
    const day = text ? dayOfIso(text.slice(0, 10)) : null
    if (day === null) continue
    const weekday = weekdayOf(day)
    return weekday === 6 ? day - 1 : weekday === 0 ? day - 2 : day
  }
  return null
}

function latestTrade(quotes: readonly QuotedContract[]): string | null {
  let latest = ''
  for (const { last_trade_time: at } of quotes) if (typeof at === 'string' && at > latest) latest = at
  return latest === '' ? null : latest
}

function readContract(quote: unknown, day: number): Contract | string {
  if (typeof quote !== 'object' || quote === null) return 'it is no contract'
  const one: QuotedContract = quote
  const symbol = typeof one.option === 'string' ? readOptionSymbol(one.option) : null
  if (symbol === null) return `"${String(one.option).slice(0, 40)}" is not the symbol of an option`
  const contract: Contract = {
    kind: symbol.kind,
    expiryDay: symbol.expiryDay,
    strike: symbol.strike,
    bid: numberOf(one.bid),
    ask: numberOf(one.ask),
    last: numberOf(one.last_trade_price),
    volume: numberOf(one.volume),
    openInterest: numberOf(one.open_interest),
    impliedVolatility: numberOf(one.iv),
    delta: numberOf(one.delta),
    gamma: numberOf(one.gamma),
  }
  const problem = contractProblem(contract, day)
  return problem === null ? contract : `${one.option} of ${isoOfDay(day)}: ${problem}`
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN
}

function positive(value: number | null | undefined): number | null {
  return value !== null && value !== undefined && value > 0 ? value : null
}
