import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import {
  commandJson,
  plainEnvironment,
  postgresLeft,
  preparedFolder,
  runProcess,
  startService,
  temporaryFolder,
} from '../setup/service.ts'
import { SOON } from '../setup/soon.ts'

const KEY = /^mi_live_[0-9A-Za-z]{38}$/
const keyCommand = (...args: string[]) => ['src/cli/key.ts', ...args]

describe.concurrent('commands', () => {
  test('make, list, revoke and rotate keys without a service, and leave no database running', async () => {
    const dataDir = await temporaryFolder()
    const made = await commandJson(keyCommand('create', '--plan', 'Personal', '--name', 'alice'), { dataDir })
    expect(made).toEqual({ key: expect.stringMatching(KEY), prefix: made.key.slice(0, 16), plan: 'personal' })
    expect(await postgresLeft(dataDir)).toEqual([])
    // Several at once share one database: whoever leaves last stops it, nobody pulls it from under another.
    const [rotated, other, listed] = await Promise.all([
      commandJson(keyCommand('rotate', made.prefix), { dataDir }),
      commandJson(keyCommand('create', '--plan', 'free'), { dataDir }),
      commandJson(keyCommand('list'), { dataDir }),
    ])
    expect(rotated).toEqual({ key: expect.stringMatching(KEY), prefix: rotated.key.slice(0, 16), plan: 'personal' })
    expect(listed.length).toBeGreaterThan(0)
    expect(await postgresLeft(dataDir)).toEqual([])
    const wrong = [
      runProcess(keyCommand('create', '--plan', 'golden'), { dataDir }),
      runProcess(keyCommand('revoke', made.prefix), { dataDir }),
      runProcess(keyCommand('destroy'), { dataDir }),
    ]
    for (const { code, stdout, stderr } of await Promise.all(wrong)) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).not.toMatch(/ at .*:\d+:\d+/)
    }
    const rows = await commandJson(keyCommand('list'), { dataDir })
    const row = (prefix: string) => rows.find((one: { prefix: string }) => one.prefix === prefix)
    expect(row(made.prefix)).toMatchObject({ plan: 'personal', name: 'alice', revoked_at: expect.any(String) })
    expect(row(rotated.prefix)).toMatchObject({ plan: 'personal', name: 'alice', revoked_at: null })
    expect(row(other.prefix)).toMatchObject({ plan: 'free', revoked_at: null })
    expect(JSON.stringify(rows)).not.toContain(rotated.key)
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('work while the service runs: new keys open, revoked ones close, ingested news shows by itself', async () => {
    const dataDir = await preparedFolder()
    const { url } = await startService({ dataDir })
    const status = async (key: string) =>
      (await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status
    const [first, reader] = await Promise.all([
      commandJson(keyCommand('create', '--plan', 'free'), { dataDir }),
      commandJson(keyCommand('create', '--plan', 'internal'), { dataDir }),
    ])
    expect(await status(first.key)).toBe(200)
    const second = await commandJson(keyCommand('rotate', first.prefix), { dataDir })
    expect([await status(first.key), await status(second.key)]).toEqual([401, 200])
    expect(await commandJson(keyCommand('revoke', second.prefix), { dataDir })).toEqual({
      prefix: second.prefix,
      revoked: true,
    })
    expect(await status(second.key)).toBe(401)

    const news = async () =>
      (await fetch(`${url}/v1/news`, { headers: { authorization: `Bearer ${reader.key}` } })).json()
    expect(await news()).toMatchObject({ count: 0, total: 0 })
    const feed = join(dataDir, 'feed.jsonl')
    await writeFile(feed, '{"title":"Apple raises iPhone prices","published":"2026-11-20T10:00:00Z"}\nnot json\n')
    // The way an operator types it.
    const typed = spawnSync('npm', ['run', '--silent', 'ingest', '--', 'news', feed, '--json'], {
      cwd: join(import.meta.dirname, '../..'),
      env: { ...plainEnvironment(), DATA_DIR: dataDir, LOG_LEVEL: 'warn', DEMO: 'off' },
      encoding: 'utf8',
    })
    expect(typed.status, typed.stderr).toBe(0)
    expect(JSON.parse(typed.stdout)).toMatchObject({ source: 'news', inserted: 1, rejected: [{ line: 2 }] })
    await vi.waitFor(
      async () =>
        expect(await news()).toMatchObject({ count: 1, total: 1, results: [{ title: 'Apple raises iPhone prices' }] }),
      SOON,
    )
  })
})
