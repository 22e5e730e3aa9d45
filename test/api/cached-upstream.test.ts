import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { pool } from '../../src/core/database/db.ts'
import { asApiError } from '../../src/core/errors.ts'
import { readBody } from '../../src/core/upstream/ask-json.source.ts'
import { type Answer, type CachedRequest, openCachedUpstream } from '../../src/core/upstream/cached-upstream.ts'
import { dropRemembered } from '../../src/core/upstream/remembered-answer.ts'
import { forgetAnswers, forgetOldest } from '../../src/core/upstream/upstream-answer.store.ts'
import { upstreamError } from '../../src/core/upstream/upstream-error.ts'
import { useApp } from '../setup/app.ts'
import {
  answer,
  answerText,
  cutOff,
  hangUp,
  type Play,
  type PlayingUpstream,
  startPlayingUpstream,
  stayQuiet,
} from '../setup/playing-upstream.ts'
import { SOON } from '../setup/soon.ts'
import { statementsOf } from '../setup/statements.ts'

useApp()

const KEY = 'k3y-that-nobody-may-read'
const HOUR_MS = 3_600_000
const PAUSE_MS = 30_000
const shape = z.object({ n: z.number() })
let upstream: PlayingUpstream
let nowMs: number
let lines: string[]
let names = 0

beforeAll(async () => {
  upstream = await startPlayingUpstream()
})
afterAll(() => upstream.close())
beforeEach(() => {
  nowMs = Date.UTC(2026, 10, 20, 12)
  lines = []
})
afterEach(() => void vi.useRealTimers())

/** An upstream of its own, whose answers are fresh for an hour. */
function open(
  changes: { timeoutMs?: number; attempts?: number; atOnce?: number; gapMs?: number; patienceMs?: number } = {},
) {
  const name = `Stub ${++names}`
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const cached = openCachedUpstream({
    name,
    timeoutMs: 60_000,
    attempts: 1,
    atOnce: 4,
    bytesMax: 10_000,
    patienceMs: 60_000,
    clock: { now: () => nowMs },
    log,
    circuit: { pauseMs: PAUSE_MS, pauseMsMax: PAUSE_MS },
    ...changes,
  })
  return {
    name,
    get: (request = 'one', scope = 'shared'): Promise<Answer<z.output<typeof shape>>> => {
      const asked: CachedRequest<z.output<typeof shape>> = {
        request,
        scope,
        freshMs: HOUR_MS,
        read: async (ask) => {
          const { body } = await ask(new URL(`${upstream.baseUrl}/${request}?key=${KEY}`), { 'x-key': KEY })
          return readBody(name, shape, body)
        },
      }
      return cached.answer(asked)
    },
  }
}

/** Status and code of what a caller would be told. */
async function told(call: Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await call)
  } catch (error) {
    const api = asApiError(upstreamError(error, 'The stub'))
    if (!api) throw error
    expect(api.message + lines.join()).not.toContain(KEY)
    return `${api.extensions['status']} ${api.code}`
  }
}

test('a thousand equal requests at once ask once; a fresh answer asks no more, an old one asks again', async () => {
  const { get } = open()
  upstream.play(
    async (...args) => {
      await sleep(50)
      await answer({ n: 1 })(...args)
    },
    answer({ n: 2 }),
  )
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => get()))
  expect(new Set(answers.map(({ value, stale }) => `${value.n} ${stale}`))).toEqual(new Set(['1 false']))
  expect((await get()).value).toEqual({ n: 1 })
  expect(upstream.asked).toHaveLength(1)
  nowMs += HOUR_MS
  expect(await get()).toEqual({ value: { n: 2 }, fetchedAt: new Date(nowMs), stale: false })
  expect(upstream.asked).toHaveLength(2)
})

test('an upstream that dies leaves what is kept, as stale; it is asked again once it may have recovered', async () => {
  // The pause of the circuit passes when the test says so.
  vi.useFakeTimers({ toFake: ['Date'] })
  const { get } = open()
  upstream.play(answer({ n: 1 }), hangUp)
  const { fetchedAt } = await get()
  nowMs += HOUR_MS
  for (let i = 0; i < 8; i++) expect(await get()).toEqual({ value: { n: 1 }, fetchedAt, stale: true })
  // Five calls without an answer opened the circuit.
  expect(upstream.asked).toHaveLength(6)
  expect(await told(get('never asked before'))).toBe('503 unavailable')
  upstream.play(answer({ n: 2 }))
  vi.setSystemTime(Date.now() + PAUSE_MS)
  expect(await get()).toMatchObject({ value: { n: 2 }, stale: false })
})

test('a slow upstream is not waited for when something is kept; its answer counts once it is there', async () => {
  const { get } = open({ patienceMs: 100 })
  const { promise: asked, resolve: goOn } = Promise.withResolvers<void>()
  upstream.play(answer({ n: 1 }), async (...args) => {
    await asked
    await answer({ n: 2 })(...args)
  })
  await get()
  nowMs += HOUR_MS
  expect(await Promise.all([get(), get()])).toMatchObject([{ stale: true }, { stale: true }])
  expect(await get()).toMatchObject({ value: { n: 1 }, stale: true })
  goOn()
  await vi.waitFor(async () => expect(await get()).toMatchObject({ value: { n: 2 }, stale: false }), SOON)
  expect(upstream.asked).toHaveLength(2)
})

test.each<[string, string, Play]>([
  ['a broken connection', '503 unavailable', hangUp],
  ['a body cut off', '503 unavailable', cutOff],
  ['a server fault', '503 unavailable', answer({}, 500)],
  ['too many requests', '503 unavailable', answer({}, 429, { 'retry-after': '7' })],
  ['no answer', '504 timeout', stayQuiet],
  ['another shape', '502 upstream_error', answer({ n: 'one' })],
  ['no JSON', '502 upstream_error', answerText('<html>')],
  ['too much', '502 upstream_error', answerText(' '.repeat(20_000))],
  ['a redirect', '502 upstream_error', answer({}, 302, { location: 'http://127.0.0.1:1/' })],
])('%s without anything kept is told as %s, without the key', async (_, expected, play) => {
  upstream.play(play)
  expect(await told(open(play === stayQuiet ? { timeoutMs: 150 } : {}).get())).toBe(expected)
})

test('what may pass is tried again, and a wait the upstream asks for is kept and passed on', async () => {
  upstream.play(hangUp, answer({ n: 3 }))
  expect(await open({ attempts: 2 }).get()).toMatchObject({ value: { n: 3 } })
  upstream.play(answer({}, 429, { 'retry-after': '7' }))
  const refusal = await open({ attempts: 3, timeoutMs: 2_000 })
    .get()
    .catch((error) => asApiError(upstreamError(error, 'The stub')))
  expect(refusal).toMatchObject({ facts: { retry_after_seconds: 7 } })
  expect(upstream.asked).toHaveLength(1)
})

test('no more requests are open than allowed, and they keep their distance', async () => {
  const { get } = open({ atOnce: 2, gapMs: 20 })
  upstream.play(async (...args) => {
    await sleep(30)
    await answer({ n: 1 })(...args)
  })
  const begun = performance.now()
  await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((request) => get(request)))
  expect(performance.now() - begun).toBeGreaterThan(5 * 20 - 5)
  expect(upstream.openMost).toBeLessThanOrEqual(2)
})

test('a fresh answer is held: it takes no statement until it is old, and one when it is held no longer', async () => {
  const { get } = open()
  upstream.play(answer({ n: 1 }), answer({ n: 2 }))
  await get()
  const held = async () => (await statementsOf(async () => expect((await get()).value.n).toBe(1))).length
  expect(await held()).toBe(0)
  dropRemembered()
  expect(await held()).toBe(1)
  expect(await held()).toBe(0)
  expect(upstream.asked).toHaveLength(1)
  nowMs += HOUR_MS
  expect(await get()).toMatchObject({ value: { n: 2 }, stale: false })
  expect((await get()).value.n).toBe(2)
  expect(upstream.asked).toHaveLength(2)
})

test('an answer belongs to its scope, and goes with it; of too many the oldest go first', async () => {
  const { get, name } = open()
  upstream.play(answer({ n: 1 }), answer({ n: 2 }), answer({ n: 3 }), answer({ n: 4 }))
  expect((await get('one', 'account:1')).value.n).toBe(1)
  expect((await get('one', 'account:2')).value.n).toBe(2)
  await forgetAnswers(name, 'account:1')
  expect((await get('one', 'account:1')).value.n).toBe(3)
  expect((await get('one', 'account:2')).value.n).toBe(2)
  await pool.query(`DELETE FROM upstream_answer WHERE upstream <> $1`, [name])
  nowMs += 1
  await get('two')
  await forgetOldest(1)
  const { rows } = await pool.query('SELECT request, answer FROM upstream_answer')
  expect(rows).toEqual([{ request: 'two', answer: '{"n":4}' }])
})
