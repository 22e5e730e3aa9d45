import { expect, test } from 'vitest'
import type { Caller } from '../../core/graphql/caller.pure.ts'
import { RecentCallers } from './recent-caller.ts'

const digest = Buffer.alloc(32, 7)
const caller = (changed: Partial<Caller> = {}): Caller => ({
  accountId: 1,
  accountName: 'alice',
  keyPrefix: 'mi_live_12345678',
  plan: 'free',
  creditLimit: 100,
  period: { name: 'day', startMs: 0, endMs: 86_400_000, days: 1 },
  used: 0,
  runningCalls: 64,
  requestsPerMinute: 60,
  requests: 1,
  windowStartMs: 0,
  ...changed,
})

test('a key that was never admitted is not deferred', () => {
  expect(new RecentCallers().take(digest)).toBeNull()
})

test('as many calls are deferred at once as the minute and the credits have room for', () => {
  for (const [standing, room] of [
    [caller({ requests: 57 }), 3],
    [caller({ used: 98 }), 2],
    [caller({ requests: 60 }), 0],
    [caller({ requests: 90, used: 200 }), 0],
  ] as const) {
    const recent = new RecentCallers()
    recent.note(digest, standing, false)
    const taken = Array.from({ length: 10 }, () => recent.take(digest)).filter(Boolean)
    expect(taken).toHaveLength(room)
  }
})

test('an unlimited account is held by its minute alone', () => {
  const recent = new RecentCallers()
  recent.note(digest, caller({ creditLimit: null, used: 10_000 }), false)
  expect(recent.take(digest)).not.toBeNull()
})

test('a call that was admitted makes room for the next one', () => {
  const recent = new RecentCallers()
  recent.note(digest, caller({ requests: 59 }), false)
  expect(recent.take(digest)).not.toBeNull()
  expect(recent.take(digest)).toBeNull()
  recent.note(digest, caller({ requests: 59 }), true)
  expect(recent.take(digest)).not.toBeNull()
})

test('a refused key is admitted first from then on', () => {
  const recent = new RecentCallers()
  recent.note(digest, caller(), false)
  expect(recent.take(digest)).not.toBeNull()
  recent.note(digest, null, true)
  expect(recent.take(digest)).toBeNull()
})
