import { createReadStream } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Unreadable } from './bytes.source.ts'

/** What an error of the file system means, as a sentence. */
export function fileProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known: Readonly<Record<string, string>> = {
    ENOENT: 'There is no such file or folder.',
    EACCES: 'It may not be read (permission denied).',
    EPERM: 'It may not be read (not permitted).',
    ELOOP: 'Its links lead in a circle.',
    ENAMETOOLONG: 'Its name is too long.',
    ENOTDIR: 'A part of its path is not a folder.',
    ENXIO: 'It is a socket.',
  }
  return known[code] ?? `It cannot be read: ${error instanceof Error ? error.message : String(error)}`
}

/** A file under a folder, or a place there that cannot be entered. */
type Found = { readonly file: string } | { readonly file: string; readonly problem: string }

/** Every regular file under `folder`, by name, folders in their turn; paths are relative. Links to files count, links to folders do not. */
export async function* filesUnder(folder: string, within = ''): AsyncGenerator<Found> {
  const entries: { name: string; folder: boolean; link: boolean; file: boolean }[] = []
  try {
    for await (const entry of await opendir(join(folder, within))) {
      entries.push({
        name: entry.name,
        folder: entry.isDirectory(),
        link: entry.isSymbolicLink(),
        file: entry.isFile(),
      })
    }
  } catch (error) {
    yield { file: within, problem: fileProblem(error) }
    return
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const { name, folder: isFolder, link, file } of entries) {
    const path = join(within, name)
    try {
      if (isFolder) yield* filesUnder(folder, path)
      else if (file || (link && (await stat(join(folder, path))).isFile())) yield { file: path }
    } catch (error) {
      yield { file: path, problem: fileProblem(error) }
    }
  }
}

/** The bytes of a file (or pipe). Throws `Unreadable`. */
export async function* fileBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 262_144 })
  } catch (error) {
    throw new Unreadable(fileProblem(error))
  }
}

/** True for a folder; false also for what is not there, so that opening it gives the reason. */
export async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
