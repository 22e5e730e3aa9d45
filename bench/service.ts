import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import packageJson from '../package.json' with { type: 'json' }

/** A service started for one benchmark, with its own data folder. */
export interface BenchService {
  readonly base: string
  readonly key: string
  readonly dataDir: string
  /** Seconds from the start to the first line of output. */
  readonly startSeconds: number
  stop(): Promise<void>
}

const ROOT = new URL('..', import.meta.url).pathname

/** Flags with which `npm start` runs the service. */
const START_FLAGS = packageJson.scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Environment of the benchmark's processes: own data folder, no logging. */
function environment(dataDir: string): NodeJS.ProcessEnv {
  return { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', DATABASE_URL: '', DEMO: 'off' }
}

/** A fresh folder for a service's data. */
export async function freshDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'market-impact-bench-'))
  // As root, PostgreSQL's unprivileged user must have access; otherwise the cluster would be created elsewhere and not be deleted.
  await chmod(folder, 0o755)
  return folder
}

/** Runs a command of the service and returns what it printed. */
export function runNode(script: string, args: readonly string[], dataDir: string): Promise<string> {
  return new Promise((settle, fail) => {
    const child = spawn(process.execPath, [join(ROOT, script), ...args], {
      env: environment(dataDir),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('exit', (code) => (code === 0 ? settle(output) : fail(new Error(`${script} ended with ${code}`))))
  })
}

/** Starts a server script and waits for its first line with an address. */
export async function startNode(
  script: string,
  args: readonly string[],
  dataDir: string,
  flags: readonly string[] = [],
): Promise<{ child: ChildProcess; base: string }> {
  const child = spawn(process.execPath, [...flags, join(ROOT, script), ...args], {
    env: environment(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const base = await new Promise<string>((settle, fail) => {
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
      const address = output.match(/http:\/\/[\d.]+:\d+/)?.[0]
      if (address) settle(address)
    })
    child.once('exit', () => fail(new Error(`${script} ended before it was ready`)))
  })
  return { child, base }
}

/** Starts the service on `dataDir` with an unlimited key, as `npm start` does; `keep` = the folder is left when it stops, `flags` = further ones of Node.js. */
export async function startService(
  dataDir: string,
  { keep = false, flags = [] as readonly string[] } = {},
): Promise<BenchService> {
  const issued: { key: string } = JSON.parse(
    await runNode('src/cli/key.ts', ['create', '--plan', 'internal', '--json'], dataDir),
  )
  const begun = performance.now()
  const { child, base } = await startNode('src/start.ts', [], dataDir, [...START_FLAGS, ...flags])
  const startSeconds = (performance.now() - begun) / 1000
  return {
    startSeconds,
    base,
    key: issued.key,
    dataDir,
    async stop() {
      await stopNode(child)
      if (!keep) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Ends a server script and waits for it. */
export async function stopNode(child: ChildProcess): Promise<void> {
  const ended = new Promise((settle) => child.once('exit', settle))
  child.kill('SIGTERM')
  await ended
}

/** Writes lines into a file. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  async function* withEnds() {
    for await (const line of lines) yield `${line}\n`
  }
  await pipeline(Readable.from(withEnds()), createWriteStream(path))
}
