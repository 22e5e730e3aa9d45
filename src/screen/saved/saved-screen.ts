import type { Owner } from '../../account/owner/owned-by.ts'
import { ownerOf } from '../../account/owner/owner-of.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../../core/graphql/context.ts'
import { nearest } from '../../core/input/nearest.pure.ts'
import { type Page, type PageRequest, windowOf } from '../../core/input/paging.pure.ts'
import { readScreen } from '../query/read-screen.ts'
import { type ScreenDefinition, screenDefinition } from '../query/screen.input.ts'
import {
  addScreen,
  deleteStoredScreen,
  findScreen,
  listScreenNames,
  listScreens,
  replaceScreen,
  type StoredScreen,
} from './saved-screen.store.ts'

/** Screens that one account may keep. */
const SCREENS_MAX = 200
/** Bytes of JSON that one of them may have. */
const SCREEN_BYTES_MAX = 256 * 1024

/** What a saved screen looks for; throws 404 with the nearest name when there is none. */
export async function requireSavedScreen(owner: Owner, name: string): Promise<ScreenDefinition> {
  const stored = await findScreen(owner, name)
  if (!stored) throw await unknownScreen(owner, name, 'saved')
  const parsed = screenDefinition.safeParse(stored.request)
  if (parsed.success) return parsed.data
  throw new ApiError('conflict', `The saved screen "${name}" no longer fits what a screen takes: save it again.`, {
    param: 'saved',
  })
}

async function unknownScreen(owner: Owner, name: string, param: string): Promise<ApiError> {
  const near = nearest(name, await listScreenNames(owner))
  return new ApiError('not_found', `There is no saved screen of this name.`, {
    param,
    ...(near === null ? {} : { did_you_mean: near }),
  })
}

/** Keeps a screen under a name, in place of one that has it; throws 400 for what could not run. */
export async function saveScreen(
  { name, screen }: { readonly name: string; readonly screen: ScreenDefinition },
  context: Context,
): Promise<StoredScreen> {
  const owner = ownerOf(context)
  readScreen(screen)
  const bytes = Buffer.byteLength(JSON.stringify(screen))
  if (bytes > SCREEN_BYTES_MAX) {
    const message = `A saved screen may have ${SCREEN_BYTES_MAX} bytes of JSON; ${bytes} were given.`
    throw new ApiError('payload_too_large', message, { param: 'screen' })
  }
  const at = new Date(context.clock.now())
  if (!(await replaceScreen(owner, name, screen, at))) {
    const names = await listScreenNames(owner)
    if (names.length >= SCREENS_MAX)
      throw new ApiError('conflict', `An account keeps up to ${SCREENS_MAX} screens: delete one first.`, {
        param: 'name',
      })
    await addScreen(owner, { accountId: context.accountId, name, request: screen, at })
  }
  const stored = await findScreen(owner, name)
  if (!stored) throw new ApiError('conflict', 'The screen was deleted while it was saved.', { param: 'name' })
  return stored
}

/** The screens of the account, by name. */
export async function savedScreens(owner: Owner, asked: PageRequest): Promise<Page<StoredScreen>> {
  return { ...asked, ...(await listScreens(owner, windowOf(asked))) }
}

/** Deletes the screen of a name; throws 404 when there is none. */
export async function deleteScreen(owner: Owner, name: string): Promise<{ deleted: number }> {
  const deleted = await deleteStoredScreen(owner, name)
  if (deleted === 0) throw await unknownScreen(owner, name, 'name')
  return { deleted }
}
