import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { forgetRateWindows } from './account/admission.store.ts'
import { demoKey } from './account/demo-key.ts'
import { systemClock } from './core/clock.ts'
import { config } from './core/config.ts'
import { connect, type Database, DatabaseError } from './core/database.ts'
import { EmbeddedPostgresError } from './core/embedded-postgres-error.ts'
import { log } from './core/log.ts'
import { MigrationError } from './core/migrate.ts'
import { Notifications } from './core/notifications.ts'
import { openEnricher } from './enrichment/enricher.ts'
import { createFront } from './front.ts'
import { openCatalog } from './listing/catalog.ts'
import { loadReference } from './listing/reference.ingest.ts'
import { watchNews } from './news/feed-total.ts'
import { startDraining } from './pages/readiness.ts'
import { createApp } from './yoga.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

async function start(): Promise<void> {
  const begun = performance.now()
  await mkdir(config.dataDir, { recursive: true })
  const database = await connect({ as: `market-impact service, process ${process.pid}` })
  try {
    await serve(database, begun)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(database: Database, begun: number): Promise<void> {
  const loaded = await loadReference()
  const notifications = new Notifications(database.connectionString)
  await Promise.all([notifications.open(), openEnricher()])
  await openCatalog(notifications)
  watchNews(notifications)
  const key = await demoKey(config.dataDir)
  // A key shown in a page belongs on this machine only.
  const app = createApp({ demoKey: LOOPBACK.includes(config.host) ? key : null })
  const server = createFront(app, config.requestBodyBytesMax)
  await listen(server)
  const sweep = setInterval(() => void forgetRateWindows(systemClock.now() - 600_000).catch(() => {}), 60_000)
  stopOnSignal(server, async () => {
    clearInterval(sweep)
    await notifications.close()
    await database.close()
  })
  database.lost.then(() => {
    log.fatal('the embedded PostgreSQL went away; see postgres.log in DATA_DIR')
    process.exit(1)
  })
  announce(server, database, loaded, key, begun)
}

function listen(server: Server): Promise<void> {
  return new Promise((settle, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken =
        error.code === 'EADDRINUSE'
          ? `Port ${config.port} on ${config.host} is taken. Set PORT to another one.`
          : error.message
      fail(new DatabaseError(taken))
    })
    server.listen(config.port, config.host, () => settle())
  })
}

function announce(
  server: Server,
  database: Database,
  loaded: readonly string[],
  key: string | null,
  begun: number,
): void {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const base = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  const lines = [
    `market-impact is ready on ${base} after ${((performance.now() - begun) / 1000).toFixed(1)} s`,
    `  GraphiQL  ${base}/graphql`,
    `  REST      ${base}/v1`,
    ...(key
      ? [
          `  demo key  ${key}`,
          `  try       curl -H "Authorization: Bearer ${key}" "${base}/v1/stocks/AAPL/news?limit=3"`,
        ]
      : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  log.debug({ migrated: database.migrated, loaded }, 'started')
}

/** Drains requests, then lets everything go; a second signal stops at once. */
function stopOnSignal(server: Server, close: () => Promise<void>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    startDraining()
    const deadline = setTimeout(() => server.closeAllConnections(), config.shutdownGraceSeconds * 1_000)
    await new Promise((settle) => {
      server.close(settle)
      server.closeIdleConnections()
    })
    clearTimeout(deadline)
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected and nobody listened'))

await start().catch((error) => {
  const known =
    error instanceof DatabaseError || error instanceof EmbeddedPostgresError || error instanceof MigrationError
  if (known) process.stderr.write(`${error.message}\n`)
  else log.fatal({ err: error }, 'the service could not start')
  process.exit(1)
})
