import type { Owner } from '../owner/owned-by.ts'

/** A linked key as it is stored. */
export interface StoredKey {
  readonly sealed: Buffer
  readonly linkedAt: Date
  /** When the upstream refused it; null while it takes it. */
  readonly refusedAt: Date | null
}

/** The key the account linked for an upstream; null without one. */
export async function readLinkedKey(owner: Owner, provider: string): Promise<StoredKey | null> {
  const row = await owner.linkedKey.findFirst({ where: { provider } })
  return row && { sealed: Buffer.from(row.sealed), linkedAt: row.linkedAt, refusedAt: row.refusedAt }
}

/** Stores a key in place of an older one. */
export async function writeLinkedKey(
  owner: Owner,
  accountId: number,
  provider: string,
  { sealed, linkedAt }: { readonly sealed: Buffer; readonly linkedAt: Date },
): Promise<void> {
  const data = { sealed: Uint8Array.from(sealed), linkedAt, refusedAt: null }
  await owner.linkedKey.upsert({
    where: { accountId_provider: { accountId, provider } },
    create: { accountId, provider, ...data },
    update: data,
  })
}

/** Notes that the upstream refused the key linked at that time. */
export async function noteRefusal(owner: Owner, provider: string, linkedAt: Date, refusedAt: Date): Promise<void> {
  await owner.linkedKey.updateMany({ where: { provider, linkedAt }, data: { refusedAt } })
}

/** Seals the key linked at that time anew. */
export async function resealLinkedKey(owner: Owner, provider: string, linkedAt: Date, sealed: Buffer): Promise<void> {
  await owner.linkedKey.updateMany({ where: { provider, linkedAt }, data: { sealed: Uint8Array.from(sealed) } })
}

/** Forgets the key. */
export async function deleteLinkedKey(owner: Owner, provider: string): Promise<void> {
  await owner.linkedKey.deleteMany({ where: { provider } })
}
