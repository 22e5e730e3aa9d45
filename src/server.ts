import './core/env-file.ts'

import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { forgetRateWindows } from './account/admission.store.ts'
import { demoKey } from './account/demo-key.ts'
import { systemClock } from './core/clock.ts'
import { config, startedByNpm } from './core/config.ts'
import { connect, DatabaseError } from './core/database.ts'
import { EmbeddedPostgresError } from './core/embedded-postgres-error.ts'
import { log } from './core/log.ts'
import { MigrationError } from './core/migrate.ts'
import { Notifications } from './core/notifications.ts'
import { loadFirstDemoMarket } from './demo/demo-market.ingest.ts'
import { loadFirstDemoNews } from './demo/demo-news.ingest.ts'
import { drainable } from './drain.ts'
import { currentEnricher, openEnricher } from './enrichment/enricher.ts'
import { createFront } from './front.ts'
import { catalog, openCatalog } from './listing/catalog.ts'
import { loadReference } from './listing/reference.ingest.ts'
import { watchNews } from './news/feed-total.ts'
import { startDraining } from './pages/readiness.ts'
import { openMarket } from './price/market.ts'
import { createApp } from './yoga.ts'

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']

/** The machine does not give what the service needs; the message is for the operator as it stands. */
class StartError extends Error {
  override name = 'StartError'
}

/** Serves until asked to stop, then drains; whatever was opened is let go in the opposite order, also when the start fails. */
async function run(): Promise<void> {
  const begun = performance.now()
  const asked = stopSignal()
  await using opened = new AsyncDisposableStack()
  const drain = await open(opened, begun)
  await asked
  startDraining()
  await drain(config.shutdownGraceSeconds * 1_000)
}

/** Opens everything up to the port; returns what drains the requests. */
async function open(opened: AsyncDisposableStack, begun: number): Promise<(graceMs: number) => Promise<void>> {
  await mkdir(config.dataDir, { recursive: true }).catch((error) => {
    throw new StartError(`The data folder ${config.dataDir} cannot be made: ${error.message}.`)
  })
  const database = await connect({ as: `market-impact service, process ${process.pid}` })
  opened.defer(() => database.close())
  const loaded = await loadReference()
  const notifications = new Notifications(database.connectionString)
  opened.defer(() => notifications.close())
  await Promise.all([notifications.open(), openEnricher()])
  await openCatalog(notifications)
  watchNews(notifications)
  if (config.demo) await loadFirstDemoMarket(systemClock)
  await openMarket(notifications)
  catalog().warm()
  currentEnricher()
  if (config.demo) await loadFirstDemoNews(systemClock)
  const key = await demoKey(config.dataDir)
  // A key shown in a page belongs on this machine only.
  const app = createApp({ demoKey: LOOPBACK.includes(config.host) ? key : null })
  const server = createFront(app, config.requestBodyBytesMax)
  const drain = drainable(server)
  await listen(server)
  const sweep = setInterval(() => void forgetRateWindows(systemClock.now() - 600_000).catch(() => {}), 60_000)
  opened.defer(() => clearInterval(sweep))
  database.lost.then(() => {
    log.fatal('the embedded PostgreSQL went away; see postgres.log in DATA_DIR')
    process.exit(1)
  })
  announce(server, key, begun)
  log.debug({ migrated: database.migrated, loaded }, 'started')
  return drain
}

function listen(server: Server): Promise<void> {
  return new Promise((settle, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken =
        error.code === 'EADDRINUSE'
          ? `Port ${config.port} on ${config.host} is taken. Set PORT to another one.`
          : `The service cannot listen on ${config.host}, port ${config.port}: ${error.message}.`
      fail(new StartError(taken))
    })
    server.listen(config.port, config.host, () => settle())
  })
}

function announce(server: Server, key: string | null, begun: number): void {
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
}

/** Resolves on the first SIGTERM or SIGINT, also one that comes while the service still starts; the second stops at once. */
function stopSignal(): Promise<void> {
  return new Promise((settle) => {
    let asked = false
    const stop = () => {
      if (asked) process.exit(1)
      asked = true
      settle()
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    if (!startedByNpm) return
    // npm hands SIGTERM to a shell between us, which may die of it without a word: its absence is the signal then.
    const shell = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === shell) return
      clearInterval(watch)
      if (!asked) stop()
    }, 250).unref()
  })
}

process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected and nobody listened'))

await run().then(
  () => process.exit(0),
  (error) => {
    const known =
      error instanceof StartError ||
      error instanceof DatabaseError ||
      error instanceof EmbeddedPostgresError ||
      error instanceof MigrationError
    if (known) process.stderr.write(`${error.message}\n`)
    else log.fatal({ err: error }, 'the service could not start')
    process.exit(1)
  },
)
