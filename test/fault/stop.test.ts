import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import {
  plainEnvironment,
  postgresLeft,
  postgresOf,
  preparedFolder,
  type Service,
  startProcess,
  startService,
  temporaryFolder,
} from '../setup/service.ts'
import { SOON } from '../setup/soon.ts'

/** What the service says of a head it has read when it is asked to. */
const GO_ON = 'HTTP/1.1 100 Continue\r\n\r\n'

/** A request whose body is still on its way. */
interface Unfinished {
  finish(): void
  /** Everything the service sent until it closed the connection. */
  readonly answer: Promise<string>
}

/** Sends a head and half a body, and waits until the service has read the head. */
async function beginRequest({ url, key }: Service): Promise<Unfinished> {
  const socket = open(url)
  const head = [
    'PUT /v1/me/prefs HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Content-Length: 8',
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  let text = ''
  const answer = new Promise<string>((settle) => {
    socket.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    socket.on('close', () => settle(text))
  })
  await vi.waitFor(() => expect(text).toBe(GO_ON), SOON)
  text = ''
  socket.write('{"a"')
  return { finish: () => void socket.write(':12}'), answer }
}

function open(url: string): Socket {
  return connect({ host: '127.0.0.1', port: Number(new URL(url).port) }).on('error', () => {})
}

/** Not `rejects`: tests that run together share where its promise is remembered, and a try that fails would be another's failure. */
function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

describe.concurrent('stopping', () => {
  test('SIGTERM to the npm that started it stops the service too, database and all', async () => {
    const dataDir = await preparedFolder()
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...plainEnvironment(), PORT: '0', DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'warn' },
    })
    const url = await new Promise<string>((settle) => {
      npm.stdout.on('data', (chunk) => {
        const address = /ready on (\S+)/.exec(String(chunk))?.[1]
        if (address) settle(address)
      })
    })
    const pid = (await postgresOf(dataDir)).at(0)
    expect(pid).toBeDefined()
    npm.kill('SIGTERM')
    await vi.waitFor(async () => expect(await answers(url)).toBe(false), SOON)
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} lets a request under way finish, takes no new one, stops the database and ends with 0`, async () => {
      const dataDir = await preparedFolder()
      // Who waited for the grace to be over would not end within the time of the test.
      const service = await startService({ dataDir, env: { SHUTDOWN_GRACE_SECONDS: '600' } })
      const request = await beginRequest(service)
      // A connection that is open and silent, and one kept alive after an answer, hold nothing up.
      open(service.url)
      await (await fetch(`${service.url}/health/live`)).text()
      const ended = service.kill(signal)
      await vi.waitFor(async () => expect(await answers(`${service.url}/health/live`)).toBe(false), SOON)
      request.finish()
      const answer = await request.answer
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).toMatch(/connection: close/i)
      expect(answer).toContain('{"ok":true,"prefs":{"a":12}}')
      expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
      expect(await postgresLeft(dataDir)).toEqual([])
    })
  }

  test('a request that never ends is cut when the grace is over; the end is orderly all the same', async () => {
    const dataDir = await preparedFolder()
    const service = await startService({ dataDir, env: { SHUTDOWN_GRACE_SECONDS: '0.5' } })
    await beginRequest(service)
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0, signal: null })
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('a signal during the start is heeded: the database does not stay behind', async () => {
    const dataDir = await temporaryFolder()
    const { child, ended } = startProcess(['src/server.ts'], { dataDir })
    while (!existsSync(join(dataDir, 'postgres-password'))) await pause(20)
    child.kill('SIGTERM')
    expect(await ended).toMatchObject({ code: 0, signal: null, stderr: '' })
    expect(await postgresLeft(dataDir)).toEqual([])
  })
})
