import { afterEach, expect, test, vi } from 'vitest'
import { pool } from '../../src/core/database/db.ts'
import { log } from '../../src/core/log.ts'
import { useApp } from '../setup/app.ts'

const app = useApp()

afterEach(() => vi.restoreAllMocks())

/** What was logged as a failure while `call` ran. */
async function failuresOf(call: () => Promise<Response>) {
  const lines = vi.spyOn(log, 'error').mockImplementation(() => {})
  const answer = await call()
  return { answer, lines: lines.mock.calls.map(([facts, message]) => ({ facts, message })) }
}

test('a call that fails in many fields is one line of the log, with its request id; the next call reads anew', async () => {
  await pool.query('ALTER TABLE article_trend RENAME TO article_trend_away')
  try {
    const { answer, lines } = await failuresOf(() => app.fetch('/v1/megatrends?all=true'))
    expect(answer.status).toBe(500)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      message: 'request failed',
      facts: { request_id: answer.headers.get('x-request-id'), err: { code: '42P01' } },
    })
  } finally {
    await pool.query('ALTER TABLE article_trend_away RENAME TO article_trend')
  }
  expect((await app.fetch('/v1/megatrends?all=true')).status).toBe(200)
})

test('a call by GraphQL that fails for two reasons names the second in the same line', async () => {
  await pool.query('ALTER TABLE article_trend RENAME TO article_trend_away')
  await pool.query('ALTER TABLE impact RENAME COLUMN rationale TO rationale_away')
  try {
    const body = JSON.stringify({
      query: '{ megatrendSummary(id: "10000000") { pulse { storyCount } } news { items { title } } }',
    })
    const headers = { 'content-type': 'application/json' }
    const { lines } = await failuresOf(() => app.fetch('/graphql', { method: 'POST', headers, body }))
    expect(lines).toHaveLength(1)
    expect(lines[0]?.facts).toMatchObject({ messages: [expect.stringContaining('does not exist')] })
  } finally {
    await pool.query('ALTER TABLE impact RENAME COLUMN rationale_away TO rationale')
    await pool.query('ALTER TABLE article_trend_away RENAME TO article_trend')
  }
})
