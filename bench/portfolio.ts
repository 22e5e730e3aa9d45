import { join } from 'node:path'
import pg from 'pg'
import { acquireEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { DAY_MS, isoOfDay } from '../src/core/time/day.pure.ts'
import { readKnowledge } from '../src/impact/knowledge.source.ts'
import { newsLines, randomFrom } from './news.ts'
import { median } from './quantile.ts'
import { type BenchService, freshDataDir, runNode, startService, writeLines } from './service.ts'

const LISTINGS = 100
const YEARS = 10
const TRADES_PER_LISTING = 10
const ARTICLES = 20_000
const ROUNDS = 101
const OTHERS = { accounts: 50, portfolios: 200, trades: 20 }
const TODAY = Math.floor(Date.now() / DAY_MS)

/** Peer: market values day by day from trades and bars, by hand; all listings of the benchmark trade on the same days, in dollars. */
const DAILY_VALUES = `
  WITH step AS (
    SELECT listing_id, date, sum(sum(CASE direction WHEN 'buy' THEN quantity ELSE -quantity END)) OVER own AS quantity,
           lead(date, 1, 'infinity') OVER own AS until
      FROM trade WHERE portfolio_id = $1 GROUP BY listing_id, date WINDOW own AS (PARTITION BY listing_id ORDER BY date))
  SELECT b.date::text, sum(s.quantity::float8 * b.close) AS value
    FROM step s JOIN bar b ON b.listing_id = s.listing_id AND b.date >= s.date AND b.date < s.until
   GROUP BY b.date ORDER BY b.date`

/** Portfolios, trades and nothing else of accounts that are never asked for. */
const OTHER_PORTFOLIOS = `
  WITH a AS (INSERT INTO account (name, plan) SELECT 'other', 'free' FROM generate_series(1, ${OTHERS.accounts}) RETURNING id),
       p AS (INSERT INTO portfolio (account_id, name, base_currency, mode)
             SELECT id, 'Other', 'USD', 'standard' FROM a, generate_series(1, ${OTHERS.portfolios}) RETURNING id, account_id)
  INSERT INTO trade (account_id, portfolio_id, listing_id, date, quantity, price, direction)
  SELECT account_id, id, 1 + (id + n) % ${LISTINGS}, current_date - n, 10, 100, 'buy' FROM p, generate_series(1, ${OTHERS.trades}) n`

/** Latency of a portfolio of 1,000 trades in 100 listings over 10 years, beside one SQL statement and beside 10,000 other portfolios. */
export async function benchPortfolio(): Promise<void> {
  const dataDir = await freshDataDir()
  const tickers = (await readKnowledge()).assets
    .filter(({ type, ticker }) => type === 'stock' && ticker.endsWith('.US'))
    .map(({ ticker }) => ticker)
    .slice(0, LISTINGS)
  await writeLines(join(dataDir, 'bars.csv'), lines(barLines(tickers)))
  await writeLines(join(dataDir, 'trades.csv'), lines(tradeLines(tickers)))
  const everyMs = (28 * DAY_MS) / ARTICLES
  await writeLines(join(dataDir, 'news.jsonl'), newsLines(ARTICLES, 7, { beginMs: Date.now() - 29 * DAY_MS, everyMs }))
  await runNode('src/cli/ingest.ts', ['bars', join(dataDir, 'bars.csv')], dataDir)
  await runNode('src/cli/ingest.ts', ['news', join(dataDir, 'news.jsonl')], dataDir)
  const service = await startService(dataDir)
  const embedded = await acquireEmbeddedPostgres(dataDir, null)
  const client = new pg.Client({ connectionString: embedded.connectionString })
  await client.connect()
  try {
    const { id } = await call(service, 'POST', '/v1/portfolios', { name: 'Measured' })
    const file = join(dataDir, 'trades.csv')
    const options = ['trades', file, '--portfolio', String(id), '--json']
    const { inserted } = JSON.parse(await runNode('src/cli/ingest.ts', options, dataDir))
    process.stdout.write(
      `${inserted} trades of ${tickers.length} listings over ${YEARS} years, ${ARTICLES} articles; p50 of ${ROUNDS}\n`,
    )
    const path = `/v1/portfolios/${id}`
    const begun = performance.now()
    await call(service, 'GET', `${path}/nav`)
    line('nav, nothing read before', performance.now() - begun)
    const alone = await measure(service, path)
    for (const [name, ms] of alone) line(name, ms, TARGETS_MS[name])
    await compareWithSql(service, client, { id, path })
    await client.query(OTHER_PORTFOLIOS)
    await client.query('VACUUM ANALYZE portfolio, trade')
    process.stdout.write(`  beside ${OTHERS.accounts * OTHERS.portfolios} other portfolios\n`)
    for (const [name, ms] of await measure(service, path)) {
      const ratio = ms / (alone.get(name) ?? Number.NaN)
      process.stdout.write(
        `  ${name.padEnd(34)} ${ms.toFixed(1).padStart(7)} ms   ${ratio.toFixed(2)}${ratio > 1.5 ? '  more than 1.5' : ''}\n`,
      )
    }
  } finally {
    await client.end()
    await embedded.release()
    await service.stop()
  }
}

const TARGETS_MS: Readonly<Record<string, number>> = {
  'outstanding, warm': 10,
  'nav, first after a trade': 80,
  'nav, remembered': 10,
  'context of a year': 120,
}

function line(name: string, ms: number, target?: number): void {
  const missed = target !== undefined && ms > target ? `  more than ${target}` : ''
  process.stdout.write(`  ${name.padEnd(34)} ${ms.toFixed(1).padStart(7)} ms${missed}\n`)
}

/** Median latencies by name. */
async function measure(service: BenchService, path: string): Promise<Map<string, number>> {
  const timed = async (rest: string, before?: () => Promise<unknown>) => {
    const figures: number[] = []
    for (let round = -3; round < ROUNDS; round++) {
      await before?.()
      const begun = performance.now()
      await read(service, path + rest)
      if (round >= 0) figures.push(performance.now() - begun)
    }
    return median(figures)
  }
  const change = () => tradeAndBack(service, path)
  return new Map([
    ['outstanding, warm', await timed('/outstanding')],
    ['outstanding, first after a trade', await timed('/outstanding', change)],
    ['nav, first after a trade', await timed('/nav', change)],
    ['nav, remembered', await timed('/nav')],
    ['context of a year', await timed('/context?window=1y')],
    ['context, first after a trade', await timed('/context?window=1y', change)],
  ])
}

/** Adds a trade and takes it out again: what was computed before is out of date. */
async function tradeAndBack(service: BenchService, path: string): Promise<void> {
  const trade = { ticker: 'AAPL.US', date: isoOfDay(TODAY - 3), quantity: 0.01, price: 100 }
  const { trade_id: id } = await call(service, 'POST', `${path}/trades`, trade)
  await call(service, 'DELETE', `${path}/trades/${id}`)
}

/** The SQL statement and ours, which knows nothing of the last trade, in turns; and whether both say the same. */
async function compareWithSql(
  service: BenchService,
  client: pg.Client,
  { id, path }: { id: number; path: string },
): Promise<void> {
  const figures: number[] = []
  const ratios: number[] = []
  let rows: { date: string; value: number }[] = []
  for (let round = -3; round < ROUNDS; round++) {
    await tradeAndBack(service, path)
    const begun = performance.now()
    await read(service, `${path}/nav`)
    const between = performance.now()
    ;({ rows } = await client.query({ name: 'daily_values', text: DAILY_VALUES, values: [id] }))
    if (round < 0) continue
    const sql = performance.now() - between
    figures.push(sql)
    ratios.push(sql / (between - begun))
  }
  const { nav } = await call(service, 'GET', `${path}/nav`)
  const ours = new Map(nav.map((row: { date: string; nav: number }) => [row.date, row.nav]))
  const worst = Math.max(...rows.map(({ date, value }) => Math.abs(value - Number(ours.get(date)))))
  line('the same daily values by one SQL', median(figures))
  process.stdout.write(
    `  nav after a trade is ${median(ratios).toFixed(1)} times as fast, round by round, over ${rows.length} days; they differ by ${worst.toFixed(4)} at most\n`,
  )
}

/** Reads an answer whole, not compressed: what a client unpacks and parses is no time of the service. */
async function read({ base, key }: BenchService, path: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'accept-encoding': 'identity' }
  const response = await fetch(base + path, { headers })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`)
}

// biome-ignore lint/suspicious/noExplicitAny: each path answers its own shape.
async function call({ base, key }: BenchService, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(base + path, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer
}

async function* lines(of: Iterable<string>): AsyncGenerator<string> {
  yield* of
}

/** The weekdays of the years up to yesterday. */
function weekdays(): number[] {
  const days: number[] = []
  for (let day = TODAY - YEARS * 365; day < TODAY; day++) if (![0, 6].includes((day + 4) % 7)) days.push(day)
  return days
}

function* barLines(tickers: readonly string[]): Generator<string> {
  const random = randomFrom(7)
  const days = weekdays()
  yield 'ticker,date,open,high,low,close,volume'
  for (const ticker of tickers) {
    let price = 20 + random() * 200
    for (const day of days) {
      price = Math.max(1, price * (1 + (random() - 0.495) * 0.03))
      const [close, high, low] = [price, price * 1.02, price * 0.98].map((one) => one.toFixed(2))
      yield `${ticker},${isoOfDay(day)},${close},${high},${low},${close},${Math.floor(random() * 1e6)}`
    }
  }
}

function* tradeLines(tickers: readonly string[]): Generator<string> {
  const random = randomFrom(11)
  const days = weekdays()
  yield 'ticker,date,quantity,price,fee'
  for (const ticker of tickers) {
    let held = 0
    for (let trade = 0; trade < TRADES_PER_LISTING; trade++) {
      const day = days[Math.floor(((trade + random()) / TRADES_PER_LISTING) * days.length)] ?? 0
      const quantity = trade % 3 === 2 ? -Math.floor(held / 2) : 10 + Math.floor(random() * 90)
      held += quantity
      yield `${ticker},${isoOfDay(day)},${quantity},${(20 + random() * 200).toFixed(2)},1`
    }
  }
}
