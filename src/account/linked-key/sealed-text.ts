import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { config } from '../../core/config.ts'
import { makeFolder, onceWritten } from '../../core/file/file-access.ts'

/** Bytes of nonce and tag, as AES-GCM recommends them (NIST SP 800-38D, sections 8.2 and 5.2.1.2). */
const NONCE_BYTES = 12
const TAG_BYTES = 16
const SECRET_FILE = 'secret-key'

let secrets: Promise<readonly Buffer[]> | undefined

/** Encrypts a text with AES-256-GCM; it opens only under the same `owner`. */
export async function seal(text: string, owner: string): Promise<Buffer> {
  const [secret] = await ownSecrets()
  if (!secret) throw new Error('There is no secret key.')
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce, { authTagLength: TAG_BYTES })
  cipher.setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** A sealed text; `old` when a former secret opened it, so that it should be sealed anew. Null when no known secret opens it. */
export async function unseal(sealed: Buffer, owner: string): Promise<{ text: string; old: boolean } | null> {
  for (const [index, secret] of (await ownSecrets()).entries()) {
    const text = open(secret, sealed, owner)
    if (text !== null) return { text, old: index > 0 }
  }
  return null
}

function open(secret: Buffer, sealed: Buffer, owner: string): string | null {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(owner))
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const text = sealed.subarray(NONCE_BYTES + TAG_BYTES)
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

/** The secret in use first, then a former one. */
function ownSecrets(): Promise<readonly Buffer[]> {
  secrets ??= readSecrets()
  secrets.catch(() => {
    secrets = undefined
  })
  return secrets
}

async function readSecrets(): Promise<readonly Buffer[]> {
  const { secretKey, formerSecretKey, dataDir } = config
  const generated = secretKey ?? (await secretOfFolder(dataDir))
  return [generated, ...(formerSecretKey === null ? [] : [formerSecretKey])].map(derive)
}

/** The secret generated for a data folder, readable by its owner only. */
async function secretOfFolder(folder: string): Promise<string> {
  await makeFolder(folder)
  const secret = await onceWritten(join(folder, SECRET_FILE), () => `${randomBytes(32).toString('base64url')}\n`)
  if (secret === null) throw new Error(`The file ${SECRET_FILE} of the data folder is empty.`)
  return secret
}

function derive(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'market-impact linked keys', 32))
}
