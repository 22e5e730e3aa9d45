import { prisma } from '../core/db.ts'
import type { Prisma } from '../generated/prisma/client.ts'

/** The saved object; empty when nothing was saved. */
export async function readPreferences(accountId: number): Promise<unknown> {
  return (await prisma.preference.findUnique({ where: { accountId } }))?.prefs ?? {}
}

/** Replaces the saved object as a whole and returns it. */
export async function writePreferences(accountId: number, object: Record<string, unknown>): Promise<unknown> {
  const prefs: Prisma.InputJsonObject = JSON.parse(JSON.stringify(object))
  const row = await prisma.preference.upsert({ where: { accountId }, create: { accountId, prefs }, update: { prefs } })
  return row.prefs
}
