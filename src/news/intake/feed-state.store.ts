import { prisma } from '../../core/database/db.ts'
import type { Validators } from './feed-fetch.source.ts'

/** Validators (ETag, Last-Modified) of the last answer of a URL. */
export async function feedState(url: string): Promise<Validators> {
  const state = await prisma.feedState.findUnique({ where: { url } })
  return {
    ...(state?.etag ? { etag: state.etag } : {}),
    ...(state?.lastModified ? { lastModified: state.lastModified } : {}),
  }
}

/** Stores the validators for the next conditional request. */
export async function rememberFeed(url: string, validators: Validators): Promise<void> {
  const facts = { etag: validators.etag ?? null, lastModified: validators.lastModified ?? null }
  await prisma.feedState.upsert({ where: { url }, create: { url, ...facts }, update: facts })
}
