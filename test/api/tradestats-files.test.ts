import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { config } from '../../src/core/config.ts'
import { pool } from '../../src/core/database/db.ts'
import { useApp } from '../setup/app.ts'
import { loadFlowText } from '../setup/flow-file.ts'
import { flowCsv, flowJson, flowRow } from '../setup/flow-rows.ts'
import { denyKey, type PlayedFlow, playTradeDatabase } from '../setup/playing-trade-database.ts'
import { hangUp, type PlayingUpstream, startPlayingUpstream } from '../setup/playing-upstream.ts'
import { expectError } from '../setup/route-laws.ts'

const app = useApp()
let upstream: PlayingUpstream
const { tradestats } = config

beforeAll(async () => {
  upstream = await startPlayingUpstream()
})
afterAll(async () => {
  Object.assign(config, { tradestats })
  await upstream.close()
})
beforeEach(async () => {
  Object.assign(config, { tradestats: { baseUrl: upstream.baseUrl, rowsMax: 100_000 } })
  await pool.query('TRUNCATE trade_flow')
  upstream.play(hangUp)
})

const [CHINA, GERMANY, USA, JAPAN, TAIWAN, WORLD] = [156, 276, 842, 392, 490, 0]
const SEARCH = 'search?reporter=CN&partner=DE&codes=8507.60'

function flow(changes: Partial<PlayedFlow> = {}): PlayedFlow {
  return { period: '2024', reporter: CHINA, partner: GERMANY, flow: 'X', code: '850760', value: 100, ...changes }
}

function load(flows: readonly PlayedFlow[]) {
  return loadFlowText(flowCsv(flows.map((one) => flowRow(one))))
}

async function get(path: string, key: string) {
  const response = await app.fetch(`/v1/ext/tradestats/${path}`, { key })
  const body = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return body
}

/** A caller who has linked a key, to a database of these flows. */
async function linked(flows: readonly PlayedFlow[]): Promise<string> {
  const key = await app.key('internal')
  upstream.play(playTradeDatabase([flow({ reporter: USA })]))
  const response = await app.fetch('/v1/me/keys/tradestats', {
    method: 'PUT',
    key,
    headers: { 'content-type': 'application/json' },
    body: '{"key":"aKeyOfMyOwn"}',
  })
  expect(response.status).toBe(200)
  upstream.play(playTradeDatabase(flows))
  return key
}

/** China's batteries of a year: to Germany, the United States and the rest, and all together. */
function wholeYear(period: string, [germany, usa, rest]: readonly [number, number, number]): PlayedFlow[] {
  return [
    flow({ period, value: germany }),
    flow({ period, partner: USA, value: usa }),
    flow({ period, partner: 899, value: rest }),
    flow({ period, partner: WORLD, value: germany + usa + rest }),
  ]
}

describe('a file', () => {
  const flows = [flow({ netWgt: 20, qty: 4, unit: 8 }), flow({ partner: USA, netWgt: 0 }), flow({ period: '202403' })]

  test.each([
    ['a CSV of the site', flowCsv(flows.map((one) => flowRow(one)))],
    ['an answer of the API', flowJson(flows.map((one) => flowRow(one)))],
    ['an array of rows', `\n ${JSON.stringify(flows.map((one) => flowRow(one)))}`],
    [
      'a bulk file, compressed',
      gzipSync(flowCsv(flows.map((one) => flowRow(one, { cmdDesc: '' }))).replaceAll(',', '\t')),
    ],
  ])('may be %s; again it changes nothing, and other values replace those of the same flow', async (_, content) => {
    expect(await loadFlowText(content)).toMatchObject({
      read: 3,
      inserted: 3,
      updated: 0,
      skipped: 0,
      rejected_count: 0,
    })
    expect(await loadFlowText(content)).toMatchObject({ read: 3, inserted: 0, updated: 0, skipped: 3 })
    const { rows } = await pool.query(
      'SELECT dataset, flow, period, partner, net_weight_kg AS weight, quantity FROM trade_flow ORDER BY dataset, partner',
    )
    expect(rows).toEqual([
      { dataset: 'CA', flow: 'X', period: 2024, partner: GERMANY, weight: 20, quantity: 4 },
      // Nothing weighed for something paid is not measured.
      { dataset: 'CA', flow: 'X', period: 2024, partner: USA, weight: null, quantity: null },
      { dataset: 'CM', flow: 'X', period: 202403, partner: GERMANY, weight: null, quantity: null },
    ])
    expect(await load([flow({ value: 101 }), flow({ partner: JAPAN })])).toMatchObject({ inserted: 1, updated: 1 })
  })

  test('has its totals taken, not the parts of them nor flows that they hold already', async () => {
    const rows = [
      flowRow(flow()),
      flowRow(flow({ value: 60 }), { motCode: 2100 }),
      flowRow(flow({ value: 50 }), { customsCode: 'C05' }),
      flowRow(flow({ value: 40 }), { partner2Code: 757 }),
      flowRow(flow({ value: 9 }), { flowCode: 'RX' }),
    ]
    const summary = await loadFlowText(flowCsv(rows))
    expect(summary).toMatchObject({ read: 5, inserted: 1, skipped: 4, rejected_count: 0 })
    expect(summary.notes).toEqual([
      expect.stringMatching(/^3 rows are parts/),
      expect.stringMatching(/^1 rows are re-exports/),
    ])
    expect((await get(SEARCH, await app.key('internal'))).series).toMatchObject([{ period: '2024', value_usd: 100 }])
  })

  test('has wrong rows rejected by line with the reason, and the others stored', async () => {
    const wrong = [
      { period: '2024Q1' },
      { freqCode: 'M' },
      { reporterCode: 0 },
      { partnerCode: 'DE' },
      { flowCode: 'export' },
      { cmdCode: 'all' },
      { primaryValue: '' },
      { primaryValue: -1 },
      { netWgt: '1,000' },
      { classificationCode: 'S4' },
      { classificationCode: 'EB10' },
      { typeCode: 'T' },
    ]
    const content = flowCsv([
      flowRow(flow()),
      ...wrong.map((changes) => flowRow(flow(), changes)),
      flowRow(flow({ partner: USA })),
    ])
    const summary = await loadFlowText(content)
    expect(summary).toMatchObject({ read: 2, inserted: 2, rejected_count: wrong.length })
    expect(summary.rejected.map(({ line }) => line)).toEqual(wrong.map((_, at) => at + 3))
    for (const [at, changes] of wrong.entries()) expect(summary.rejected[at]?.reason).toContain(Object.keys(changes)[0])
    const json = await loadFlowText(
      flowJson([flowRow(flow({ partner: JAPAN })), 'row', flowRow(flow(), { period: 'now' })]),
    )
    expect(json).toMatchObject({ inserted: 1, rejected: [{ line: 2 }, { line: 3 }] })
  })

  test('of which a spreadsheet took the leading zeros has them again', async () => {
    await loadFlowText(flowCsv([flowRow(flow(), { cmdCode: '10121' }), flowRow(flow(), { cmdCode: '1' })]))
    const { rows } = await pool.query('SELECT code FROM trade_flow ORDER BY code')
    expect(rows).toEqual([{ code: '01' }, { code: '010121' }])
  })

  test('that is cut off or damaged leaves nothing behind', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) =>
      flowRow(flow({ period: String(1962 + (at % 60)), partner: at % 200 })),
    )
    const compressed = gzipSync(flowCsv(many))
    for (const content of [flowJson(many).slice(0, -3), compressed.subarray(0, -200), '{"data": [{]}'])
      expect(await loadFlowText(content)).toMatchObject({ read: 0, inserted: 0, rejected: [{ line: 0 }] })
    expect((await pool.query('SELECT FROM trade_flow')).rowCount).toBe(0)
  })

  test.each([
    ['{"elapsedTime":"0.58 secs","count":0,"data":[],"error":""}', 'no rows'],
    ['{"count":0,"data":[],"error":"Period is not valid"}', 'Period is not valid'],
    ['id,text\nC00,TOTAL customs procedure codes\n', 'reportercode'],
    ['', 'no header'],
  ])('without flows is told as such: %s', async (content, reason) => {
    expect(await loadFlowText(content)).toMatchObject({
      rejected: [{ line: 0, reason: expect.stringContaining(reason) }],
    })
  })
})

describe('what files hold', () => {
  test('every account reads without a key; the rest is 402, as are files of other things', async () => {
    await load([
      ...wholeYear('2023', [90, 110, 0]),
      ...wholeYear('2024', [100, 120, 80]),
      flow({ period: '2024', flow: 'M', partner: WORLD, value: 50 }),
      flow({ reporter: JAPAN, partner: WORLD, value: 30 }),
      flow({ reporter: GERMANY, partner: CHINA, flow: 'M', value: 110 }),
    ])
    for (const key of [await app.key('internal'), await app.key('internal')]) {
      const note = [expect.stringContaining('you have linked no key')]
      expect(await get(SEARCH, key)).toMatchObject({
        series: [
          { period: '2023', value_usd: 90 },
          { period: '2024', value_usd: 100 },
        ],
        stale: false,
        notes: note,
      })
      expect(await get('top-partners?reporter=CN&codes=850760', key)).toMatchObject({
        period: '2024',
        total_value_usd: 300,
        ranked: [
          { partner: 'US', value_usd: 120, share_pct: 40 },
          { partner: 'DE', value_usd: 100 },
        ],
      })
      expect((await get('balance?reporter=CN&codes=850760', key)).rows).toEqual([
        { year: 2024, exports_usd: 300, imports_usd: 50, balance_usd: 250 },
      ])
      expect(await get('top-traders?codes=850760&flow=export&period=2024', key)).toMatchObject({
        ranked: [
          { reporter: 'CN', value_usd: 300 },
          { reporter: 'JP', value_usd: 30 },
        ],
        notes: note,
      })
      const mirrored = await get(`${SEARCH}&mirror=true&period=2024`, key)
      expect(mirrored).toMatchObject({ series: [{ value_usd: 110 }], discrepancy: { difference_usd: 10 } })
      for (const path of ['search?reporter=CN&partner=DE&codes=8542', `${SEARCH}&flow=import`, `${SEARCH}&period=2001`])
        await expectError(await app.fetch(`/v1/ext/tradestats/${path}`, { key }), 402, 'byok_missing')
    }
    expect(upstream.asked).toHaveLength(0)
  })

  test('is not asked of the trade database: only the years they lack are, and a key that is refused is not needed for theirs', async () => {
    await load(wholeYear('2024', [100, 120, 80]))
    const key = await linked([
      flow({ value: 999 }),
      flow({ period: '2025', value: 130 }),
      flow({ period: '2023', value: 70 }),
    ])
    expect(await get(`${SEARCH}&period=2024`, key)).toMatchObject({
      series: [{ value_usd: 100 }],
      notes: ['It is read from files that were loaded into this service.'],
    })
    // Nobody in Japan bought any: all partners are there, and Japan is not.
    expect((await get('search?reporter=CN&partner=JP&codes=850760&period=2024', key)).series).toEqual([])
    expect(upstream.asked).toHaveLength(0)
    expect(await get(`${SEARCH}&period=last3`, key)).toMatchObject({
      series: [
        { period: '2023', value_usd: 70 },
        { period: '2024', value_usd: 100 },
        { period: '2025', value_usd: 130 },
      ],
      notes: [expect.stringContaining('Some of it')],
    })
    const asked = new URL(upstream.asked[0] ?? '', upstream.baseUrl).searchParams.get('period')
    expect(asked?.split(',')).toEqual(['2021', '2022', '2023', '2025'])
    upstream.play(denyKey)
    await expectError(await app.fetch('/v1/ext/tradestats/balance?reporter=IT', { key }), 402, 'byok_invalid')
    expect((await get(`${SEARCH}&period=2024`, key)).series).toMatchObject([{ value_usd: 100 }])
  })

  test('stands beside what the trade database says of other countries, and is served as stale while that is away', async () => {
    await load([flow({ partner: WORLD, value: 300 })])
    const key = await linked([
      flow({ partner: WORLD, value: 1 }),
      flow({ reporter: JAPAN, partner: WORLD, value: 400 }),
      flow({ reporter: USA, partner: WORLD, value: 200 }),
    ])
    const path = 'top-traders?codes=850760&flow=export&period=2024'
    expect((await get(path, key)).ranked.map((row: { value_usd: number }) => row.value_usd)).toEqual([400, 300, 200])
    upstream.play(hangUp)
    expect(await get(`${SEARCH.replace('DE', 'World')}&period=last2`, key)).toMatchObject({
      stale: true,
      series: [{ period: '2024', value_usd: 300 }],
    })
  })

  test('adds up only where they hold every code', async () => {
    await load([
      flow({ period: '2023' }),
      flow({ period: '2023', code: '850710', value: 10 }),
      flow({ period: '2024' }),
      flow({ period: '2022' }),
      // All of it went to the United States, so that Germany's part is known: none.
      flow({ period: '2022', code: '850710', partner: USA, value: 7 }),
      flow({ period: '2022', code: '850710', partner: WORLD, value: 7 }),
    ])
    const answered = await get('search?reporter=CN&partner=DE&codes=850760,850710', await app.key('internal'))
    expect(answered.series).toMatchObject([
      { period: '2022', value_usd: 100 },
      { period: '2023', value_usd: 110 },
    ])
  })

  test('of Taiwan is area 490, and made-up flows stay apart', async () => {
    await load([flow({ partner: TAIWAN, value: 5 })])
    const path = 'search?reporter=CN&partner=TW&codes=850760&period=2024'
    const answered = await get(path, await app.key('internal'))
    expect(answered).toMatchObject({ partner_name: 'Taiwan', series: [{ value_usd: 5 }] })
    expect(answered.notes).toContainEqual(expect.stringContaining('490'))
    const demo = await app.key('internal')
    const headers = { 'content-type': 'application/json' }
    await app.fetch('/v1/me/keys/tradestats', { method: 'PUT', key: demo, headers, body: '{"key":"demo"}' })
    expect((await get(path, demo)).series[0].value_usd).not.toBe(5)
    const { data } = await app.graphql(
      '{ tradeSeries(reporter: "CN", partner: "TW", codes: ["850760"], period: "2024") { items { valueUsd } } }',
      {},
      await app.key('internal'),
    )
    expect(data.tradeSeries.items).toEqual([{ valueUsd: 5 }])
  })
})
