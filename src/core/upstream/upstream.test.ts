import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { createUpstream } from './upstream.ts'
import { type FailureKind, UpstreamFailure } from './upstream-failure.ts'

const silent = { warn: () => {}, debug: () => {} }
const upstream = (changes: { timeoutMs?: number; attempts?: number; atOnce?: number } = {}) =>
  createUpstream({ name: 'stub', timeoutMs: 5_000, attempts: 1, atOnce: 1, log: silent, ...changes })
const failing =
  (kind: FailureKind, retryAfterMs: number | null = null) =>
  async () => {
    throw new UpstreamFailure(kind, 'no', retryAfterMs)
  }

/** How a call ends: its result, or the kind of its failure. */
const ending = (call: Promise<unknown>) =>
  call.catch((error) => (error instanceof UpstreamFailure ? error.kind : error))

afterEach(() => {
  vi.useRealTimers()
})

/** Lets the breaker's clock stand still until the test moves it. */
function holdDate(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  return (ms) => vi.setSystemTime(Date.now() + ms)
}

test('what may pass is tried again as often as allowed, everything else once', async () => {
  for (const [kind, times] of [
    ['unreachable', 2],
    ['unusable', 1],
    ['refused', 1],
  ] as const) {
    let asked = 0
    const call = upstream({ attempts: 2 }).call(async () => {
      asked++
      throw new UpstreamFailure(kind, 'no')
    })
    expect(await ending(call)).toBe(kind)
    expect(asked).toBe(times)
  }
})

test('an error that is no failure of the upstream is thrown as it is, and leaves the circuit closed', async () => {
  const { call } = upstream()
  for (let i = 0; i < 30; i++) await expect(call(() => Promise.reject(new RangeError('ours')))).rejects.toThrow('ours')
  expect(await call(async () => 'fine')).toBe('fine')
})

test('no more calls are under way than allowed, and the others follow in the order they came', async () => {
  const { call } = upstream({ atOnce: 2 })
  let open = 0
  let most = 0
  const order: number[] = []
  const work = (n: number) => async () => {
    order.push(n)
    most = Math.max(most, ++open)
    await sleep(5)
    open--
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map((n) => call(work(n))))
  expect([most, order]).toEqual([2, [0, 1, 2, 3, 4, 5]])
})

test('a call that takes too long is given up, and so are those that wait behind it', async () => {
  const { call } = upstream({ timeoutMs: 50 })
  const endless = (signal: AbortSignal) =>
    new Promise<never>((_, fail) => {
      signal.addEventListener('abort', () => fail(new UpstreamFailure('unreachable', 'late')))
    })
  expect(await Promise.all([ending(call(endless)), ending(call(endless))])).toEqual(['late', 'late'])
  expect(await call(async () => 'room again')).toBe('room again')
})

test('five unreachable calls open the circuit, twenty unusable answers, one refusal; after 30 s one call is tried', async () => {
  const pass = holdDate()
  for (const [kind, count] of [
    ['unreachable', 5],
    ['unusable', 20],
    ['refused', 1],
  ] as const) {
    const { call } = upstream()
    for (let i = 0; i < count; i++) expect(await ending(call(failing(kind)))).toBe(kind)
    pass(29_999)
    expect(await ending(call(async () => 'asked'))).toBe('paused')
    pass(1)
    expect(await ending(call(async () => 'asked'))).toBe('asked')
    expect(await ending(call(failing('unreachable')))).toBe('unreachable')
  }
})

test('each failed trial makes the next pause twice as long, up to ten minutes', async () => {
  const pass = holdDate()
  const { call } = upstream()
  for (const seconds of [30, 60, 120, 240, 480, 600, 600]) {
    expect(await ending(call(failing('refused')))).toBe('refused')
    pass(seconds * 1_000 - 1)
    expect(await ending(call(failing('refused')))).toBe('paused')
    pass(1)
  }
})

test('a success forgives the failures before it', async () => {
  const { call } = upstream()
  for (let i = 0; i < 20; i++) {
    expect(await ending(call(failing('unreachable')))).toBe('unreachable')
    expect(await ending(call(async () => 'fine'))).toBe('fine')
  }
})

test('a wait the upstream asks for is kept by all calls, but for ten minutes at most', async () => {
  const pass = holdDate()
  for (const [asked, kept] of [
    [5_000, 5_000],
    [3_600_000, 600_000],
  ] as const) {
    const { call } = upstream()
    expect(await ending(call(failing('unreachable', asked)))).toBe('unreachable')
    pass(kept - 1)
    expect(await ending(call(async () => 'asked'))).toBe('paused')
    pass(1)
    expect(await ending(call(async () => 'asked'))).toBe('asked')
  }
})
