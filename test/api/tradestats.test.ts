import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { config } from '../../src/core/config.ts'
import { pool } from '../../src/core/database/db.ts'
import { dropRemembered } from '../../src/core/upstream/remembered-answer.ts'
import { clock, useApp } from '../setup/app.ts'
import { denyKey, outOfQuota, type PlayedFlow, playTradeDatabase } from '../setup/playing-trade-database.ts'
import { answer, answerText, hangUp, type PlayingUpstream, startPlayingUpstream } from '../setup/playing-upstream.ts'
import { expectError } from '../setup/route-laws.ts'
import { SOON } from '../setup/soon.ts'
import { dumpTables, recordLogs } from '../setup/what-is-told.ts'

const app = useApp()
const KEY = 'c0ffee5ubscr1ptionKeyThatNobodyMayRead'
let upstream: PlayingUpstream

const { tradestats } = config

beforeAll(async () => {
  upstream = await startPlayingUpstream()
})
afterAll(async () => {
  Object.assign(config, { tradestats })
  await upstream.close()
})
beforeEach(() => {
  Object.assign(config, { tradestats: { baseUrl: upstream.baseUrl, rowsMax: 100_000 } })
})

const CHINA = 156
const GERMANY = 276
const USA = 842
const VIETNAM = 704
const THAILAND = 764
const TAIWAN = 490

/** A flow of batteries of 2025, changed. */
function flow(changes: Partial<PlayedFlow> = {}): PlayedFlow {
  return { period: '2025', reporter: CHINA, partner: GERMANY, flow: 'X', code: '850760', value: 100, ...changes }
}

function put(key: string, body: unknown): Promise<Response> {
  return app.fetch('/v1/me/keys/tradestats', {
    method: 'PUT',
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** A caller of its own whose key is linked, to a database of these flows. */
async function linked(flows: readonly PlayedFlow[], changes: Parameters<typeof playTradeDatabase>[1] = {}) {
  const caller = await app.key('internal')
  upstream.play(playTradeDatabase([flow({ reporter: USA })]))
  expect((await put(caller, { key: KEY })).status).toBe(200)
  upstream.play(playTradeDatabase(flows, changes))
  return {
    caller,
    get: async (path: string) => {
      const response = await app.fetch(`/v1/ext/tradestats/${path}`, { key: caller })
      const body = await response.json()
      expect(response.status, JSON.stringify(body)).toBe(200)
      return body
    },
    refused: (path: string, status: number, code: string) =>
      app.fetch(`/v1/ext/tradestats/${path}`, { key: caller }).then((response) => expectError(response, status, code)),
  }
}

const SEARCH = 'search?reporter=CN&partner=DE&codes=8507.60'

describe('a key of the caller’s own', () => {
  test('is needed, is checked by one cheap call before it is linked, is never told, and can be unlinked', async () => {
    const caller = await app.key('internal')
    const missing = await expectError(
      await app.fetch(`/v1/ext/tradestats/${SEARCH}`, { key: caller }),
      402,
      'byok_missing',
    )
    expect(missing).toMatchObject({ provider: 'tradestats', message: expect.stringContaining('"demo"') })
    upstream.play(playTradeDatabase([], { key: KEY }))
    expect(await (await put(caller, { key: KEY })).json()).toMatchObject({
      ok: true,
      linked: true,
      provider: 'tradestats',
    })
    expect(upstream.asked).toHaveLength(1)
    expect(upstream.asked[0]).toContain('maxRecords=1')
    expect(await (await put(caller, { key: null })).json()).toMatchObject({ ok: true, linked: false })
    await expectError(await app.fetch(`/v1/ext/tradestats/${SEARCH}`, { key: caller }), 402, 'byok_missing')
  })

  test.each([
    ['refused', denyKey, 402, 'byok_invalid'],
    ['out of its quota', outOfQuota, 503, 'unavailable'],
    ['not checked, as the database is away', hangUp, 503, 'unavailable'],
  ])('that is %s is not linked', async (_, play, status, code) => {
    const caller = await app.key('internal')
    upstream.play(play)
    const refusal = await expectError(await put(caller, { key: KEY }), status, code)
    expect(refusal).toMatchObject({ provider: 'tradestats' })
    const { data } = await app.graphql('{ tradestatsKey { linked } }', {}, caller)
    expect(data.tradestatsKey.linked).toBe(false)
  })

  test('that is refused later is sent no more until another is linked', async () => {
    const { caller, refused } = await linked([])
    upstream.play(denyKey)
    await refused(SEARCH, 402, 'byok_invalid')
    expect(upstream.asked).toHaveLength(1)
    for (const path of [SEARCH, 'balance?reporter=DE']) await refused(path, 402, 'byok_invalid')
    expect(upstream.asked).toHaveLength(1)
    upstream.play(playTradeDatabase([flow()], { key: 'an0therKey' }))
    expect((await put(caller, { key: 'an0therKey' })).status).toBe(200)
    expect((await app.fetch(`/v1/ext/tradestats/${SEARCH}`, { key: caller })).status).toBe(200)
  })

  test('and what was asked with it are one account’s alone', async () => {
    const [one, other] = [await linked([flow()]), await linked([flow()])]
    upstream.play(playTradeDatabase([flow()], { key: 'k-one' }))
    await put(one.caller, { key: 'k-one' })
    upstream.play(playTradeDatabase([flow()], { key: 'k-other' }))
    await put(other.caller, { key: 'k-other' })
    upstream.play(playTradeDatabase([flow({ value: 1 })], { key: 'k-one' }))
    expect((await one.get(SEARCH)).series[0].value_usd).toBe(1)
    upstream.play(playTradeDatabase([flow({ value: 2 })], { key: 'k-other' }))
    expect((await other.get(SEARCH)).series[0].value_usd).toBe(2)
    expect((await one.get(SEARCH)).series[0].value_usd).toBe(1)
    expect(upstream.asked).toHaveLength(1)
  })

  test('is in no answer, log, metric or table', async () => {
    const logged = recordLogs()
    const { caller, get } = await linked([flow()])
    const answers = [
      JSON.stringify(await get(SEARCH)),
      await (await put(caller, { key: `${KEY} with a blank` })).text(),
      await (await put(caller, { kee: KEY })).text(),
      JSON.stringify(
        await app.graphql('mutation ($key: String) { setTradestatsKey(key: $key) { ok } }', { key: KEY }, caller),
      ),
      JSON.stringify(await app.graphql(`mutation { setTradestatsKey(key: "${KEY}", nope: 1) { ok } }`, {}, caller)),
    ]
    upstream.play(hangUp)
    answers.push(await (await app.fetch(`/v1/ext/tradestats/${SEARCH}&freq=monthly`, { key: caller })).text())
    upstream.play(answer({ message: `key ${KEY} is odd` }, 400))
    answers.push(await (await app.fetch(`/v1/ext/tradestats/balance?reporter=CN`, { key: caller })).text())
    const told = `{"message": "key ${KEY} is odd"}`
    const failing = [answerText(told, 500), answerText(told, 302), answerText(`<p>${KEY}`)]
    for (const play of failing) {
      const other = await linked([])
      upstream.play(play)
      answers.push(await (await app.fetch(`/v1/ext/tradestats/${SEARCH}`, { key: other.caller })).text())
      expect(upstream.asked.length).toBeGreaterThan(0)
      upstream.play(play)
      answers.push(await (await put(other.caller, { key: `${KEY}2` })).text())
    }
    expect(logged()).toContain('leads elsewhere (302)')
    answers.push(await (await app.fetch('/metrics')).text(), logged(), ...(await dumpTables()))
    const hex = Buffer.from(KEY).toString('hex')
    for (const text of answers) {
      expect(text).not.toContain(KEY)
      expect(text).not.toContain(hex)
    }
    expect(answers.length).toBeGreaterThan(25)
  })

  test('demo links made-up flows, which say so and ask nobody', async () => {
    const caller = await app.key('internal')
    upstream.play(hangUp)
    expect(await (await put(caller, { key: 'demo' })).json()).toMatchObject({ linked: true, is_demo: true })
    for (const path of [SEARCH, 'top-partners?reporter=DE', 'balance?reporter=US', 'top-traders?codes=8542']) {
      const response = await app.fetch(`/v1/ext/tradestats/${path}`, { key: caller })
      expect(response.headers.get('x-data-set'), path).toBe('demo')
      expect((await response.json()).count, path).toBeGreaterThan(0)
      clock.ms += 5_000
      const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
      const again = await app.fetch(`/v1/ext/tradestats/${path}`, { key: caller, headers })
      expect([again.status, again.headers.get('x-credits-charged')], path).toEqual([304, '0'])
    }
    expect(upstream.asked).toHaveLength(0)
  })
})

describe('the traps of the trade database', () => {
  test('totals are asked for without their parts, and parts that come all the same are left out', async () => {
    const { get } = await linked([flow()], { leaky: true })
    const { series } = await get(SEARCH)
    expect(series).toEqual([{ period: '2025', value_usd: 100, netweight_kg: null, qty: null }])
    const asked = new URL(upstream.asked[0] ?? '', upstream.baseUrl)
    expect(asked.pathname).toBe('/get/C/A/HS')
    expect(Object.fromEntries(asked.searchParams)).toMatchObject({
      motCode: '0',
      customsCode: 'C00',
      partner2Code: '0',
      reporterCode: '156',
      partnerCode: '276',
      cmdCode: '850760',
    })
  })

  test('of several numbers of a country the one in use is asked for, and Taiwan as other Asia', async () => {
    const { get } = await linked([flow({ reporter: USA, partner: TAIWAN, flow: 'M', code: '8542', value: 7 })])
    const answered = await get('search?reporter=us&partner=TWN&flow=import&codes=85.42')
    expect(answered).toMatchObject({
      reporter: 'US',
      partner: 'TW',
      partner_name: 'Taiwan',
      series: [{ value_usd: 7 }],
    })
    expect(answered.notes).toEqual([expect.stringContaining('490')])
    expect(upstream.asked[0]).toContain('reporterCode=842&partnerCode=490')
  })

  test('weights that are missing are null, in sums too, and quantities add up in one unit only', async () => {
    const { get } = await linked([
      flow({ period: '2024', netWgt: 50, qty: 5, unit: 5 }),
      flow({ period: '2024', code: '850710', value: 10, netWgt: 20, qty: 1, unit: 8 }),
      flow({ netWgt: 0, qty: 9, unit: 5 }),
      flow({ code: '850710', value: 10, netWgt: 30 }),
    ])
    const { series } = await get('search?reporter=CN&partner=DE&codes=850760,850710')
    expect(series).toEqual([
      { period: '2024', value_usd: 110, netweight_kg: 70, qty: null },
      { period: '2025', value_usd: 110, netweight_kg: null, qty: null },
    ])
  })

  test('an answer that is full is asked for again in parts, down to the last row', async () => {
    Object.assign(config, { tradestats: { baseUrl: upstream.baseUrl, rowsMax: 4 } })
    const years = ['2018', '2019', '2020', '2021', '2022', '2023', '2024', '2025']
    const { get } = await linked(
      years.map((period, at) => flow({ period, value: at + 1 })),
      { rowsMax: 4 },
    )
    const { series } = await get(SEARCH)
    expect(series.map((point: { value_usd: number }) => point.value_usd)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(upstream.asked.length).toBeGreaterThan(2)
  })

  test('errors inside a 200, other shapes and no JSON are told as 502, a quota that is used up as 503 with its wait', async () => {
    const { caller, refused } = await linked([])
    upstream.play(answer({ elapsedTime: '', count: 0, data: [], error: 'Bad period' }))
    await refused('balance?reporter=CN', 502, 'upstream_error')
    upstream.play(answer({ data: [{ period: 2025 }] }))
    await refused('balance?reporter=DE', 502, 'upstream_error')
    upstream.play(outOfQuota)
    const quota = await app.fetch('/v1/ext/tradestats/balance?reporter=IT', { key: caller })
    expect(quota.headers.get('retry-after')).toBe('3723')
    await expectError(quota, 503, 'unavailable')
  })

  test('an empty answer is an empty list with a note', async () => {
    const { get } = await linked([])
    expect(await get(SEARCH)).toMatchObject({ series: [], count: 0, notes: [expect.stringContaining('mirror=true')] })
  })
})

describe('answers', () => {
  test('a series can be mirrored from what the partner reports, with how far both lie apart', async () => {
    const { get } = await linked([
      flow({ period: '2023', value: 100 }),
      flow({ period: '2024', value: 200 }),
      flow({ period: '2024', reporter: GERMANY, partner: CHINA, flow: 'M', value: 230 }),
      flow({ period: '2025', reporter: GERMANY, partner: CHINA, flow: 'M', value: 300 }),
    ])
    expect(await get(`${SEARCH}&mirror=true`)).toMatchObject({
      mirror: true,
      series: [
        { period: '2024', value_usd: 230 },
        { period: '2025', value_usd: 300 },
      ],
      discrepancy: { periods: 1, reported_usd: 200, mirrored_usd: 230, difference_usd: 30, difference_pct: 15 },
    })
    expect((await get(SEARCH)).discrepancy).toBeNull()
  })

  test('mirrored from all countries, those that are groups or unknown do not count', async () => {
    const mirror = (reporter: number, value: number) => flow({ reporter, partner: CHINA, flow: 'M', value })
    const { get } = await linked([mirror(GERMANY, 3), mirror(USA, 4), mirror(97, 1_000), mirror(899, 1_000)])
    expect((await get('search?reporter=CN&codes=850760&mirror=true')).series).toMatchObject([{ value_usd: 7 }])
  })

  test('months and services are asked for as such; a year is a year', async () => {
    const { get } = await linked([flow({ period: '202604', code: '9.2', partner: 0, value: 5 })])
    const months = await get('search?reporter=CN&freq=monthly&type=services&codes=9.2')
    expect(months).toMatchObject({ type: 'services', series: [{ period: '2026-04', value_usd: 5 }] })
    expect(upstream.asked[0]).toContain('/get/S/M/EB?')
    upstream.play(playTradeDatabase([flow({ period: '2019' }), flow({ period: '2020' })]))
    expect((await get(`${SEARCH}&period=2019`)).series).toMatchObject([{ period: '2019' }])
  })

  test('partners are ranked in the latest year that is reported, with their share of the whole', async () => {
    const { get } = await linked([
      flow({ partner: 0, value: 200 }),
      flow({ value: 50 }),
      flow({ partner: USA, value: 120 }),
      flow({ partner: 899, value: 30 }),
      flow({ partner: 0, period: '2022', value: 1 }),
    ])
    const answered = await get('top-partners?reporter=CN&codes=850760')
    expect(answered).toMatchObject({
      period: '2025',
      total_value_usd: 200,
      ranked: [
        { rank: 1, partner: 'US', partner_name: 'United States', value_usd: 120, share_pct: 60 },
        { rank: 2, partner: 'DE', value_usd: 50, share_pct: 25 },
      ],
      total: 2,
      notes: ['15.0 % of it is with areas that are not specified, which are not ranked.'],
    })
    expect(await get('top-partners?reporter=CN&codes=850760&limit=1')).toMatchObject({
      count: 1,
      total: 2,
      has_more: true,
    })
  })

  test('a balance is of the last year that has both sides', async () => {
    const { get } = await linked([
      flow({ period: '2025', partner: 0, value: 10 }),
      flow({ period: '2024', partner: 0, value: 9 }),
      flow({ period: '2024', partner: 0, flow: 'M', value: 4 }),
    ])
    const both = { year: 2024, exports_usd: 9, imports_usd: 4, balance_usd: 5 }
    expect((await get('balance?reporter=CN&codes=850760')).rows).toEqual([both])
    expect((await get('balance?reporter=CN&codes=850760&period=last2')).rows).toEqual([
      both,
      { year: 2025, exports_usd: 10, imports_usd: null, balance_usd: null },
    ])
    expect((await get('balance?reporter=CN&codes=850760&period=2024')).rows).toEqual([both])
  })

  test('countries are ranked by value, growth and streak within a group, from their least value on', async () => {
    const yearly = (reporter: number, values: readonly number[]) =>
      values.map((value, at) =>
        flow({ reporter, partner: 0, flow: 'M', period: String(2026 - values.length + at), value: value * 1e6 }),
      )
    const { get } = await linked([
      ...yearly(VIETNAM, [1, 2, 4, 8, 16]),
      ...yearly(THAILAND, [10, 11, 9, 12, 20]),
      ...yearly(GERMANY, [100, 90, 95, 96, 97]),
      ...yearly(USA, [0.1, 0.5, 0.6, 0.7, 0.9]),
      ...yearly(97, [900, 900, 900, 900, 900]),
    ])
    const of = async (query: string) =>
      (await get(`top-traders?codes=850760&${query}`)).ranked.map(
        (row: Record<string, unknown>) =>
          `${row['rank']} ${row['reporter']} ${row['cagr_pct'] ?? row['streak_years'] ?? row['value_usd']}`,
      )
    expect(await of('')).toEqual(['1 DE 97000000', '2 TH 20000000', '3 VN 16000000', '4 US 900000'])
    expect(await of('scope=asean&order=asc')).toEqual(['1 VN 16000000', '2 TH 20000000'])
    // From 1 to 16 in four years is twice as much every year.
    expect(await of('rank_by=growth&scope=asean')).toEqual(['1 VN 100', `2 TH ${(2 ** 0.25 - 1) * 100}`])
    expect(await of('rank_by=streak')).toEqual(['1 VN 4', '2 DE 3', '3 TH 2'])
    expect((await of('rank_by=streak&min_value_usd=0'))[1]).toBe('2 US 4')
    expect(await of('period=2023&limit=1')).toEqual(['1 DE 95000000'])
    expect((await get('top-traders?codes=850760&scope=g7')).ranked[0]).toMatchObject({ share_pct: (100 * 97) / 97.9 })
  })

  test('a year that few countries have reported is no year to rank by, and the note says so', async () => {
    const { get } = await linked([
      ...[GERMANY, USA, THAILAND].map((reporter) => flow({ reporter, partner: 0, flow: 'M', period: '2024' })),
      flow({ reporter: USA, partner: 0, flow: 'M', period: '2025', value: 999 }),
    ])
    const answered = await get('top-traders?codes=850760')
    expect(answered).toMatchObject({ period: '2024', count: 3 })
    expect(answered.notes).toEqual([expect.stringContaining('Too few countries have reported 2025')])
  })

  test('both faces say the same', async () => {
    const { caller, get } = await linked([flow()])
    const query =
      '{ tradeSeries(reporter: "CN", partner: "DE", codes: ["850760"]) { items { period valueUsd } stale } }'
    const { data } = await app.graphql(query, {}, caller)
    expect(data.tradeSeries).toEqual({ items: [{ period: '2025', valueUsd: 100 }], stale: false })
    expect((await get(SEARCH)).series[0]).toMatchObject({ period: '2025', value_usd: 100 })
    expect(upstream.asked).toHaveLength(1)
  })
})

describe('an upstream that is asked too much or is away', () => {
  test('a thousand equal calls at once ask it once', async () => {
    const { caller } = await linked([flow()])
    const responses = await Promise.all(
      Array.from({ length: 1_000 }, () => app.fetch(`/v1/ext/tradestats/${SEARCH}`, { key: caller })),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(upstream.asked).toHaveLength(1)
  })

  test('what is stored is served as stale, and new values once it is back', async () => {
    const { get } = await linked([flow()])
    expect(await get(SEARCH)).toMatchObject({ stale: false, series: [{ value_usd: 100 }] })
    dropRemembered()
    await pool.query(`UPDATE upstream_answer SET fetched_at = fetched_at - interval '2 days'`)
    upstream.play(hangUp)
    expect(await get(SEARCH)).toMatchObject({ stale: true, series: [{ value_usd: 100 }] })
    upstream.play(playTradeDatabase([flow({ value: 101 })]))
    await vi.waitFor(
      async () => expect(await get(SEARCH)).toMatchObject({ stale: false, series: [{ value_usd: 101 }] }),
      SOON,
    )
  })
})

test.each([
  ['search?reporter=CN&codes=85,850760', 'codes', undefined],
  ['search?reporter=CN&codes=850799', 'codes', undefined],
  ['search?reporter=CN&codes=8507600090', 'codes', '850760'],
  ['search?reporter=CN&partner=CN', 'partner', undefined],
  ['search?reporter=CN&partner=Mars', 'partner', undefined],
  ['search?reporter=CN&period=last99', 'period', undefined],
  ['top-partners?reporter=CN&period=last5', 'period', undefined],
  ['top-traders?scope=euu', 'scope', 'eu'],
  ['top-traders?rank_by=growth&period=last1', 'period', 'last2'],
  ['top-traders?rank_by=streak&period=last1', 'period', 'last2'],
  ['top-traders?period=last5', 'period', 'latest'],
  ['balance?reporter=UK', 'reporter', 'GB'],
])('%s is refused, naming the parameter', async (path, param, meant) => {
  const { refused } = await linked([])
  expect(await refused(path, 400, 'invalid_parameter')).toMatchObject({
    param,
    ...(meant ? { did_you_mean: meant } : {}),
  })
})
