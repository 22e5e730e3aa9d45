import type { Owner } from '../../account/owner/owned-by.ts'

/** A screen that an account keeps under a name. */
export interface StoredScreen {
  readonly name: string
  /** What it looks for, names as GraphQL spells them. */
  readonly request: unknown
  readonly createdAt: Date
  readonly updatedAt: Date
}

const COLUMNS = { name: true, request: true, createdAt: true, updatedAt: true } as const

/** The screen of a name; null when there is none. */
export function findScreen(owner: Owner, name: string): Promise<StoredScreen | null> {
  return owner.savedScreen.findFirst({ where: { name }, select: COLUMNS })
}

/** A page of the screens, by name. */
export async function listScreens(owner: Owner, { limit, offset }: { limit: number; offset: number }) {
  const [rows, total] = await Promise.all([
    owner.savedScreen.findMany({ select: COLUMNS, orderBy: { name: 'asc' }, take: limit, skip: offset }),
    owner.savedScreen.count(),
  ])
  return { rows, total }
}

/** Names of the screens. */
export async function listScreenNames(owner: Owner): Promise<string[]> {
  const rows = await owner.savedScreen.findMany({ select: { name: true }, orderBy: { name: 'asc' } })
  return rows.map(({ name }) => name)
}

/** Replaces the screen of a name; false when there is none. */
export async function replaceScreen(owner: Owner, name: string, request: object, at: Date): Promise<boolean> {
  const { count } = await owner.savedScreen.updateMany({ where: { name }, data: { request, updatedAt: at } })
  return count > 0
}

/** Adds a screen. Another call may have added one of this name just now: then nothing is added. */
export async function addScreen(
  owner: Owner,
  screen: { readonly accountId: number; readonly name: string; readonly request: object; readonly at: Date },
): Promise<void> {
  const { at, ...row } = screen
  await owner.savedScreen.createMany({ data: [{ ...row, createdAt: at, updatedAt: at }], skipDuplicates: true })
}

/** Deletes the screen of a name; returns how many there were. */
export async function deleteStoredScreen(owner: Owner, name: string): Promise<number> {
  const { count } = await owner.savedScreen.deleteMany({ where: { name } })
  return count
}
