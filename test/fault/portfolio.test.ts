import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { askDatabase, killPostgres, preparedFolder, type Service, startService } from '../setup/service.ts'
import { SOON } from '../setup/soon.ts'

/** Rounds of writing and killing, each with a start of the service; PORTFOLIO_KILLS=50 for many. */
const ROUNDS = Number(process.env['PORTFOLIO_KILLS'] ?? 1)
/** Portfolios written to at the same time, by two clients each. */
const PORTFOLIOS = 4
const ACKNOWLEDGED_MIN = 25

/** A trade that was sent; its price is its name. */
interface SentTrade {
  readonly portfolio: number
  readonly price: number
  readonly key: string
  acknowledged: boolean
}

/** A portfolio that was to be deleted, with its trades. */
interface Doomed {
  readonly portfolio: number
  readonly trades: number
  acknowledged: boolean
}

interface Round {
  readonly service: Service
  readonly trades: SentTrade[]
  readonly doomed: Doomed[]
}

let price = 0

async function call(service: Service, method: string, path: string, body?: unknown, key?: string) {
  const response = await fetch(`${service.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${service.key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** The database can be gone a moment before the service: what is asked in between is refused, and goes the way of the service. */
class Refused extends Error {}

async function create(service: Service): Promise<number> {
  const { status, body } = await call(service, 'POST', '/v1/portfolios', { name: 'Kept' })
  if (status !== 201) throw new Refused(`A portfolio was refused with ${status}: ${JSON.stringify(body)}`)
  return body.id
}

function sendTrade(service: Service, { portfolio, price: own, key }: SentTrade) {
  const body = { ticker: 'AAPL.US', date: '2024-03-08', quantity: 1, price: own }
  return call(service, 'POST', `/v1/portfolios/${portfolio}/trades`, body, key)
}

function newTrade(round: Round, portfolio: number): SentTrade {
  const sent = { portfolio, price: ++price, key: randomUUID(), acknowledged: false }
  round.trades.push(sent)
  return sent
}

/** Does something again and again until the service is gone. */
async function untilGone(work: () => Promise<void>): Promise<void> {
  for (;;)
    try {
      await work()
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError) return
      if (!(error instanceof Refused)) throw error
    }
}

async function addTrades(round: Round, portfolio: number): Promise<void> {
  await untilGone(async () => {
    const sent = newTrade(round, portfolio)
    const { status } = await sendTrade(round.service, sent)
    sent.acknowledged = status === 201
  })
}

async function createAndDelete(round: Round): Promise<void> {
  await untilGone(async () => {
    const portfolio = await create(round.service)
    const trades = 3
    for (let count = 0; count < trades; count++) {
      const sent = { portfolio, price: ++price, key: randomUUID(), acknowledged: false }
      const { status } = await sendTrade(round.service, sent)
      if (status !== 201) throw new Refused(`A trade was refused with ${status}.`)
    }
    const doomed = { portfolio, trades, acknowledged: false }
    round.doomed.push(doomed)
    const { status } = await call(round.service, 'DELETE', `/v1/portfolios/${portfolio}`)
    doomed.acknowledged = status === 200
  })
}

/** Trades by portfolio and price, as stored. */
async function stored(dataDir: string): Promise<Map<string, number>> {
  const rows = await askDatabase<{ portfolio: number; price: number; times: number }>(
    dataDir,
    'SELECT portfolio_id AS portfolio, price::int, count(*)::int AS times FROM trade GROUP BY 1, 2',
  )
  return new Map(rows.map((row) => [`${row.portfolio} ${row.price}`, row.times]))
}

async function verify(dataDir: string, service: Service, { trades, doomed }: Round): Promise<void> {
  const before = await stored(dataDir)
  for (const sent of trades.filter(({ acknowledged }) => acknowledged))
    expect(before.get(`${sent.portfolio} ${sent.price}`), 'an acknowledged trade is there, once').toBe(1)
  // What was under way is sent again with its key, as a client would.
  for (const sent of trades.filter(({ acknowledged }) => !acknowledged))
    expect(await sendTrade(service, sent), JSON.stringify(sent)).toMatchObject({ status: 201 })
  const after = await stored(dataDir)
  for (const sent of trades) expect(after.get(`${sent.portfolio} ${sent.price}`), 'sent again, still once').toBe(1)
  const left = await askDatabase<{ id: number; trades: number }>(
    dataDir,
    'SELECT p.id, count(t.id)::int AS trades FROM portfolio p LEFT JOIN trade t ON t.portfolio_id = p.id GROUP BY p.id',
  )
  for (const { portfolio, trades: count, acknowledged } of doomed) {
    const found = left.find(({ id }) => id === portfolio)
    if (acknowledged) expect(found, 'a deletion that was acknowledged stays').toBeUndefined()
    else if (found) expect(found.trades, 'none is deleted by half').toBe(count)
  }
}

test(
  'of writes that end with kill -9 everything acknowledged is there, once and whole',
  async () => {
    const dataDir = await preparedFolder()
    let last: Round | null = null
    for (let round = 0; round <= ROUNDS; round++) {
      const service = await startService({ dataDir })
      if (last) await verify(dataDir, service, last)
      await askDatabase(dataDir, `DELETE FROM portfolio; UPDATE account SET plan = 'internal'`)
      if (round === ROUNDS) break
      const present: Round = { service, trades: [], doomed: [] }
      last = present
      // A service that has just begun on a busy machine may refuse its first calls.
      const portfolios = await Promise.all(
        Array.from({ length: PORTFOLIOS }, () => vi.waitFor(() => create(service), SOON)),
      )
      const clients = [...portfolios, ...portfolios].map((portfolio) => addTrades(present, portfolio))
      clients.push(createAndDelete(present))
      const acknowledged = () => present.trades.filter((sent) => sent.acknowledged).length
      while (acknowledged() < ACKNOWLEDGED_MIN || present.doomed.length === 0) await pause(1 + Math.random() * 20)
      // Every second time the machine goes down with it.
      if (round % 2 === 0) await killPostgres(dataDir)
      await service.kill('SIGKILL')
      await Promise.all(clients)
    }
  },
  300_000 + ROUNDS * 60_000,
)
