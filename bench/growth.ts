import { execFileSync } from 'node:child_process'
import { median } from './quantile.ts'
import { type BenchService, freshDataDir, runNode, startService } from './service.ts'

const LISTINGS = 25_000
const YEARS = 5
const CALLS = 240
const FIRST_READS = 120
const TICKERS = ['AAPL.US', 'NVDA.US', 'TSLA.US', 'SAP.XETRA', '7203.JP', 'SHEL.LSE', 'ASML.AS', 'JPM.US']
const MORE = ['MSFT', 'GOOGL', 'AMZN', 'META', 'V', 'MA', 'KO', 'PEP', 'WMT', 'XOM', 'CVX', 'UNH'].map(
  (symbol) => `${symbol}.US`,
)
const QUERIES = [
  'maker of the iphone',
  'tsmc',
  'electric cars',
  'nestle',
  'micrsoft',
  'toyota',
  'semiconductor equipment',
]
const NAMES = [
  ...QUERIES,
  'apple',
  'shell',
  'JPMorgan',
  '7203.JP',
  'asml',
  'google',
  'lvmh',
  'samsung',
  'sap',
  'unilever',
]

/** A call of the service; `turn` selects one of several listings or queries. */
interface Call {
  readonly name: string
  readonly at: (turn: number) => { readonly path: string; readonly body?: object }
}

const ofEach = (name: string, rest: string): Call => ({
  name,
  at: (turn) => ({ path: `/v1/stocks/${TICKERS[turn % TICKERS.length]}/${rest}` }),
})
const picked = (list: readonly string[], turn: number) => encodeURIComponent(list[turn % list.length] ?? '')

const CALLS_TIMED: readonly Call[] = [
  {
    name: 'prices of 20',
    at: (turn) => {
      const place = turn % TICKERS.length
      return {
        path: `/v1/stocks/prices?tickers=${[...TICKERS.slice(place), ...TICKERS.slice(0, place), ...MORE].join(',')}`,
      }
    },
  },
  ofEach('ohlcv, 300 bars', 'ohlcv?limit=300'),
  ofEach('ohlcv, weeks with dividends', 'ohlcv?tf=week&adjust=splitdiv&limit=100'),
  ofEach('one price', 'prices'),
  ofEach('profile', 'profile'),
  ofEach('competitors', 'competitors'),
  ofEach('peers', 'peers'),
  ofEach('news of a stock', 'news?limit=20'),
  { name: 'resolve one', at: (turn) => ({ path: `/v1/stocks/resolve?q=${picked(NAMES, turn)}` }) },
  {
    name: 'resolve 25',
    at: (turn) => ({
      path: '/v1/stocks/resolve',
      body: { queries: Array.from({ length: 25 }, (_, index) => NAMES[(turn + index) % NAMES.length]) },
    }),
  },
  { name: 'stocks that fit words', at: (turn) => ({ path: `/v1/stocks?q=${picked(QUERIES, turn)}` }) },
  {
    name: 'stocks in news of a country',
    at: (turn) => ({ path: `/v1/stocks?country=${picked(['US', 'JP', 'DE'], turn)}` }),
  },
  {
    name: 'stocks in news of an industry',
    at: (turn) => ({ path: `/v1/stocks?gics=${picked(['45', '40', '2550'], turn)}` }),
  },
  {
    name: 'stocks of a megatrend',
    at: (turn) => ({ path: `/v1/stocks?megatrend=${picked(['10000000', '11000000'], turn)}&gate=membership` }),
  },
  {
    name: 'dividends ranked',
    at: (turn) => ({ path: `/v1/stocks/dividends?order_by=${picked(['yield', 'streak', 'cagr'], turn)}` }),
  },
  {
    name: 'dividends of a country',
    at: (turn) => ({ path: `/v1/stocks/dividends?country=${picked(['US', 'JP'], turn)}` }),
  },
]

/** A running service with a demo market. */
interface Market extends BenchService {
  readonly loadSeconds: number
}

/** Latency of the same calls with 25,000 listings of five years, compared with the default market, one at a time and interleaved. */
export async function benchGrowth(): Promise<void> {
  const small = await served([])
  const large = await served(['--listings', String(LISTINGS), '--years', String(YEARS)])
  try {
    process.stdout.write(
      `The default market compared with ${LISTINGS} listings x ${YEARS} years, ${CALLS} calls each, one at a time, interleaved, median\n`,
    )
    // Each listing is requested for the first time, so it is not cached.
    const some = await listings(small, FIRST_READS)
    const first: Call = {
      name: 'ohlcv, never read before',
      at: (turn) => ({ path: `/v1/stocks/${some[turn]}/ohlcv?limit=300` }),
    }
    await compare(first, small, large, some.length)
    for (const call of CALLS_TIMED) {
      await compare(call, small, large, 40, true)
      await compare(call, small, large, CALLS)
    }
    for (const [name, market] of [
      ['default', small],
      ['large', large],
    ] as const)
      process.stdout.write(
        `  ${name.padEnd(8)} loaded in ${market.loadSeconds.toFixed(0)} s, ready after ${market.startSeconds.toFixed(1)} s, ${await memory(market)} MB of memory, ${diskOf(market.dataDir)} MB on disk\n`,
      )
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function served(options: readonly string[]): Promise<Market> {
  const dataDir = await freshDataDir()
  const begun = performance.now()
  await runNode('src/cli/demo.ts', options, dataDir)
  const loaded = performance.now()
  const service = await startService(dataDir)
  return { ...service, loadSeconds: (loaded - begun) / 1000 }
}

async function compare(call: Call, small: Market, large: Market, turns: number, silent = false): Promise<void> {
  const [a, b]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    a.push(await timed(call, small, turn))
    b.push(await timed(call, large, turn))
  }
  if (silent) return
  const [before, after] = [median(a), median(b)]
  const line = `  ${call.name.padEnd(32)} ${before.toFixed(2).padStart(7)} ms ${after.toFixed(2).padStart(7)} ms   ${(after / before).toFixed(2)}`
  process.stdout.write(`${line}${after / before > 1.5 ? '  more than 1.5' : ''}\n`)
}

async function timed(call: Call, { base, key }: Market, turn: number): Promise<number> {
  const { path, body } = call.at(turn)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const begun = performance.now()
  const answer = await fetch(base + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
  return performance.now() - begun
}

/** Tickers spread over the listings that both markets have. */
async function listings({ base, key }: Market, count: number): Promise<string[]> {
  const answer = await fetch(`${base}/v1/stocks/dividends?all=true`, { headers: { authorization: `Bearer ${key}` } })
  const { stocks }: { stocks: { ticker: string; listing_id: number }[] } = await answer.json()
  const sorted = stocks.filter(({ ticker }) => !TICKERS.includes(ticker)).sort((a, b) => a.listing_id - b.listing_id)
  return sorted
    .filter((_, index) => index % Math.floor(sorted.length / count) === 0)
    .map(({ ticker }) => encodeURIComponent(ticker))
    .slice(0, count)
}

/** Resident memory of the service process. */
async function memory({ base }: Market): Promise<string> {
  const text = await (await fetch(`${base}/metrics`)).text()
  return (Number(text.match(/^process_resident_memory_bytes (\S+)/m)?.[1]) / 1e6).toFixed(0)
}

function diskOf(folder: string): string {
  return execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0] ?? ''
}
