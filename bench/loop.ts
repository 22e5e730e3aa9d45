import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { routes } from '../rest-compat/routes.ts'
import { serveRoutes } from '../rest-compat/served-route.ts'
import { acquireEmbeddedPostgres } from '../src/core/database/embedded/embedded-postgres.ts'
import { schema } from '../src/schema.ts'
import { callsOf, prepareAccount, timed } from './calls.ts'
import { type BenchService, freshDataDir, runNode, startService } from './service.ts'

const BLOCK_MS_MAX = 50
const WARM_CALLS = 5
/** How long the service prepares what first calls would wait for. */
const PREPARING_MS = 20_000
const SETTLED_MS = 4_000
/** What other processes store, and what the service then reads again. */
const CHANGES = ['reference_changed', 'market_changed', 'financials_changed', 'news_changed', 'positioning_changed']

/** How long one thing held the event loop at most: on the clock, and of the processor, which other programs do not lengthen. */
interface Held {
  readonly name: string
  readonly longestMs: number
  readonly longestCpuMs: number
}

/**
 * How long the event loop of a service over the demo is held in one go, at most: after the start, by the first call and by further calls of
 * every path that only reads, and when it reads anew what changed. `bench loop FOLDER` takes a data folder that is filled already.
 */
export async function benchLoop([given]: string[] = []): Promise<void> {
  const dataDir = given ?? (await freshDataDir())
  if (given === undefined) await runNode('src/cli/demo.ts', [], dataDir)
  const port = await freePort()
  const flags = ['--import', new URL('./loop-watch.ts', import.meta.url).href]
  process.env.LOOP_WATCH_PORT = String(port)
  const service = await startService(dataDir, { keep: given !== undefined, flags })
  const all: Held[] = []
  const held = async (name: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}`)
    const { longestMs, longestCpuMs }: Omit<Held, 'name'> = await answer.json()
    all.push({ name, longestMs, longestCpuMs })
  }
  try {
    // What came before the first call is of no call's concern.
    await held('')
    all.length = 0
    await pause(PREPARING_MS)
    await held(`the ${PREPARING_MS / 1_000} s after it`)
    await prepareAccount(service)
    await held('an account is filled')
    for (const call of callsOf(serveRoutes(routes, schema))) {
      await timed(call, service)
      await held(`${call.name}, first`)
      for (let turn = 0; turn < WARM_CALLS; turn++) await timed(call, service)
      await held(call.name)
    }
    await fetch(`${service.base}/graphql`, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
    await held('the page of GraphiQL')
    await changes(dataDir, service, held)
  } finally {
    await service.stop()
  }
  all.sort((one, other) => other.longestCpuMs - one.longestCpuMs)
  const over = all.filter(({ longestCpuMs }) => longestCpuMs > BLOCK_MS_MAX)
  process.stdout.write(
    `The event loop is held at most, in ms of the processor (on the clock); ${over.length} of ${all.length} over ${BLOCK_MS_MAX} ms\n`,
  )
  for (const { name, longestMs, longestCpuMs } of all.slice(0, Math.max(25, over.length))) {
    const verdict = longestCpuMs > BLOCK_MS_MAX ? `  over ${BLOCK_MS_MAX} ms` : ''
    process.stdout.write(
      `  ${name.slice(0, 70).padEnd(70)} ${longestCpuMs.toFixed(0).padStart(5)} (${longestMs.toFixed(0)})${verdict}\n`,
    )
  }
}

async function changes(dataDir: string, service: BenchService, held: (name: string) => Promise<void>): Promise<void> {
  const server = await acquireEmbeddedPostgres(dataDir, null)
  const client = new pg.Client({ connectionString: server.connectionString })
  try {
    await client.connect()
    for (const channel of CHANGES) {
      await client.query('SELECT pg_notify($1, $2)', [channel, ''])
      await timed(
        { name: channel, method: 'GET', path: '/v1/financials/screen?conditions=roe:above:0.1' },
        service,
      ).catch(() => 0)
      await pause(SETTLED_MS)
      await held(`told of ${channel}`)
    }
  } finally {
    await client.end()
    await server.release()
  }
}

function freePort(): Promise<number> {
  return new Promise((settle) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => settle(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
