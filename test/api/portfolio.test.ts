import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool } from '../../src/core/database/db.ts'
import { useApp } from '../setup/app.ts'
import { nextMinute } from '../setup/hands.ts'
import { storeCloses, storeListingActions } from '../setup/market.ts'
import { portfolioCalls } from '../setup/portfolio.ts'

const app = useApp()
const { send, get, create, trade } = portfolioCalls(app)

beforeAll(async () => {
  // Weekdays 10 to 19 November 2026.
  await storeCloses('AAPL.US', '2026-11-19', [100, 101, 102, 103, 104, 105, 106, 107])
  await storeCloses('MSFT.US', '2026-11-19', [200, 200, 200, 200, 50, 50, 50, 50])
  await storeListingActions('MSFT.US', [['2026-11-16', 'split', 4]])
  await storeCloses('VOD.LSE', '2026-11-19', [80, 80, 80, 80, 80, 80, 80, 80])
  await storeCloses('GBPUSD.FX', '2026-11-19', [1.2, 1.2, 1.2, 1.2, 1.25, 1.25, 1.25, 1.3])
})

describe('what may be unknown of a portfolio', () => {
  const known = { description: 'Long story', intent: { goal: 'a house', risk: 'little' } }

  test('is taken away by null, as a description is by empty text; what is left out stays', async () => {
    const { body: made } = await send('POST', '/v1/portfolios', { name: 'Named', ...known })
    const path = `/v1/portfolios/${made.id}`
    expect(made).toMatchObject(known)
    expect((await send('PATCH', path, { name: 'Renamed', margin: 0.5 })).body).toMatchObject({ ...known, margin: 0.5 })
    for (const description of [null, '']) {
      expect((await send('PATCH', path, { description })).body).toMatchObject({
        description: null,
        intent: known.intent,
      })
      expect((await send('PATCH', path, { description: 'again' })).body.description).toBe('again')
    }
    expect((await send('PATCH', path, { intent: { goal: 'a boat', risk: '' } })).body.intent).toEqual({
      goal: 'a boat',
      horizon: null,
      risk: null,
      thesis: null,
    })
    const { body: bare } = await send('PATCH', path, { intent: null, margin: null })
    expect(bare).toMatchObject({ name: 'Renamed', description: 'again', intent: null, margin: null })
    expect((await get(path)).body).toEqual(bare)
  })

  test('is so in GraphQL, too, and a name is never taken away', async () => {
    const { body: made } = await send('POST', '/v1/portfolios', { name: 'Named', description: '', intent: null })
    expect(made).toMatchObject({ description: null, intent: null })
    const change = `mutation ($id: ID!, $description: String) {
      updatePortfolio(id: $id, description: $description) { name description } }`
    const { data } = await app.graphql(change, { id: String(made.id), description: 'told' })
    expect(data.updatePortfolio.description).toBe('told')
    expect((await app.graphql(change, { id: String(made.id), description: null })).data.updatePortfolio).toEqual({
      name: 'Named',
      description: null,
    })
    const refused = await send('PATCH', `/v1/portfolios/${made.id}`, { name: '' })
    expect([refused.status, refused.body.param]).toEqual([400, 'name'])
  })
})

describe('a standard portfolio', () => {
  test('never sells more than is held, on any day', async () => {
    const path = await create()
    expect((await trade(path, 'buy 10 AAPL.US 2026-11-12 100')).status).toBe(201)
    const sale = await trade(path, 'sell 10 AAPL.US 2026-11-16 104')
    expect(sale.status).toBe(201)
    const refused = await trade(path, 'sell 4 AAPL.US 2026-11-13 103')
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
    // The sale of the 16th comes to lack what the earlier one takes.
    expect(refused.body.message).toBe(
      `On 2026-11-16 trade ${sale.body.trade_id} would take 4 AAPL.US more than are held.`,
    )
    const alone = await trade(path, 'sell 4 AAPL.US 2026-11-17 103')
    expect([alone.status, alone.body.message]).toEqual([
      409,
      'On 2026-11-17 the new trade would take 4 AAPL.US more than are held.',
    ])
    expect((await get(`${path}/trades`)).body.total).toBe(2)
  })

  test('refuses an edit, a back-dating or a deletion that leaves too little, and keeps what was', async () => {
    const path = await create()
    const { body: bought } = await trade(path, 'buy 10 AAPL.US 2026-11-12 100')
    const { body: sold } = await trade(path, 'sell 8 AAPL.US 2026-11-13 103')
    const before = await get(`${path}/trades`)
    const attempts = [
      send('PATCH', `${path}/trades/${bought.trade_id}`, { quantity: 7 }),
      send('PATCH', `${path}/trades/${bought.trade_id}`, { date: '2026-11-16' }),
      send('PATCH', `${path}/trades/${sold.trade_id}`, { date: '2026-11-11' }),
      send('PATCH', `${path}/trades/${bought.trade_id}`, { ticker: 'MSFT.US' }),
      send('DELETE', `${path}/trades/${bought.trade_id}`),
      send('DELETE', `${path}/positions/${bought.listing_id}?before=2026-11-13`),
    ]
    for (const attempt of attempts) expect((await attempt).status).toBe(409)
    expect((await get(`${path}/trades`)).body).toEqual(before.body)
  })

  test('takes no short sales, nor becomes standard with some', async () => {
    const path = await create()
    expect((await trade(path, 'short 1 AAPL.US 2026-11-12 100')).status).toBe(409)
    expect((await send('PATCH', path, { mode: 'advanced' })).body.mode).toBe('advanced')
    expect((await trade(path, 'short 1 AAPL.US 2026-11-12 100')).status).toBe(201)
    expect((await trade(path, 'cover 2 AAPL.US 2026-11-13 100')).status).toBe(409)
    expect((await trade(path, 'sell 1 AAPL.US 2026-11-13 100')).status).toBe(409)
    expect((await send('PATCH', path, { mode: 'standard' })).status).toBe(409)
    expect((await get(path)).body.mode).toBe('advanced')
  })
})

describe('trades', () => {
  test('have a day that was a trading day of the past', async () => {
    const path = await create()
    for (const [date, meant] of [
      ['2026-11-21', '2026-11-20'],
      ['2026-11-09', '2026-11-10'],
    ] as const) {
      const { status, body } = await trade(path, `buy 1 AAPL.US ${date} 100`)
      expect([status, body.error, body.param, body.did_you_mean]).toEqual([400, 'invalid_parameter', 'date', meant])
    }
  })

  test('a changed trade keeps what is not sent, and its id', async () => {
    const path = await create()
    const { body: made } = await trade(path, 'buy 10 AAPL.US 2026-11-12 100 1.5')
    const { body: changed } = await send('PATCH', `${path}/trades/${made.trade_id}`, { price: '99.12345678' })
    expect(changed).toEqual({ ...made, price: 99.12345678 })
  })

  test('of a position are deleted whole, or between two days that stay', async () => {
    const path = await create()
    for (const date of ['2026-11-11', '2026-11-12', '2026-11-13', '2026-11-16'])
      await trade(path, `buy 1 AAPL.US ${date} 100`)
    const position = `${path}/positions/${catalog().require('AAPL.US').id}`
    expect((await send('DELETE', `${position}?after=2026-11-11&before=2026-11-16`)).body).toEqual({
      ok: true,
      deleted: 2,
    })
    expect((await send('DELETE', position)).body).toEqual({ ok: true, deleted: 2 })
    expect((await send('DELETE', position)).status).toBe(404)
  })

  test('are not deleted between two days of which the second comes first', async () => {
    const path = await create()
    const { body } = await trade(path, 'buy 10 AAPL.US 2026-11-12 100')
    const refused = await send('DELETE', `${path}/positions/${body.listing_id}?after=2026-11-13&before=2026-11-12`)
    expect(refused).toMatchObject({ status: 400, body: { error: 'invalid_parameter', param: 'after' } })
    expect((await get(`${path}/trades`)).body.total).toBe(1)
  })

  test('of 50 sales of the whole position at the same time one succeeds', async () => {
    const { create, trade, get } = portfolioCalls(app, await app.key())
    const path = await create()
    await trade(path, 'buy 10 AAPL.US 2026-11-12 100')
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async () => (await trade(path, 'sell 10 AAPL.US 2026-11-13 103')).status),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    expect((await get(`${path}/trades`)).body.total).toBe(2)
  })

  test('one that is sent twice at once under one key is stored once', async () => {
    const path = await create()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => trade(path, 'buy 1 AAPL.US 2026-11-12 100', headers)),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.trade_id}`)).size).toBe(1)
    expect((await get(`${path}/trades`)).body.total).toBe(1)
  })
})

describe('outstanding', () => {
  test('values what is held in the base currency; splits after the trade count, pence are hundredths', async () => {
    const path = await create()
    await trade(path, 'buy 10 MSFT.US 2026-11-12 200 1')
    await trade(path, 'buy 1000 VOD.LSE 2026-11-12 80 250')
    const { body } = await get(`${path}/outstanding`)
    // 10 x 4 = 40 at 50 = 2000; average 200 / 4 = 50.
    expect(body.positions[0]).toMatchObject({
      ticker: 'MSFT.US',
      quantity: 40,
      avg_cost: 50,
      price: 50,
      price_date: '2026-11-19',
      market_value_base: 2000,
      unrealized_pnl: 0,
      fees: 1,
      total_pnl: -1,
    })
    // 1000 x 80p = 800 GBP: 960 USD at 1.2, 1040 at 1.3: all of it currency. Fee 250p = 2.50 GBP x 1.2 = 3.
    expect(body.positions[1]).toMatchObject({
      ticker: 'VOD.LSE',
      currency: 'GBX',
      avg_cost: 80,
      fx_rate: 0.013,
      market_value: 80_000,
      market_value_base: 1040,
      cost_basis_base: 960,
      unrealized_pnl: 80,
      currency_effect: 80,
      price_effect: 0,
      fees: 3,
      total_pnl: 77,
    })
    expect(body.totals).toMatchObject({ market_value_base: 3040, total_pnl: 76, fees: 4 })
    const { body: listed } = await get('/v1/portfolios?all=true')
    expect(listed.portfolios.find(({ id }: { id: number }) => path.endsWith(`/${id}`))).toMatchObject({
      nav: 3040,
      total_return_pct: 2.5676,
      position_count: 2,
    })
  })

  test('is paged, with the totals of all', async () => {
    const path = await create()
    await trade(path, 'buy 10 AAPL.US 2026-11-12 100')
    await trade(path, 'buy 1 MSFT.US 2026-11-12 200')
    const { body: whole } = await get(`${path}/outstanding`)
    expect(whole).toMatchObject({ count: 2, total: 2, has_more: false })
    const pages = await Promise.all([0, 1].map((offset) => get(`${path}/outstanding?limit=1&offset=${offset}`)))
    expect(pages.flatMap(({ body }) => body.positions)).toEqual(whole.positions)
    expect(pages.map(({ body }) => [body.count, body.total, body.has_more])).toEqual([
      [1, 2, true],
      [1, 2, false],
    ])
    expect(pages.map(({ body }) => body.totals)).toEqual([whole.totals, whole.totals])
    expect(await get(`${path}/outstanding?limit=0`)).toMatchObject({ status: 400, body: { param: 'limit' } })
  })

  test('keeps what has no price at cost, and says so', async () => {
    const path = await create()
    await trade(path, 'buy 2 KO.US 2026-11-12 60')
    const { body } = await get(`${path}/outstanding`)
    expect(body.positions[0]).toMatchObject({
      price: null,
      price_date: null,
      market_value_base: 120,
      unrealized_pnl: 0,
    })
    expect(body.notes).toEqual(['There are no bars of KO.US: valued at cost.'])
  })

  test('sees new prices and trades at once', async () => {
    const path = await create()
    await storeCloses('PEP.US', '2026-11-18', [10, 10])
    await trade(path, 'buy 2 PEP.US 2026-11-18 10')
    expect((await get(`${path}/outstanding`)).body.totals.market_value_base).toBe(20)
    await storeCloses('PEP.US', '2026-11-19', [10, 12])
    expect((await get(`${path}/outstanding`)).body.totals.market_value_base).toBe(24)
    await trade(path, 'sell 1 PEP.US 2026-11-19 12')
    expect((await get(`${path}/outstanding`)).body.totals.market_value_base).toBe(12)
  })
})

test('the id of a path is not given again', async () => {
  const path = await create()
  const asked = [send('PATCH', path, { id: 999, name: 'x' }), get(`${path}/nav?id=999`), get(`${path}?id=999`)]
  for (const answer of await Promise.all(asked))
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_parameter', param: 'id' } })
})

describe('portfolios of another account', () => {
  test('are not there, on any path and by any id', async () => {
    nextMinute()
    const path = await create()
    const { body: made } = await trade(path, 'buy 1 AAPL.US 2026-11-12 100')
    const theirs = portfolioCalls(app, await app.key())
    const own = await theirs.create()
    const { body: ownTrade } = await theirs.trade(own, 'buy 1 AAPL.US 2026-11-12 100')
    const calls = [
      ['GET', path],
      ['PATCH', path, { name: 'Mine' }],
      ['DELETE', path],
      ['GET', `${path}/outstanding`],
      ['GET', `${path}/trades`],
      ['POST', `${path}/trades`, { ticker: 'AAPL', date: '2026-11-12', quantity: 1, price: 1 }],
      ['PATCH', `${path}/trades/${made.trade_id}`, { price: 1 }],
      ['PATCH', `${own}/trades/${made.trade_id}`, { price: 1 }],
      ['DELETE', `${path}/trades/${made.trade_id}`],
      ['DELETE', `${own}/trades/${made.trade_id}`],
      ['DELETE', `${path}/trades/${ownTrade.trade_id}`],
      ['DELETE', `${path}/positions/${made.listing_id}`],
    ] as const
    for (const [method, at, body] of calls) {
      const answer = await theirs.send(method, at, body)
      expect([answer.status, answer.body.error], `${method} ${at}`).toEqual([404, 'not_found'])
    }
    const id = Buffer.from(`Portfolio:${path.split('/').at(-1)}`).toString('base64')
    const key = await app.key()
    const node = await app.graphql('query ($id: ID!) { node(id: $id) { id } }', { id }, key)
    expect(node.data.node).toBeNull()
    const mine = await app.graphql('query ($id: ID!) { node(id: $id) { ... on Portfolio { name } } }', { id })
    expect(mine.data.node).toEqual({ name: 'Test' })
    expect((await get(`${path}/trades`)).body.total).toBe(1)
  })
})

test('an account has at most 200 portfolios', async () => {
  const { send } = portfolioCalls(app, await app.key())
  const { body } = await send('POST', '/v1/portfolios', { name: 'One more' })
  await pool.query(
    `INSERT INTO portfolio (account_id, name, base_currency, mode)
     SELECT p.account_id, 'filler', 'USD', 'standard' FROM portfolio p, generate_series(1, 199) WHERE p.id = $1`,
    [body.id],
  )
  const refused = await send('POST', '/v1/portfolios', { name: 'Too many' })
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict'])
})
