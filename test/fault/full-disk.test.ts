import { spawnSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type Ended,
  killPostgres,
  postgresLeft,
  postgresOf,
  preparedFolder,
  runProcess,
  startProcess,
  temporaryFolder,
} from '../setup/service.ts'

/** A folder with `megabytes` of room; null where this user may not mount one. */
async function smallDisk(megabytes: number): Promise<string | null> {
  const folder = await temporaryFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  if (status !== 0) return null
  await chmod(folder, 0o755)
  onTestFinished(async () => {
    await killPostgres(folder)
    await postgresLeft(folder)
    spawnSync('umount', ['-l', folder])
  })
  return folder
}

function expectOneLine({ code, stderr }: Ended, status: number): void {
  expect({ code, lines: stderr.trimEnd().split('\n').length }, stderr).toEqual({ code: status, lines: 1 })
  expect(stderr).not.toMatch(/ at .*:\d+:\d+|node_modules/)
}

const canMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

describe.runIf(canMount)('a full disk ends what needs room in one line', () => {
  // Too small for a cluster, for its start, and for the data of a first start.
  test.each([1, 30, 62, 90])('a first start on %i MB', async (megabytes) => {
    const disk = await smallDisk(megabytes)
    if (disk === null) return
    const ended = await runProcess(['src/server.ts'], { dataDir: disk, env: { DEMO: 'on' } })
    expectOneLine(ended, 1)
    expect(ended.stdout).toBe('')
  })

  test('an ingest that fills it', async () => {
    const disk = await smallDisk(200)
    if (disk === null) return
    expect((await runProcess(['src/cli/key.ts', 'list'], { dataDir: disk })).code).toBe(0)
    const free = spawnSync('df', ['--output=avail', '-k', disk], { encoding: 'utf8' }).stdout.split('\n')[1]
    await writeFile(join(disk, 'ballast'), Buffer.alloc((Number(free) - 3_000) * 1_024))
    const feed = join(await temporaryFolder(), 'feed.jsonl')
    const lines = Array.from({ length: 3_000 }, (_, index) =>
      JSON.stringify({
        title: `Apple raises prices of iPhone ${index}`,
        text: `${index} `.repeat(800),
        source: `s${index}`,
      }),
    )
    await writeFile(feed, lines.join('\n'))
    expectOneLine(await runProcess(['src/cli/ingest.ts', 'news', feed], { dataDir: disk }), 1)
  })
})

describe.concurrent('Ctrl-C ends in one line, with 130, and leaves no database running', () => {
  test.each([0, 1_000])('a first start, %i ms after its database was', async (ms) => {
    const dataDir = await temporaryFolder()
    const { child, ended } = startProcess(['src/server.ts'], { dataDir, env: { DEMO: 'on' } })
    while ((await postgresOf(dataDir)).length === 0) await pause(20)
    await pause(ms)
    child.kill('SIGINT')
    const end = await ended
    // It may have been ready by then; then it is stopped as always.
    if (end.stdout === '') expectOneLine(end, 130)
    else expect(end).toMatchObject({ code: 0, stderr: '' })
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test.each([0, 1_500])('an ingest, %i ms after its database was started', async (ms) => {
    const dataDir = await preparedFolder()
    const feed = join(dataDir, 'feed.jsonl')
    const line = (index: number) =>
      JSON.stringify({ title: `Apple raises prices of iPhone ${index}`, source: `s${index}` })
    await writeFile(feed, Array.from({ length: 60_000 }, (_, index) => line(index)).join('\n'))
    const { child, ended } = startProcess(['src/cli/ingest.ts', 'news', feed], { dataDir })
    while ((await postgresOf(dataDir)).length === 0) await pause(20)
    await pause(ms)
    child.kill('SIGINT')
    expectOneLine(await ended, 130)
    expect(await postgresLeft(dataDir)).toEqual([])
  })
})
