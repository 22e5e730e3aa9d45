import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { readListSizes } from '../../src/core/graphql/limit/list-size.source.ts'
import { log } from '../../src/core/log.ts'
import { DAY_MS } from '../../src/core/time/day.pure.ts'
import { dropRemembered } from '../../src/core/upstream/remembered-answer.ts'
import { reloadDemoMacro } from '../../src/demo/demo-macro.ingest.ts'
import { openMacro } from '../../src/macro/upstreams.ts'
import { clock, useApp } from '../setup/app.ts'
import { recordLists } from '../setup/list-crawl.ts'
import { ingestIndicatorText, ingestSeriesText } from '../setup/macro.ts'
import {
  answer,
  answerText,
  cutOff,
  hangUp,
  type Play,
  type PlayingUpstream,
  startPlayingUpstream,
} from '../setup/playing-upstream.ts'
import { dumpTables, recordLogs } from '../setup/what-is-told.ts'

const KEY = 'abcdef0123456789abcdef0123456789'
const PAUSE_MS = 30_000
/** Without repeats and gaps. */
const CALLS = { attempts: 1, gapMs: 0, circuit: { pauseMs: PAUSE_MS, pauseMsMax: PAUSE_MS } }

const app = useApp()
let fred: PlayingUpstream
let bank: PlayingUpstream

beforeAll(async () => {
  ;[fred, bank] = await Promise.all([startPlayingUpstream(), startPlayingUpstream()])
})
afterAll(() => Promise.all([fred.close(), bank.close()]))
beforeEach(() => {
  dropRemembered()
  return pool.query('TRUNCATE upstream_answer, macro_series, development_series, development_indicator')
})

const get = async (path: string) => {
  const response = await app.fetch(`/v1/ext/${path}`)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** Speaks to the playing upstreams, with circuits that are closed. */
function connect(): void {
  openMacro(
    {
      fred: { baseUrl: `${fred.baseUrl}/fred`, apiKey: KEY },
      worldBank: { baseUrl: `${bank.baseUrl}/v2` },
      clock,
      calls: CALLS,
    },
    null,
  )
}

function disconnect(): void {
  openMacro({ fred: null, worldBank: null, clock }, null)
}

/** FRED: series it has, with the shapes and errors of the real one. */
const playFred =
  (values: Readonly<Record<string, string>>): Play =>
  (request, response, url) => {
    const id = url.searchParams.get('series_id')
    const refusal = (text: string) => answer({ error_code: 400, error_message: `Bad Request.  ${text}` }, 400)
    if (url.searchParams.get('api_key') !== KEY)
      return refusal('The value for variable api_key is not registered.')(request, response, url)
    if (url.pathname.endsWith('/series/search')) {
      const seriess = [
        { ...DESCRIBED, id: 'NEWSERIES' },
        { ...DESCRIBED, id: 'UNRATE' },
      ]
      return answer({ seriess })(request, response, url)
    }
    if (id !== 'UNRATE' && id !== 'NEWSERIES') return refusal('The series does not exist.')(request, response, url)
    if (url.pathname.endsWith('/series')) return answer({ seriess: [{ ...DESCRIBED, id }] })(request, response, url)
    const observations = Object.entries(values).map(([date, value]) => ({ realtime_start: date, date, value }))
    return answer({ units: 'lin', observations })(request, response, url)
  }

const DESCRIBED = {
  title: 'Widgets sold in Fargo',
  frequency: 'Weekly, Ending Saturday',
  units: 'Number',
  seasonal_adjustment: 'Not Seasonally Adjusted',
  notes: 'Counted by hand.',
}

const bankRow = (iso3: string, date: string, value: number | null) => ({
  indicator: { id: 'SP.POP.TOTL', value: 'Population, total' },
  country: { id: iso3.slice(0, 2), value: iso3 },
  countryiso3code: iso3,
  date,
  value,
  unit: '',
  obs_status: '',
  decimal: 0,
})
const page = (number: number, pages: number) => ({ page: number, pages, per_page: 2, total: 3, sourceid: '2' })
const INVALID = [{ message: [{ id: '120', key: 'Invalid value', value: 'The provided parameter value is not valid' }] }]

describe('US macro series of the upstream', () => {
  beforeEach(connect)

  test('250 equal calls at once, as many as an address may have, make one request; gaps are null, the key is nowhere', async () => {
    const lines: string[] = []
    vi.spyOn(log, 'warn').mockImplementation((...args) => void lines.push(JSON.stringify(args)))
    fred.play(playFred({ '2026-08-01': '4.2', '2026-09-01': '.', '2026-10-01': '4.4' }))
    const key = await app.keyWith({ credits: null })
    const calls = await Promise.all(
      Array.from({ length: 250 }, () => app.fetch('/v1/ext/usmacro/series?series_id=unrate', { key })),
    )
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]))
    expect(fred.asked).toHaveLength(1)
    const body = await calls[0]?.json()
    expect(body).toMatchObject({
      series_id: 'UNRATE',
      title: 'Unemployment rate',
      units: 'Percent',
      frequency: 'monthly',
      transform: null,
      freq: null,
      source: 'U.S. Bureau of Labor Statistics',
      stale: false,
      observations: [
        { date: '2026-08-01', value: 4.2, partial: false },
        { date: '2026-09-01', value: null, partial: false },
        { date: '2026-10-01', value: 4.4, partial: false },
      ],
      count: 3,
      has_more: false,
    })
    const metrics = await (await app.fetch('/metrics')).text()
    const { rows } = await pool.query('SELECT * FROM upstream_answer')
    expect(JSON.stringify([body, rows, lines, metrics])).not.toContain(KEY)
  })

  test('the upstream down: what is kept as stale; recovered: new values without a restart', async () => {
    // The pause of the circuit passes when the test says so.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    fred.play(playFred({ '2026-09-01': '4.2', '2026-10-01': '4.4' }))
    expect((await get('usmacro/series?series_id=UNRATE')).body).toMatchObject({ stale: false, count: 2 })
    clock.ms += DAY_MS
    fred.play(hangUp)
    expect((await get('usmacro/series?series_id=UNRATE')).body).toMatchObject({ stale: true, count: 2 })
    // Nothing of these is kept: first they fail, then the circuit is open.
    for (let n = 0; n < 6; n++) expect((await get('usmacro/series?series_id=NEWSERIES')).status).toBe(503)
    fred.play(playFred({ '2026-11-01': '4.5' }))
    expect((await get('usmacro/series?series_id=UNRATE')).body).toMatchObject({ stale: true, count: 2 })
    vi.setSystemTime(Date.now() + PAUSE_MS)
    expect((await get('usmacro/series?series_id=UNRATE')).body).toMatchObject({ stale: false, count: 1 })
  })

  test('a series beyond the catalogue comes with the facts of the upstream', async () => {
    fred.play(playFred({ '2026-11-07': '1', '2026-11-14': '2' }))
    expect((await get('usmacro/series?series_id=NEWSERIES&transform=diff')).body).toMatchObject({
      title: 'Widgets sold in Fargo',
      frequency: 'weekly',
      units: 'Change, Number',
      seasonal_adjustment: 'not seasonally adjusted',
      source: 'FRED',
      observations: [{ value: null }, { value: 1 }],
    })
  })

  test('what nobody knows is 404 with what was meant', async () => {
    fred.play(playFred({}))
    expect(await get('usmacro/series?series_id=UNRAT')).toMatchObject({
      status: 404,
      body: { error: 'not_found', param: 'series_id', did_you_mean: 'UNRATE' },
    })
  })

  test('a refused key is 502, not tried again, and not shown', async () => {
    openMacro(
      {
        fred: { baseUrl: `${fred.baseUrl}/fred`, apiKey: 'wrong-key-0123456789' },
        worldBank: null,
        clock,
        calls: CALLS,
      },
      null,
    )
    fred.play(playFred({}))
    const first = await get('usmacro/series?series_id=DGS10')
    expect(first).toMatchObject({ status: 502, body: { error: 'upstream_error' } })
    expect((await get('usmacro/series?series_id=DGS10')).status).toBe(503)
    expect(fred.asked).toHaveLength(1)
    expect(JSON.stringify(first.body)).not.toContain('wrong-key')
  })

  test('the key is in no answer, log, metric or table, however the upstream fails', async () => {
    const logged = recordLogs()
    const told: string[] = []
    const quoting = JSON.stringify({ error_code: 400, error_message: `Bad Request. api_key=${KEY} is odd.` })
    const plays = [
      ...[400, 403, 429, 500, 302].map((status) => answerText(quoting, status, { location: `/?api_key=${KEY}` })),
      ...[answerText(`<p>${KEY}`), cutOff, hangUp, playFred({ '2026-09-01': '4.2' })],
    ]
    for (const play of plays) {
      for (const path of ['usmacro/series?series_id=UNRATE', `usmacro/find?q=widgets%20${told.length}`]) {
        connect()
        fred.play(play)
        told.push(JSON.stringify((await get(path)).body))
        expect(fred.asked.length, path).toBeGreaterThan(0)
      }
    }
    expect(logged().length).toBeGreaterThan(100)
    told.push(logged(), await (await app.fetch('/metrics')).text(), ...(await dumpTables()))
    for (const text of told) expect(text).not.toContain(KEY)
  })

  test('its search adds what the catalogue lacks, once each; without it the catalogue answers, with a note', async () => {
    fred.play(playFred({}))
    const { body } = await get('usmacro/find?q=widgets%20sold%20in%20fargo')
    expect(body.candidates[0]).toMatchObject({
      series_id: 'NEWSERIES',
      title: 'Widgets sold in Fargo',
      frequency: 'weekly',
      units: 'Number',
      description: 'Counted by hand.',
    })
    expect(body.candidates.filter((one: { series_id: string }) => one.series_id === 'UNRATE')).toHaveLength(1)
    fred.play(cutOff)
    expect((await get('usmacro/find?q=gadgets%20unsold')).body.notes).toEqual([
      'FRED cannot be searched right now: series of the catalogue only.',
    ])
  })
})

describe('development indicators of the upstream', () => {
  beforeEach(connect)

  test('pages are read to the end; countries come in the order asked for, by either code', async () => {
    bank.play(
      answer([page(1, 2), [bankRow('DEU', '2024', 84), bankRow('DEU', '2023', null)]]),
      answer([page(2, 2), [bankRow('USA', '2024', 340)]]),
    )
    const { body } = await get('devbank/series?indicator=sp.pop.totl&country=usa,de,FR')
    expect(bank.asked[0]).toMatch(/^\/v2\/country\/USA;DEU;FRA\/indicator\/SP\.POP\.TOTL\?.*source=2/)
    expect(body).toMatchObject({
      indicator: 'SP.POP.TOTL',
      title: 'Population, total',
      unit: 'people',
      database: 'World Development Indicators',
      results: [
        { country: 'US', country_name: 'United States', series: [{ year: 2024, value: 340 }] },
        {
          country: 'DE',
          series: [
            { year: 2023, value: null },
            { year: 2024, value: 84 },
          ],
        },
        { country: 'FR', series: [] },
      ],
      notes: ['No values in these years: France.'],
    })
    expect((await get('devbank/series?indicator=SP.POP.TOTL&country=FR,DE,US')).body.count).toBe(3)
    expect(bank.asked).toHaveLength(2)
  })

  test('an error inside a 200, an empty set, and a country that is none', async () => {
    bank.play(answer(INVALID), answer([page(0, 0), null]))
    expect(await get('devbank/series?indicator=SP.POP.TOT&country=US')).toMatchObject({
      status: 404,
      body: { did_you_mean: 'SP.POP.TOTL' },
    })
    expect((await get('devbank/series?indicator=SP.POP.GROW&country=US')).body.results).toMatchObject([{ series: [] }])
    expect(await get('devbank/series?indicator=SP.POP.TOTL&country=Germany')).toMatchObject({ status: 400 })
    expect(await get('devbank/series?indicator=SP.POP.TOTL&country=UK')).toMatchObject({
      status: 400,
      body: { param: 'country', did_you_mean: 'GB' },
    })
    expect(await get('devbank/series?indicator=SP.POP.TOTL&from=2020&to=2010')).toMatchObject({ status: 400 })
    expect((await get('devbank/series?indicator=SP.POP.TOTL&from=lately')).body.message).toBe(
      '"from" must be a year of the calendar, such as 2015; "lately" was given.',
    )
  })

  test('its list of indicators adds what the catalogue lacks', async () => {
    const indicator = {
      id: 'XX.LLAMA',
      name: 'Llamas per hectare (number)',
      unit: '',
      source: { id: '2', value: 'WDI' },
      sourceNote: 'Herds.',
      topics: [{ value: 'Farms ' }, {}],
    }
    bank.play(answer([page(1, 1), [indicator]]))
    expect((await get('devbank/find?q=llamas%20per%20hectare')).body.candidates[0]).toMatchObject({
      indicator: 'XX.LLAMA',
      unit: 'number',
      topics: ['Farms'],
      description: 'Herds.',
    })
  })
})

describe('what is stored', () => {
  beforeEach(disconnect)

  test('files of FRED: CSV of several series, JSON, descriptions; the same again changes nothing', async () => {
    const csv = 'DATE,PSAVERT,MYOWN\n2026-01-01,4.1,.\n2026-02-01,.,7\n2026-04-01,4.3,8\nlater,1,1\n2026-05-01,x,9\n'
    expect(await ingestSeriesText(csv)).toMatchObject({
      inserted: 6,
      rejected_count: 2,
      rejected: [
        { line: 5, reason: '"later" is not a date' },
        { line: 6, reason: 'PSAVERT: "x" is not a number' },
      ],
      notes: ['MYOWN is not in the catalogue: it is found by its id only'],
    })
    expect(await ingestSeriesText(csv)).toMatchObject({ inserted: 0, updated: 0, skipped: 6 })
    const json = JSON.stringify({
      observations: [
        { date: '2026-04-01', value: '4.4' },
        { date: '2026-05-01', value: '.' },
      ],
    })
    expect(await ingestSeriesText(json)).toMatchObject({ rejected_count: 1 })
    expect(await ingestSeriesText(json, 'psavert')).toMatchObject({ inserted: 1, updated: 1 })
    expect((await get('usmacro/series?series_id=PSAVERT')).body.observations).toMatchObject([
      { date: '2026-01-01', value: 4.1 },
      { date: '2026-02-01', value: null },
      { date: '2026-04-01', value: 4.4 },
      { date: '2026-05-01', value: null },
    ])
    const described = JSON.stringify({ seriess: [{ ...DESCRIBED, id: 'MYOWN', frequency: 'Monthly' }] })
    expect(await ingestSeriesText(described)).toMatchObject({ updated: 1 })
    openMacro({ fred: null, worldBank: null, clock }, null)
    expect((await get('usmacro/find?q=widgets%20fargo')).body.candidates[0]).toMatchObject({ series_id: 'MYOWN' })
    expect((await get('usmacro/series?series_id=MYOWN')).body).toMatchObject({
      title: 'Widgets sold in Fargo',
      frequency: 'monthly',
    })
    expect(await ingestSeriesText('<html>')).toMatchObject({ read: 0, rejected_count: 1 })
    expect(await ingestSeriesText('{"error_code":400,"error_message":"Bad Request. No such key."}', 'X')).toMatchObject(
      {
        rejected: [{ reason: 'It holds no values but a refusal of FRED: Bad Request. No such key.' }],
      },
    )
  })

  test('a character that PostgreSQL stores in no text is left out of what describes a series', async () => {
    const described = JSON.stringify({ seriess: [{ ...DESCRIBED, id: 'NULLED', title: 'Wid\u0000gets made' }] })
    expect(await ingestSeriesText(described)).toMatchObject({ inserted: 1, rejected_count: 0 })
    await ingestSeriesText('date,NULLED\n2026-01-01,4\n')
    expect((await get('usmacro/series?series_id=NULLED')).body.title).toBe('Widgets made')
  })

  test('files of the World Bank: CSV with its preamble, JSON; the same again changes nothing', async () => {
    const csv = `\ufeff"Data Source","World Development Indicators",

"Last Updated Date","2026-07-01",

"Country Name","Country Code","Indicator Name","Indicator Code","2019","2020","2021",
"Aruba","ABW","Llamas (head)","XX.LLAMA.HD","3","","5",
"Nowhere","XX","Llamas (head)","XX.LLAMA.HD","1","","",
"World","WLD","Llamas (head)","XX.LLAMA.HD","","..","9",
`
    expect(await ingestIndicatorText(csv)).toMatchObject({ inserted: 3, rejected_count: 1, rejected: [{ line: 7 }] })
    expect(await ingestIndicatorText(csv)).toMatchObject({ inserted: 0, updated: 0, skipped: 3 })
    const json = JSON.stringify([
      page(1, 1),
      [{ ...bankRow('ABW', '2020', 4), indicator: { id: 'XX.LLAMA.HD', value: 'Llamas' } }],
    ])
    expect(await ingestIndicatorText(json)).toMatchObject({ inserted: 1 })
    const { body } = await get('devbank/series?indicator=XX.LLAMA.HD')
    expect(body).toMatchObject({
      title: 'Llamas (head)',
      results: [
        { country: 'AW', aggregate: false, series: [{ value: 3 }, { value: 4 }, { value: 5 }] },
        { country: '1W', aggregate: true, series: [{ year: 2021, value: 9 }] },
      ],
    })
    expect((await get('devbank/series?indicator=XX.LLAMA.HD&country=AW&from=2020&to=2020')).body.results).toMatchObject(
      [{ series: [{ year: 2020, value: 4 }] }],
    )
    const refused = await ingestIndicatorText(JSON.stringify(INVALID))
    expect(refused.rejected[0]?.reason).toMatch(
      /a refusal of the World Bank: The provided parameter value is not valid$/,
    )
    const empty = await ingestIndicatorText(JSON.stringify([page(1, 1), null]))
    expect(empty.rejected[0]?.reason).toBe('It is an answer of the World Bank without any rows.')
  })

  test.each([
    ['from=99999999999', 'from', /a year of the calendar/],
    ['country=all', 'country', /all of them when it is left out/],
  ])('development indicators with %s say what is taken', async (rest, param, message) => {
    expect(await get(`devbank/series?indicator=NY.GDP.MKTP.CD&${rest}`)).toMatchObject({
      status: 400,
      body: { param, message: expect.stringMatching(message) },
    })
  })

  test('transforms, averages and their refusal', async () => {
    const months = Array.from(
      { length: 26 },
      (_, n) => `${new Date(Date.UTC(2024, n, 1)).toISOString().slice(0, 10)},${100 + n}`,
    )
    await ingestSeriesText(`date,RSAFS\n${months.join('\n')}\n`)
    const series = async (rest: string) => (await get(`usmacro/series?series_id=RSAFS${rest}`)).body
    expect((await series('&transform=yoy&from=2026-01-01')).observations).toMatchObject([
      { date: '2026-01-01', value: 10.7142857143 },
      { date: '2026-02-01', value: 10.6194690265 },
    ])
    const years = await series('&freq=a')
    expect(years).toMatchObject({
      freq: 'a',
      frequency: 'annual',
      notes: ['1 period is averaged from a part of its values.'],
    })
    expect(years.observations).toMatchObject([
      { date: '2024-01-01', value: 105.5, partial: false },
      { date: '2025-01-01', value: 117.5, partial: false },
      { date: '2026-01-01', value: 124.5, partial: true },
    ])
    expect((await series('&freq=a&transform=diff')).observations[1].value).toBe(12)
    expect(await get('usmacro/series?series_id=RSAFS&freq=w')).toMatchObject({
      status: 400,
      body: { error: 'invalid_parameter', param: 'freq', did_you_mean: 'm' },
    })
  })

  test('made-up values are marked, give way to files, and never stand in for an upstream that is down', async () => {
    await ingestSeriesText('date,RSAFS\n2026-01-01,700\n2026-02-01,710\n')
    await reloadDemoMacro(clock, 1)
    const demo = await app.fetch('/v1/ext/usmacro/series?series_id=UNRATE')
    expect([demo.status, demo.headers.get('x-data-set')]).toEqual([200, 'demo'])
    const gdp = await app.fetch('/v1/ext/devbank/series?indicator=NY.GDP.MKTP.CD&country=US&format=csv')
    expect(gdp.headers.get('x-data-set')).toBe('demo')
    expect((await gdp.text()).split('\r\n').slice(0, 2).join()).toMatch(
      /^country,iso3,country_name,aggregate,year,value,US,USA,United States,false,1990,/,
    )
    expect((await app.fetch('/v1/ext/usmacro/series?series_id=RSAFS')).headers.get('x-data-set')).toBeNull()
    await ingestSeriesText('date,UNRATE\n2026-01-01,4\n')
    const own = await app.fetch('/v1/ext/usmacro/series?series_id=UNRATE')
    expect([own.headers.get('x-data-set'), (await own.json()).count]).toEqual([null, 1])
    connect()
    fred.play(hangUp)
    clock.ms += 2 * DAY_MS
    expect((await get('usmacro/series?series_id=PAYEMS')).status).toBe(503)
    expect((await get('usmacro/series?series_id=RSAFS')).body).toMatchObject({ stale: true, count: 2 })
  })

  test('lists of indicators are as long as list-sizes.csv says', async () => {
    await reloadDemoMacro(clock, 1)
    const declared = readListSizes()
    const measured = await recordLists(async () => {
      const { errors } = await app.graphql(`{
        developmentIndicator(indicator: "NY.GDP.MKTP.CD") { items { series { year } } }
        findIndicators(query: "people without work", limit: 50) { items { topics } } }`)
      expect(errors).toBeUndefined()
    })
    expect(measured.get('IndicatorValues.items')?.largest).toBeLessThanOrEqual(
      declared.get('Query.developmentIndicator')?.largest ?? 0,
    )
    for (const field of ['CountryValues.series', 'IndicatorCandidate.topics']) {
      const [found, size] = [measured.get(field), declared.get(field)]
      expect(found?.largest, field).toBeLessThanOrEqual(size?.largest ?? 0)
      expect(found?.median, field).toBeGreaterThanOrEqual((size?.median ?? 0) / 2)
    }
  })

  test('a listed series without values says how to get them', async () => {
    expect(await get('usmacro/series?series_id=TEMPHELPS')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('FRED_API_KEY') },
    })
    expect(await get('devbank/series?indicator=SE.ADT.LITR.ZS')).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('WORLD_BANK_BASE_URL') },
    })
  })
})
