import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './file-access.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'market-impact-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a folder is made with those above it, and is left alone when it is there', async () => {
  const folder = await temporaryFolder()
  for (let turn = 0; turn < 2; turn++) await makeFolder(join(folder, 'one', 'two', 'three'))
  expect((await stat(join(folder, 'one', 'two', 'three'))).isDirectory()).toBe(true)
  await symlink(join(folder, 'one'), join(folder, 'link'))
  await makeFolder(join(folder, 'link'))
  await makeFolder('.')
})

test('what cannot be a folder is a failure: a file in the way, a link to nothing, a place that takes none', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'file'), '')
  await symlink(join(folder, 'nowhere', 'else'), join(folder, 'dangling'))
  await expect(makeFolder(join(folder, 'file'))).rejects.toThrow('EEXIST')
  await expect(makeFolder(join(folder, 'file', 'data'))).rejects.toThrow('ENOTDIR')
  await expect(makeFolder(join(folder, 'dangling'))).rejects.toThrow()
  if (process.platform === 'linux') await expect(makeFolder('/proc/market-impact')).rejects.toThrow('ENOENT')
})
