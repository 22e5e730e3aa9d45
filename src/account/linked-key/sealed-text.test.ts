import { mkdtemp, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'

interface Secrets {
  secretKey: string | null
  formerSecretKey: string | null
}

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sealed-'))
})

/** A process that starts with these secrets. */
async function start({ secretKey, formerSecretKey }: Secrets) {
  vi.resetModules()
  const { config } = await import('../../core/config.ts')
  Object.assign(config, { secretKey, formerSecretKey, dataDir })
  return import('./sealed-text.ts')
}

const ONE = 'the first secret, of more than 32 characters'
const TWO = 'the second secret, of more than 32 characters'

test('a text opens for its owner only, and only whole', async () => {
  const { seal, unseal } = await start({ secretKey: ONE, formerSecretKey: null })
  const sealed = await seal('k3y', 'account 1')
  expect(await unseal(sealed, 'account 1')).toEqual({ text: 'k3y', old: false })
  expect(await unseal(sealed, 'account 2')).toBeNull()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(await unseal(changed, 'account 1')).toBeNull()
  }
  expect(await unseal(sealed.subarray(0, 20), 'account 1')).toBeNull()
  expect((await seal('k3y', 'account 1')).equals(sealed), 'each time another nonce').toBe(false)
})

test('a former secret opens what it sealed, which is then to be sealed anew; without it nothing does', async () => {
  const sealed = await (await start({ secretKey: ONE, formerSecretKey: null })).seal('k3y', 'a')
  const rotated = await start({ secretKey: TWO, formerSecretKey: ONE })
  expect(await rotated.unseal(sealed, 'a')).toEqual({ text: 'k3y', old: true })
  const anew = await rotated.seal('k3y', 'a')
  const later = await start({ secretKey: TWO, formerSecretKey: null })
  expect([await later.unseal(sealed, 'a'), await later.unseal(anew, 'a')]).toEqual([null, { text: 'k3y', old: false }])
})

test('without a secret one is generated in the data folder, for its owner only, and kept', async () => {
  const none = { secretKey: null, formerSecretKey: null }
  const sealed = await (await start(none)).seal('k3y', 'a')
  const file = join(dataDir, 'secret-key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await readFile(file, 'utf8')).trim()).toMatch(/^[\w-]{43}$/)
  expect(await (await start(none)).unseal(sealed, 'a')).toEqual({ text: 'k3y', old: false })
})
