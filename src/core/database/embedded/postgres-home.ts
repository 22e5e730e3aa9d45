import { randomBytes, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { exists, isErrno, makeFolder, onceWritten, reachable, type SystemUser } from '../../file/file-access.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import { copyBinaries, packagedBinaries } from './postgres-binaries.ts'

/** Where root keeps what PostgreSQL's own user must reach when DATA_DIR or the program folder is closed to it. */
const ROOT_HOME = '/var/lib/market-impact'

/** Where one cluster lives and which programs run it, as whom. */
export interface PostgresHome {
  readonly cluster: string
  readonly log: string
  /** Folder of bin, lib and share. */
  readonly native: string
  readonly password: string
  /** The unprivileged user PostgreSQL runs as when we are root. */
  readonly user: SystemUser | null
}

/** Finds or makes the home of the cluster that belongs to `dataDir`. */
export async function preparePostgresHome(dataDir: string): Promise<PostgresHome> {
  try {
    await makeFolder(dataDir)
    // One folder has one name, however the path to it was spelt: the running server is recognised by it.
    const folder = await realpath(dataDir)
    await access(folder, constants.W_OK)
    const password = await secretOf(folder)
    if (process.getuid?.() === 0) return await homeUnderRoot(folder, password)
    return { ...filesIn(folder), native: packagedBinaries(), password, user: null }
  } catch (error) {
    if (!isErrno(error)) throw error
    throw new EmbeddedPostgresError(`The data folder ${dataDir} cannot be used: ${error.message}.`)
  }
}

async function secretOf(folder: string): Promise<string> {
  const path = join(folder, 'postgres-password')
  const password = await onceWritten(path, () => randomBytes(24).toString('hex'))
  if (password) return password
  throw new EmbeddedPostgresError(`${path} is empty. Remove it together with its folder to start afresh.`)
}

/** PostgreSQL refuses to run as root: it gets a user of its own, and everything that user must reach lies where it can. */
async function homeUnderRoot(folder: string, password: string): Promise<PostgresHome> {
  const id = (await onceWritten(join(folder, 'cluster-id'), randomUUID)) ?? randomUUID()
  const aside = join(ROOT_HOME, id)
  const files = filesIn((await holdsCluster(aside)) ? aside : folder)
  const user = (await ownerOf(files.cluster)) ?? (await unprivilegedUser())
  const closed = !(await reachable(folder, user))
  if (closed && (await holdsCluster(folder))) {
    throw new EmbeddedPostgresError(
      `The database in ${folder} belongs to the user ${user.uid}, who may no longer enter that folder: give it and the folders above back their permission (chmod a+x).`,
    )
  }
  if (closed) await openFolder(aside)
  const packaged = packagedBinaries()
  const native = (await reachable(join(packaged, 'bin', 'postgres'), user)) ? packaged : await copyForUser()
  return { ...(closed ? filesIn(aside) : files), native, password, user }
}

async function copyForUser(): Promise<string> {
  await openFolder(ROOT_HOME)
  return copyBinaries(ROOT_HOME)
}

function filesIn(base: string): { cluster: string; log: string } {
  return { cluster: join(base, 'postgres'), log: join(base, 'postgres.log') }
}

function holdsCluster(base: string): Promise<boolean> {
  return exists(join(base, 'postgres', 'PG_VERSION'))
}

async function openFolder(path: string): Promise<void> {
  for (const folder of new Set([ROOT_HOME, path])) {
    await makeFolder(folder)
    await chmod(folder, 0o755)
  }
}

/** Whoever made the cluster goes on running it; null when there is none yet. */
async function ownerOf(cluster: string): Promise<SystemUser | null> {
  const found = await stat(cluster).catch(() => null)
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

async function unprivilegedUser(): Promise<SystemUser> {
  const accounts = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'))
  const nobody = accounts.find((fields) => fields[0] === 'nobody') ?? accounts.find((fields) => Number(fields[2]) > 0)
  if (nobody) return { uid: Number(nobody[2]), gid: Number(nobody[3]) }
  throw new EmbeddedPostgresError(
    'PostgreSQL may not run as root and this machine has no other user. Set DATABASE_URL to a PostgreSQL of your own.',
  )
}
