import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '../src/core/time/day.pure.ts'
import { type Contract, chainOf } from '../src/option/chain/chain.pure.ts'
import { computeDayFigures } from '../src/option/daily/day-figures.pure.ts'
import { type OptionTerms, priceOption } from '../src/option/pricing/black-scholes.pure.ts'
import { impliedVolatility } from '../src/option/pricing/implied-volatility.pure.ts'
import { median } from './quantile.ts'
import { type BenchService, freshDataDir, runNode, startService } from './service.ts'

const PRICES = 20_000
const CHAIN_CONTRACTS = 2_000
const CHAINS = 500
const CALLS = 200
const RATE = 0.04

/** Implied volatilities beside a bisection, a chain's figures, the ingest of many chains, and the calls that read them. */
export async function benchOptions(): Promise<void> {
  compareSolvers()
  timeFigures()
  await timeIngest()
  await timeCalls()
}

const say = (name: string, text: string) => process.stdout.write(`  ${name.padEnd(44)} ${text}\n`)

/** Milliseconds that `work` takes, the least of some rounds. */
function fastest(work: () => void, rounds = 7): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    work()
    least = Math.min(least, performance.now() - begun)
  }
  return least
}

function compareSolvers(): void {
  const cases = Array.from({ length: PRICES }, (_, at): { terms: OptionTerms; price: number; volatility: number } => {
    const part = (step: number) => ((at * step) % PRICES) / PRICES
    const strike = 60 + 80 * part(7_919)
    const kind = strike > 100 ? 'call' : 'put'
    const years = (1 + Math.floor(700 * part(104_729))) / 365
    const terms: OptionTerms = { kind, spot: 100, strike, years, rate: RATE, dividendYield: 0.015 }
    const volatility = 0.15 + 0.75 * part(1_299_709)
    return { terms, price: priceOption(terms, volatility), volatility }
  }).filter(({ price }) => price > 1e-4)
  let worst = 0
  for (const { terms, price } of cases)
    worst = Math.max(worst, Math.abs((impliedVolatility(terms, price) ?? 0) - bisect(terms, price)))
  const own = fastest(() => cases.forEach(({ terms, price }) => void impliedVolatility(terms, price)))
  const plain = fastest(() => cases.forEach(({ terms, price }) => void bisect(terms, price)), 3)
  const each = (ms: number) => `${((ms * 1_000) / cases.length).toFixed(2)} µs`
  say('implied volatility', `${each(own)}, bisection ${each(plain)}: ${(plain / own).toFixed(1)} times`)
  say('largest difference of the two', worst.toExponential(1))
}

/** The plain way: halve the bounds until they meet. */
function bisect(terms: OptionTerms, price: number): number {
  let [low, high] = [1e-4, 20]
  while (high - low > 1e-13 * high) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) break
    if (priceOption(terms, middle) > price) high = middle
    else low = middle
  }
  return (low + high) / 2
}

/** Contracts of twenty expiries and fifty strikes, quoted around their price; without what vendors compute when `solved` is false. */
function contractsOf(day: number, spot: number, solved: boolean): Contract[] {
  const expiries = Array.from({ length: 20 }, (_, at) => 5 + 7 * at + at * at)
  const strikes = Array.from({ length: CHAIN_CONTRACTS / 40 }, (_, at) => spot * (0.6 + 0.016 * at))
  return expiries.flatMap((days) =>
    strikes.flatMap((strike) =>
      (['call', 'put'] as const).map((kind): Contract => {
        const volatility = 0.3 - 0.15 * Math.log(strike / spot)
        const price = priceOption({ kind, spot, strike, years: days / 365, rate: RATE, dividendYield: 0 }, volatility)
        return {
          ...{ kind, strike, expiryDay: day + days, bid: price * 0.99, ask: price * 1.01 + 0.01, last: price },
          ...{ volume: 100, openInterest: 1_000, impliedVolatility: solved ? volatility : 0 },
          ...{ delta: Number.NaN, gamma: Number.NaN },
        }
      }),
    ),
  )
}

function timeFigures(): void {
  for (const solved of [true, false]) {
    const contracts = contractsOf(20_000, 100, solved)
    const chain = chainOf(20_000, 100, contracts)
    const ms = fastest(() => void computeDayFigures(chain, 100, { rate: RATE, dividendYield: 0 }), 30)
    say(`figures of ${chain.length} contracts, ${solved ? 'volatility quoted' : 'each solved'}`, `${ms.toFixed(2)} ms`)
  }
}

async function timeIngest(): Promise<void> {
  const [folder, dataDir] = [await mkdtemp(join(tmpdir(), 'bench-options-')), await freshDataDir()]
  try {
    for (let at = 0; at < CHAINS; at++) {
      const day = new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)
      await writeFile(join(folder, `${day}.json`), document(day))
    }
    const begun = performance.now()
    await runNode('src/cli/ingest.ts', ['options', folder], dataDir)
    const seconds = (performance.now() - begun) / 1_000
    const rate = Math.round((CHAINS * CHAIN_CONTRACTS) / seconds).toLocaleString('en-US')
    say(`ingest of ${CHAINS} chains, start included`, `${seconds.toFixed(1)} s, ${rate} contracts/s`)
  } finally {
    await rm(folder, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

function document(iso: string): string {
  const day = Date.parse(iso) / DAY_MS
  const options = contractsOf(day, 100, true).map((one) => {
    const expiry = new Date(one.expiryDay * DAY_MS).toISOString().slice(2, 10).replaceAll('-', '')
    const strike = String(Math.round(one.strike * 1_000)).padStart(8, '0')
    return {
      ...{ option: `AAPL${expiry}${one.kind === 'call' ? 'C' : 'P'}${strike}`, bid: one.bid, ask: one.ask },
      ...{ iv: one.impliedVolatility, open_interest: one.openInterest, volume: one.volume, last_trade_price: one.last },
    }
  })
  return JSON.stringify({ data: { symbol: 'AAPL', current_price: 100, last_trade_time: `${iso}T16:00:00`, options } })
}

async function timeCalls(): Promise<void> {
  const dataDir = await freshDataDir()
  await runNode('src/cli/demo.ts', ['--articles', '0'], dataDir)
  const service = await startService(dataDir)
  try {
    const { headers, tickers, days } = await calls(service)
    const one = (at: number) =>
      fetch(`${service.base}/v1/options/${tickers[at % tickers.length]}/sentiment`, { headers })
    say('sentiment of one listing, median', `${(await timed(one)).toFixed(2)} ms`)
    const body = (at: number) => JSON.stringify({ tickers: tickers.slice(at % 8, (at % 8) + 20), as_of: days })
    const matrix = (at: number) =>
      fetch(`${service.base}/v1/options/sentiment`, { method: 'POST', headers, body: body(at) })
    say('matrix of 20 listings by 12 days, median', `${(await timed(matrix)).toFixed(2)} ms`)
    const pattern = JSON.stringify({ options: [{ pattern: 'fear_to_confidence' }] })
    const screen = () => fetch(`${service.base}/v1/screen`, { method: 'POST', headers, body: pattern })
    say('screen by a pattern of options, median', `${(await timed(screen)).toFixed(2)} ms`)
  } finally {
    await service.stop()
  }
}

/** The listings of the demo that calls are about, and twelve of its days. */
async function calls({ base, key }: BenchService) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  const body = JSON.stringify({ options: [{ pattern: 'complacency' }], limit: 28 })
  const found = await fetch(`${base}/v1/screen`, { method: 'POST', headers, body })
  const { results, as_of: last }: { results: { ticker: string }[]; as_of: string } = await found.json()
  const days = Array.from({ length: 12 }, (_, at) =>
    new Date(Date.parse(last) - at * 20 * DAY_MS).toISOString().slice(0, 10),
  )
  return { headers, days, tickers: results.map(({ ticker }) => ticker) }
}

/** Median milliseconds of a call, one at a time, after a round that fills caches. */
async function timed(call: (at: number) => Promise<Response>): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < CALLS + 40; at++) {
    const begun = performance.now()
    const answer = await call(at)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`The call answered ${answer.status}.`)
    if (at >= 40) times.push(performance.now() - begun)
  }
  return median(times)
}
