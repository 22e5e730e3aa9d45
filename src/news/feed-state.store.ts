import { prisma } from '../core/db.ts'
import type { Validators } from './feed-fetch.source.ts'

/** What an address said of itself when it was last read. */
export async function feedState(url: string): Promise<Validators> {
  const state = await prisma.feedState.findUnique({ where: { url } })
  return {
    ...(state?.etag ? { etag: state.etag } : {}),
    ...(state?.lastModified ? { lastModified: state.lastModified } : {}),
  }
}

/** Remembers it for the next, conditional, read. */
export async function rememberFeed(url: string, validators: Validators): Promise<void> {
  const facts = { etag: validators.etag ?? null, lastModified: validators.lastModified ?? null, fetchedAt: new Date() }
  await prisma.feedState.upsert({ where: { url }, create: { url, ...facts }, update: facts })
}
