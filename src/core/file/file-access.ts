import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A user of the operating system, by number. */
export interface SystemUser {
  readonly uid: number
  readonly gid: number
}

/** True when something is there. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/**
 * Makes a folder and those above it that are missing. Node's own way to do so never ends where a folder that is there takes none (`/proc`):
 * it makes the one above again and again.
 */
export async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path).catch(async (error) => {
      const there = await stat(path).catch(() => null)
      if (!there?.isDirectory()) throw error
    })
  try {
    await make()
  } catch (error) {
    if (!isErrno(error, 'ENOENT') || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await make()
  }
}

/** True for a failure of the operating system, of this kind when a code is given. */
export function isErrno(error: unknown, code?: string): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error && (code === undefined || error.code === code)
}

/** True when `user` may enter every folder above `path`, and read the path itself if it is a file. */
export async function reachable(path: string, user: SystemUser): Promise<boolean> {
  const self = await stat(path).catch(() => null)
  if (!self || (!self.isDirectory() && !allows(self, user, 0o5))) return false
  for (let folder = self.isDirectory() ? path : dirname(path); ; folder = dirname(folder)) {
    if (!allows(await stat(folder), user, 0o1)) return false
    if (folder === dirname(folder)) return true
  }
}

function allows(entry: { mode: number; uid: number; gid: number }, user: SystemUser, bits: number): boolean {
  const shift = entry.uid === user.uid ? 6 : entry.gid === user.gid ? 3 : 0
  return ((entry.mode >> shift) & bits) === bits
}

/** The file's text, written once with what `make` gives; safe when two processes start together. Null when it stays empty. */
export async function onceWritten(path: string, make: () => string): Promise<string | null> {
  const draft = `${path}.${randomUUID()}`
  try {
    // Written whole under another name first: a process killed here leaves no file that is empty.
    if (!(await exists(path))) {
      await writeFile(draft, make(), { flag: 'wx', mode: 0o600 })
      // Some file systems know no links.
      await link(draft, path).catch((error) => {
        if (isErrno(error, 'EEXIST')) throw error
        return copyFile(draft, path, constants.COPYFILE_EXCL)
      })
    }
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
  } finally {
    await rm(draft, { force: true })
  }
  for (let attempt = 0; attempt < 50; attempt++) {
    const text = (await readFile(path, 'utf8')).trim()
    if (text) return text
    await pause(20)
  }
  return null
}
