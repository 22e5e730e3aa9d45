import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Notifications } from './notifications.ts'

vi.mock('../log.ts', () => ({ log: { warn() {} } }))

/** A database that hangs up on everybody. */
async function deafServer(): Promise<{ readonly url: string; readonly calls: () => number }> {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `postgres://u:p@127.0.0.1:${port}/d`, calls: () => calls }
}

test('while the database is away it is asked for once a second, however long it takes', async () => {
  const { url, calls } = await deafServer()
  const notifications = new Notifications(url)
  await expect(notifications.open()).rejects.toThrow()
  await vi.waitFor(() => expect(calls()).toBeGreaterThan(3), 60_000)
  const before = calls()
  const begun = performance.now()
  await new Promise((resolve) => setTimeout(resolve, 2_200))
  await notifications.close()
  expect(calls() - before).toBeLessThanOrEqual((performance.now() - begun) / 1_000 + 1)
})
