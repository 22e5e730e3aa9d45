import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { catalog } from '../../src/catalog/catalog.ts'
import { pool } from '../../src/core/database/db.ts'
import { Notifications } from '../../src/core/database/notifications.ts'
import { readListSizes } from '../../src/core/graphql/limit/list-size.source.ts'
import { dayOfIso, isoOfDay } from '../../src/core/time/day.pure.ts'
import { storeBars } from '../../src/market/bars/bar.store.ts'
import { BarBatch } from '../../src/market/bars/bar-batch.ts'
import { market } from '../../src/market/market.ts'
import { type ChainQuestion, Frame } from '../../src/screen/frame/frame.ts'
import type { FrameSignal } from '../../src/screen/frame/screen-task.pure.ts'
import { closedBars } from '../../src/screen/frame/slot-series.pure.ts'
import { WorkerPool } from '../../src/screen/frame/worker-pool.ts'
import { detect } from '../../src/screen/technical/detection/detect.pure.ts'
import { readLines } from '../../src/screen/technical/line/lines.pure.ts'
import { PATTERN_KEYS, type PatternArguments, type PatternKey } from '../../src/screen/technical/pattern-key.pure.ts'
import { useApp } from '../setup/app.ts'
import { recordLists } from '../setup/list-crawl.ts'
import { storeListingActions } from '../setup/market.ts'
import { SOON } from '../setup/soon.ts'

const app = useApp()

const TODAY = dayOfIso('2026-11-20') ?? 0
const TICKERS = [
  'AAPL.US',
  'MSFT.US',
  'SAP.XETRA',
  '7203.JP',
  'SHEL.LSE',
  'KO.US',
  'NVDA.US',
  'JPM.US',
  'V.US',
  'XOM.US',
]
const LENGTHS = [1, 10, 90, 300, 700, 1_400, 2_600, 820, 500, 1_000]

let frame: Frame

beforeAll(async () => {
  for (const [index, ticker] of TICKERS.entries()) await storeWalk(ticker, LENGTHS[index] ?? 1, index + 1)
  await storeListingActions('NVDA.US', [
    ['2024-06-10', 'split', 10],
    ['2021-07-20', 'split', 4],
  ])
  await storeListingActions('V.US', [['2026-11-10', 'split', 3]])
  frame = new Frame({ connectionString: connectionString(), folder: null, workers: 2 })
  await frame.open(null)
})

afterAll(() => frame.close())

test.each(PATTERN_KEYS)(
  '%s fires in the frame where it fires on the whole series, in every timeframe',
  async (pattern) => {
    for (const timeframe of [1, 2, 3] as const) {
      for (const windowBars of [0, 20, 255]) {
        const signal: FrameSignal = { pattern, ...ARGUMENTS[pattern], timeframe }
        const found = await chainOn(frame, {
          timeframe,
          signals: [signal],
          steps: [{ anchors: [{ signal: 0, windowBars }], quals: [] }],
          candidates: everyListing(),
          today: TODAY,
          asOf: null,
        })
        const byListing = new Map(found.map(({ listingId, steps }) => [listingId, steps[0]?.barsAgo ?? null]))
        for (const ticker of TICKERS) {
          const { id } = catalog().require(ticker)
          expect([ticker, timeframe, byListing.get(id) ?? null]).toEqual([
            ticker,
            timeframe,
            await lastFired(id, signal, windowBars),
          ])
        }
      }
    }
  },
)

test('a chain fires as its definition says: steps in order, each within its window, quals around their anchors', async () => {
  const signals: FrameSignal[] = [
    { pattern: 'oversold', ...lines('rsi14', 45), timeframe: 1 },
    { pattern: 'crossover_up', ...lines('close', 'ema10'), timeframe: 1 },
    { pattern: 'crossover_dn', ...lines('close', 'sma10'), timeframe: 1 },
    { pattern: 'above', ...lines('close', 'sma20'), timeframe: 2 },
    { pattern: 'rising_volume', ...lines(null), forBars: 2, timeframe: 1 },
  ]
  const steps = [
    { anchors: [{ signal: 0, windowBars: 20 }], quals: [] },
    {
      anchors: [
        { signal: 1, windowBars: 30 },
        { signal: 2, windowBars: 4 },
      ],
      quals: [{ any: [3], within: 5 }],
    },
    {
      anchors: [{ signal: 2, windowBars: 25 }],
      quals: [
        { any: [4], within: 4 },
        { any: [0, 3], within: 10 },
      ],
    },
  ]
  const found = await chainOn(frame, {
    timeframe: 1,
    signals,
    steps,
    candidates: everyListing(),
    today: TODAY,
    asOf: null,
  })
  const expected = []
  for (const ticker of TICKERS) {
    const steps = await plainChain(catalog().require(ticker).id, signals)
    if (steps) expected.push({ ticker, steps })
  }
  const shown = found.map(({ listingId, steps }) => ({
    ticker: catalog().listing(listingId)?.ticker,
    steps: steps.map(({ anchor, barsAgo }) => [anchor, barsAgo]),
  }))
  expect(expected.length).toBeGreaterThan(1)
  expect(shown.sort(byTicker)).toEqual(expected.sort(byTicker))

  /** The same chain by plain search over all bars. */
  async function plainChain(id: number, all: readonly FrameSignal[]): Promise<number[][] | null> {
    const [days] = await market().series([id], 'day', 'split')
    if (!days) return null
    const weeks = closedBars(days, 2, TODAY, false)
    const fired = all.map((signal) => {
      const bars = signal.timeframe === 2 ? weeks : days
      return detect(signal.pattern, signal, readLines(bars, signal.timeframe), bars)
    })
    const n = days.length
    const holdsDaily = (signal: number, at: number, within: number) =>
      days.day.some((_, index) => Math.abs(index - at) <= within && fired[signal]?.[index] === 1)
    const holdsWeekly = (signal: number, at: number, within: number) => {
      const oldest = days.day[Math.max(0, at - within)] ?? 0
      const newest = days.day[Math.min(n - 1, at + within)] ?? 0
      return weeks.day.some(
        (day, index) =>
          fired[signal]?.[index] === 1 && day <= newest && (weeks.day[index + 1] ?? Number.POSITIVE_INFINITY) > oldest,
      )
    }
    for (let third = n - 1; third >= n - 1 - 25; third--) {
      if (fired[2]?.[third] !== 1 || !holdsDaily(4, third, 4)) continue
      if (!holdsDaily(0, third, 10) && !holdsWeekly(3, third, 10)) continue
      for (let second = third - 1; second >= third - 25; second--) {
        if (!holdsWeekly(3, second, 5)) continue
        for (const [anchor, signal, window] of [
          [0, 1, 30],
          [1, 2, 4],
        ] as const) {
          if (fired[signal]?.[second] !== 1) continue
          for (let first = second - 1; first >= second - window; first--)
            if (fired[0]?.[first] === 1)
              return [
                [0, n - 1 - first],
                [anchor, n - 1 - second],
                [0, n - 1 - third],
              ]
        }
      }
    }
    return null
  }
})

test('as of a day nothing later is seen: neither bars nor splits, nor a week that was not over', async () => {
  const asOf = dayOfIso('2026-11-04') ?? 0
  for (const timeframe of [1, 2] as const) {
    // The split of V on 10 November divides its prices by three: on 4 November nobody knew.
    const level: FrameSignal = { pattern: 'above', ...lines('close', 0), timeframe }
    const rising: FrameSignal = { pattern: 'rising', ...lines('close'), forBars: 1, timeframe }
    for (const signal of [level, rising]) {
      const found = await chainOn(frame, {
        timeframe,
        signals: [signal],
        steps: [{ anchors: [{ signal: 0, windowBars: 5 }], quals: [] }],
        candidates: everyListing(),
        today: TODAY,
        asOf,
      })
      const latest = Math.max(...found.flatMap(({ steps }) => steps.map(({ day }) => day)))
      expect(latest).toBeLessThanOrEqual(timeframe === 1 ? asOf : (dayOfIso('2026-10-30') ?? 0))
    }
  }
  const { id } = catalog().require('V.US')
  const [days] = await market().series([id], 'day', 'raw')
  const close = days?.close[days.day.findLastIndex((day) => day <= asOf)] ?? Number.NaN
  const above = (level: number, seenFrom: number | null) =>
    chainOn(frame, {
      timeframe: 1,
      signals: [{ pattern: 'above', ...lines('close', level), timeframe: 1 }],
      steps: [{ anchors: [{ signal: 0, windowBars: 0 }], quals: [] }],
      candidates: frame.setOf([{ id }]),
      today: TODAY,
      asOf: seenFrom,
    })
  expect(await above(close * 0.999, asOf)).toHaveLength(1)
  expect(await above(close * 1.001, asOf)).toHaveLength(0)
})

test('new bars, corrected ones and splits are seen soon after they are stored, by notification', async () => {
  const notifications = new Notifications(connectionString())
  await notifications.open()
  const own = new Frame({ connectionString: connectionString(), folder: null, workers: 2 })
  try {
    await own.open(notifications)
    const { id } = catalog().require('PEP.US')
    const above = async (level: number) => {
      const found = await chainOn(own, {
        timeframe: 1,
        signals: [{ pattern: 'above', ...lines('close', level), timeframe: 1 }],
        steps: [{ anchors: [{ signal: 0, windowBars: 0 }], quals: [] }],
        candidates: own.setOf([{ id }]),
        today: TODAY,
        asOf: null,
      })
      return found.map(({ steps }) => steps[0]?.day)
    }
    const day = dayOfIso('2026-11-16') ?? 0
    const store = (at: number, close: number) => {
      const batch = new BarBatch(1)
      batch.add({ listingId: id, day: at, open: close, high: close, low: close, close, volume: 5 }, 0)
      return storeBars(batch, 'own', null)
    }
    await store(day, 100)
    await vi.waitFor(async () => expect(await above(99)).toEqual([day]), SOON)
    const bytes = own.bytes
    await store(day + 1, 120)
    await vi.waitFor(async () => expect(await above(119)).toEqual([day + 1]), SOON)
    // What is only added goes behind the known bars.
    expect(own.bytes).toBe(bytes)
    await store(day + 1, 80)
    await vi.waitFor(async () => expect(await above(81)).toEqual([]), SOON)
    expect(await above(79)).toEqual([day + 1])
    await storeListingActions('PEP.US', [['2026-11-18', 'split', 2]])
    await vi.waitFor(async () => expect(await above(41)).toEqual([]), SOON)
    expect(await above(39)).toEqual([day + 1])
  } finally {
    await own.close()
    await notifications.close()
  }
})

test('a restart begins from the file, reads what changed since, and builds anew when the file is damaged', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'market-impact-frame-'))
  const path = join(folder, 'screen-frame')
  const options = { connectionString: connectionString(), folder, workers: 2 }
  const { id } = catalog().require('CVX.US')
  const answerOf = async (opened: Frame) => {
    const question = {
      timeframe: 1,
      today: TODAY,
      asOf: null,
      candidates: opened.setOf([...listings(), { id }]),
    } as const
    const signals: FrameSignal[] = [{ pattern: 'rising', ...lines('close'), forBars: 2, timeframe: 1 }]
    const steps = [{ anchors: [{ signal: 0, windowBars: 50 }], quals: [] }]
    const found = await chainOn(opened, { ...question, signals, steps })
    return found.toSorted((a, b) => a.listingId - b.listingId)
  }
  const opened = async () => {
    const fresh = new Frame(options)
    await fresh.open(null)
    return fresh
  }
  try {
    const first = await opened()
    await vi.waitFor(async () => expect((await stat(path)).size).toBeGreaterThan(1_000), SOON)
    await first.close()
    await storeWalk('CVX.US', 60, 99)
    const second = await opened()
    const answer = await answerOf(second)
    expect(answer.some(({ listingId }) => listingId === id)).toBe(true)
    await second.close()
    for (const position of [10, 200, (await stat(path)).size - 30]) {
      const whole = await readFile(path)
      const damaged = Buffer.from(whole)
      damaged[position] = (damaged[position] ?? 0) ^ 0x55
      await writeFile(path, damaged)
      const third = await opened()
      expect(await answerOf(third)).toEqual(answer)
      await third.close()
      await writeFile(path, whole)
    }
    await writeFile(path, (await readFile(path)).subarray(0, 5_000))
    const fourth = await opened()
    expect(await answerOf(fourth)).toEqual(answer)
    await fourth.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('while the frame is built, screens are answered 503 with when to come again', async () => {
  const building = new Frame({ connectionString: connectionString(), folder: null, workers: 1 })
  expect(building.ready).toBe(false)
  expect(() => building.setOf([])).toThrow(
    expect.objectContaining({ code: 'unavailable', facts: { retry_after_seconds: 5 } }),
  )
  await building.close()
})

test('a worker that dies breaks off what it was asked and is replaced', async () => {
  const workers = new WorkerPool(1, { connectionString: connectionString(), cacheBytesMax: 1_000_000 })
  try {
    expect((await workers.ask(0, 'survey', null)).listingIds.length).toBeGreaterThanOrEqual(TICKERS.length)
    const broken = workers.ask(0, 'survey', null)
    await workers.endWorker(0)
    await expect(broken).rejects.toMatchObject({ code: 'unavailable' })
    await vi.waitFor(
      async () => expect((await workers.ask(0, 'survey', null)).listingIds.length).toBeGreaterThan(0),
      SOON,
    )
  } finally {
    await workers.close()
  }
})

test('what a line says and which events are recent can be read of any listing', async () => {
  const query = `query ($timeframe: Int!) { stock(id: "NVDA.US") {
    indicator(operand: "RSI", timeframe: $timeframe, limit: 3) { date value }
    signals(timeframe: $timeframe) { pattern label a b date barsAgo } } }`
  const { data, errors } = await app.graphql(query, { timeframe: 2 })
  expect(errors).toBeUndefined()
  const [days] = await market().series([catalog().require('NVDA.US').id], 'day', 'split')
  const weeks = days && closedBars(days, 2, TODAY, false)
  const rsi = weeks && readLines(weeks, 2)('rsi14')
  expect(data.stock.indicator).toEqual(
    [3, 2, 1].map((back) => ({
      date: isoOfDay(weeks?.day.at(-back) ?? 0),
      value: rsi?.at(-back),
    })),
  )
  expect(data.stock.signals.length).toBeGreaterThan(0)
  for (const { pattern, a, b, barsAgo, date } of data.stock.signals) {
    const operand = (text: string | null) => (text !== null && Number.isFinite(Number(text)) ? Number(text) : text)
    const signal = { pattern, ...lines(operand(a) as PatternArguments['a'], operand(b) as PatternArguments['b']) }
    const fired = weeks && detect(pattern, signal, readLines(weeks, 2), weeks)
    expect([pattern, fired?.at(-1 - barsAgo), date]).toEqual([pattern, 1, isoOfDay(weeks?.day.at(-1 - barsAgo) ?? 0)])
  }
  const wrong = await app.graphql('{ stock(id: "NVDA.US") { indicator(operand: "sma51") { value } } }')
  expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'UNKNOWN_OPERAND', did_you_mean: 'sma50' })
})

test('recent signals are as many as list-sizes.csv says, and a line is as long as was asked for', async () => {
  const { signals, indicator } = { signals: 'Stock.signals', indicator: 'Stock.indicator' }
  const declared = readListSizes()
  const bars = declared.get(indicator)?.largest ?? 0
  const measured = await recordLists(async () => {
    for (const ticker of TICKERS) {
      const { errors } = await app.graphql(
        `query ($ticker: ID!) { stock(id: $ticker) { indicator(operand: "close", limit: ${bars}) { date }
          signals { date } weekly: signals(timeframe: 2) { date } } }`,
        { ticker },
      )
      expect(errors).toBeUndefined()
    }
  })
  expect(measured.get(indicator)?.largest).toBe(Math.max(...LENGTHS))
  const [size, found] = [declared.get(signals), measured.get(signals)]
  expect(found?.largest).toBeLessThanOrEqual(size?.largest ?? 0)
  expect(Math.abs((found?.median ?? 0) - (size?.median ?? 0))).toBeLessThanOrEqual(size?.median ?? 0)
  const { errors } = await app.graphql(
    `{ stock(id: "AAPL.US") { indicator(operand: "close", limit: ${bars + 1}) { date } } }`,
  )
  expect(errors?.[0]?.extensions).toMatchObject({ param: 'limit' })
})

const chainOn = async (searched: Frame, question: ChainQuestion) => [...(await searched.evaluateChain(question))]
const listings = () => TICKERS.map((ticker) => catalog().require(ticker))
const everyListing = () => frame.setOf(listings())
const byTicker = (a: { ticker?: string | undefined }, b: { ticker?: string | undefined }) =>
  (a.ticker ?? '').localeCompare(b.ticker ?? '')

/** Bars since the pattern last fired, by the plain detection on the whole series. */
async function lastFired(listingId: number, signal: FrameSignal, windowBars: number): Promise<number | null> {
  const [days] = await market().series([listingId], 'day', 'split')
  if (!days) return null
  const bars = closedBars(days, signal.timeframe, TODAY, false)
  const fired = detect(signal.pattern, signal, readLines(bars, signal.timeframe), bars)
  const at = fired.lastIndexOf(1)
  return at >= 0 && fired.length - 1 - at <= windowBars ? fired.length - 1 - at : null
}

const lines = (a: PatternArguments['a'], b: PatternArguments['b'] = null): PatternArguments => ({
  a,
  b,
  forBars: null,
  windowBars: null,
})
const AVERAGES = lines('ema10', 'sma20')
const NOTHING = lines(null)
const ARGUMENTS: Readonly<Record<PatternKey, PatternArguments>> = {
  crossover_up: AVERAGES,
  crossover_dn: lines('close', 'sma50'),
  above: lines('close', 'bb_upper'),
  below: lines('close', 'ichi_senkou_a'),
  held_above: { ...lines('close', 'sma100'), forBars: 40 },
  held_below: AVERAGES,
  overbought: lines('rsi14'),
  oversold: lines('stoch_k', 12.5),
  in_range: lines('adx', { low: 20, high: 30 }),
  rising: lines('sma200'),
  falling: { ...lines('close'), forBars: 5 },
  converge: lines('macd', 'macd_signal'),
  squeeze: lines('ema50', 'ema200'),
  expand_up: lines('plus_di', 'minus_di'),
  expand_dn: AVERAGES,
  near_ma: lines('close', 'ema50'),
  divergence_bull: lines('rsi14'),
  divergence_bear: lines('stoch_d'),
  hidden_divergence_bull: lines('rsi14'),
  hidden_divergence_bear: lines('rsi14'),
  ttm_squeeze: NOTHING,
  bb_squeeze: NOTHING,
  squeeze_started: NOTHING,
  squeeze_fired: NOTHING,
  squeeze_fired_up: NOTHING,
  squeeze_fired_dn: NOTHING,
  vol_spike: NOTHING,
  vol_dryup: NOTHING,
  rising_volume: NOTHING,
  net_change_up: { ...lines(null, 0.3), windowBars: 200 },
  net_change_dn: { ...lines(null, 0.1), windowBars: 30 },
  at_52w_high: NOTHING,
  at_52w_low: NOTHING,
  near_52w_high: NOTHING,
  near_52w_low: NOTHING,
  off_high: NOTHING,
  kumo_squeeze: NOTHING,
  kumo_expand: NOTHING,
}

function connectionString(): string {
  return pool.options.connectionString ?? ''
}

/** Stores a random walk that ends on the test's day. */
async function storeWalk(ticker: string, length: number, seed: number, last = TODAY): Promise<void> {
  const listingId = catalog().require(ticker).id
  const batch = new BarBatch(length)
  const random = generator(seed)
  let close = 100
  let day = last - Math.ceil((length * 7) / 5) - 2
  for (let index = 0; index < length; index++) {
    do day++
    while ([0, 6].includes(new Date(day * 86_400_000).getUTCDay()))
    close *= 1 + (random() - 0.495) * 0.06
    const [high, low] = [close * (1 + random() * 0.02), close * (1 - random() * 0.02)]
    const volume = random() < 0.05 ? null : Math.round(random() ** 3 * 1e7)
    batch.add({ listingId, day, open: close, high, low, close, volume }, 0)
  }
  await storeBars(batch, 'own', null)
  await market().refresh([listingId])
}

function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
