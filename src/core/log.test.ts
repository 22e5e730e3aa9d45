import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** What a log writes, as the objects its lines are. */
function logged(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = []
  write(createLog('trace', { write: (line) => void lines.push(JSON.parse(line)) }))
  return lines
}

test('an error is logged with what says why, and without the connection the driver hangs on it', () => {
  const client = { connectionParameters: { password: 'hush' }, connection: { stream: { readable: true } } }
  const error = Object.assign(new Error('Connection terminated unexpectedly'), {
    client,
    code: '57P01',
    severity: 'FATAL',
  })
  const [line] = logged((log) => log.error({ err: error, request_id: 'r1' }, 'a charge could not be settled'))
  expect(line).toMatchObject({
    msg: 'a charge could not be settled',
    request_id: 'r1',
    err: {
      type: 'Error',
      message: 'Connection terminated unexpectedly',
      stack: expect.stringContaining('log.test.ts'),
      code: '57P01',
      severity: 'FATAL',
    },
  })
  expect(line?.['err']).not.toHaveProperty('client')
  expect(JSON.stringify(line)).not.toContain('hush')
  // The error itself is whole: whoever handles it may need its connection.
  expect(error.client).toBe(client)
})

test('a key in the facts of a line is not logged', () => {
  const authorization = 'Bearer mi_live_secret'
  const lines = logged((log) => {
    log.info({ authorization }, 'one')
    log.info({ request: { authorization } }, 'two')
    log.info({ headers: { authorization } }, 'three')
  })
  expect(lines).toHaveLength(3)
  expect(JSON.stringify(lines)).not.toContain('mi_live_secret')
})
