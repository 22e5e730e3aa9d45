import { prisma } from '../../core/database/db.ts'
import { keyDigest, keyPrefix, newApiKey } from './api-key.ts'

/** A key as it is shown, once. */
export interface IssuedKey {
  readonly key: string
  readonly prefix: string
  readonly plan: string
}

/** Creates an account on `plan` and issues its key; null when there is no such plan. */
export async function issueKey(plan: string, name: string, key = newApiKey()): Promise<IssuedKey | null> {
  if (!(await prisma.plan.findUnique({ where: { name: plan } }))) return null
  const prefix = keyPrefix(key)
  await prisma.account.create({
    data: { name, planName: plan, keys: { create: { prefix, digest: bytes(keyDigest(key)) } } },
  })
  return { key, prefix, plan }
}

/** Revokes the live key with this prefix; false when there is none. */
export async function revokeKey(prefix: string, now: Date): Promise<boolean> {
  const { count } = await prisma.apiKey.updateMany({ where: { prefix, revokedAt: null }, data: { revokedAt: now } })
  return count > 0
}

/** Revokes the live key with this prefix and issues another one of the same account; null when there is none. */
export async function rotateKey(prefix: string, now: Date): Promise<IssuedKey | null> {
  return prisma.$transaction(async (transaction) => {
    // Revoking comes first and holds the row: of two rotations at the same time the second finds no live key any more.
    const [old] = await transaction.apiKey.updateManyAndReturn({
      where: { prefix, revokedAt: null },
      data: { revokedAt: now },
      include: { account: true },
    })
    if (!old) return null
    const key = newApiKey()
    const issued = { key, prefix: keyPrefix(key), plan: old.account.planName }
    await transaction.apiKey.create({
      data: { accountId: old.accountId, prefix: issued.prefix, digest: bytes(keyDigest(key)) },
    })
    return issued
  })
}

/** All keys, newest first. */
export async function listKeys() {
  return prisma.apiKey.findMany({ include: { account: true }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })
}

function bytes(buffer: Buffer): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(buffer)
}
