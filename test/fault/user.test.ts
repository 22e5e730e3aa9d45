import { chmod, chown, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { keyPrefix } from '../../src/account/key/api-key.ts'
import { reachable, type SystemUser } from '../../src/core/file/file-access.ts'
import {
  clustersOf,
  commandJson,
  postgresLeft,
  postgresOf,
  preparedFolder,
  runProcess,
  startService,
  temporaryFolder,
} from '../setup/service.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** `daemon`: an ordinary user that is everywhere, and not the one root would choose for the database. */
const ORDINARY: SystemUser = { uid: 1, gid: 1 }

const isRoot = process.getuid?.() === 0
const open = (await reachable(process.execPath, ORDINARY)) && (await reachable(join(ROOT, 'src'), ORDINARY))
const notRoot = 'the tests are not run by root, who alone can become another user'
const closed = 'the repository lies in a folder that other users may not enter'

async function ownerOfPostgres(dataDir: string): Promise<number | undefined> {
  const [pid] = await postgresOf(dataDir)
  return pid === undefined ? undefined : (await stat(`/proc/${pid}`)).uid
}

/** What a command that goes on with a folder finds in it. */
async function keyPrefixes(dataDir: string): Promise<string[]> {
  const rows: { prefix: string }[] = await commandJson(['src/cli/key.ts', 'list'], { dataDir })
  return rows.map(({ prefix }) => prefix)
}

describe.concurrent('who runs it', () => {
  test('an ordinary user can, with the database as the same user; root goes on with that folder', async ({ skip }) => {
    if (!isRoot) skip(notRoot)
    if (!open) skip(closed)
    const dataDir = join(await temporaryFolder(), 'data')
    await mkdir(dataDir)
    await chown(dataDir, ORDINARY.uid, ORDINARY.gid)
    const first = await startService({ dataDir, user: ORDINARY })
    expect(await ownerOfPostgres(dataDir)).toBe(ORDINARY.uid)
    expect(await first.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    expect(await postgresLeft(dataDir)).toEqual([])
    expect(await keyPrefixes(dataDir)).toEqual([keyPrefix(first.key)])
    const [cluster = ''] = await clustersOf(dataDir)
    expect((await stat(cluster)).uid).toBe(ORDINARY.uid)
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('an ordinary user is told in one line when the folder is not theirs', async ({ skip }) => {
    if (!isRoot) skip(notRoot)
    if (!open) skip(closed)
    const dataDir = await temporaryFolder()
    const { code, stderr } = await runProcess(['src/server.ts'], { dataDir, user: ORDINARY })
    expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringContaining(dataDir)],
    })
  })

  test('root can in a folder closed to all others, and finds the same data when it is opened later', async ({
    skip,
  }) => {
    if (!isRoot) skip(notRoot)
    const closedFolder = await temporaryFolder(0o700)
    const dataDir = join(closedFolder, 'data')
    const first = await startService({ dataDir })
    expect(await ownerOfPostgres(dataDir)).not.toBe(0)
    const [inside, aside = ''] = await clustersOf(dataDir)
    await expect(stat(inside ?? '')).rejects.toThrow()
    expect((await stat(aside)).mode & 0o077).toBe(0)
    expect(await first.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    await chmod(closedFolder, 0o755)
    expect(await keyPrefixes(dataDir)).toEqual([keyPrefix(first.key)])
    expect(await postgresLeft(dataDir)).toEqual([])
  })

  test('root in an open folder keeps everything there, with the database as somebody else', async ({ skip }) => {
    if (!isRoot) skip(notRoot)
    const dataDir = await preparedFolder()
    const first = await startService({ dataDir })
    const [inside = ''] = await clustersOf(dataDir)
    expect((await stat(inside)).uid).not.toBe(0)
    expect(await ownerOfPostgres(dataDir)).toBe((await stat(inside)).uid)
    expect(await first.kill('SIGTERM')).toMatchObject({ code: 0, stderr: '' })
    await chmod(dirname(dataDir), 0o700)
    // Starting afresh elsewhere would look like lost data.
    const { code, stderr } = await runProcess(['src/server.ts'], { dataDir })
    expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
      code: 1,
      lines: [expect.stringContaining('chmod')],
    })
  })
})
