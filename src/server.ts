import './core/env-file.ts'

import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { forgetRateWindows } from './account/admission/admission.store.ts'
import { ANSWER_KEPT_MS } from './account/idempotency/run-once.ts'
import { forgetAnswers } from './account/idempotency/stored-answer.store.ts'
import { demoKey, demoKeyFile } from './account/key/demo-key.ts'
import { RATE_WINDOW_MS } from './account/metering/billing-period.pure.ts'
import { voidWaiting } from './account/metering/unanswered-charge.ts'
import { bannerLines } from './banner.pure.ts'
import { catalog, openCatalog } from './catalog/catalog.ts'
import { loadReference } from './catalog/reference/reference.ingest.ts'
import { config, startedByNpm } from './core/config.ts'
import { PATIENT_CONNECT_MS_MAX } from './core/database/connection.ts'
import { connect } from './core/database/database.ts'
import { prisma } from './core/database/db.ts'
import { Notifications } from './core/database/notifications.ts'
import { operatorMessage } from './core/database/operator-message.ts'
import { makeFolder } from './core/file/file-access.ts'
import { LOOPBACK_HOST } from './core/http/connection/direct-call.ts'
import { drainable } from './core/http/connection/drain.ts'
import { log } from './core/log.ts'
import { systemClock } from './core/time/clock.ts'
import { loadFirstDemoMarket } from './demo/demo-market.ingest.ts'
import { loadFirstDemoNews } from './demo/demo-news.ingest.ts'
import { loadFirstDemoFigures } from './demo/first-demo.ingest.ts'
import { warmConceptFinder } from './financial/concept/find-concept.ts'
import { closeFigures, openFigures } from './financial/screen/figures.ts'
import { warmPatternFinder } from './financial/screen/find-pattern.ts'
import { createFront } from './front.ts'
import { currentEnricher, openEnricher, prepareEnricher } from './impact/enricher.ts'
import { openMacro, warmMacroFinders } from './macro/upstreams.ts'
import { openMarket } from './market/market.ts'
import { watchNews } from './news/feed/until-news.ts'
import { openOptions } from './option/history/options.ts'
import { openGraphiql } from './pages/graphiql.ts'
import { startDraining } from './pages/readiness.ts'
import { openReports } from './positioning/report-keeper.ts'
import { warmSignalFinder } from './screen/find/find-signal.ts'
import { openFrame } from './screen/frame/frame.ts'
import { warmCodeFinder } from './trade-flow/hs/find-hs.ts'
import { createApp } from './yoga.ts'

/** The machine does not give what the service needs; the message is for the operator as it stands. */
class StartError extends Error {
  override name = 'StartError'
}

/** The service was asked to stop before it had started. */
class StoppedError extends Error {
  override name = 'StoppedError'
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super('Stopped before the start was done; the next start goes on from there.')
    this.signal = signal
  }
}

/** How long charges of unanswered calls may take to be voided at the end. */
const VOID_MS_MAX = 2_000

/** Serves until asked to stop, then drains; whatever was opened is let go in the opposite order, also when the start fails. */
async function run(): Promise<void> {
  const begun = performance.now()
  let stopping: NodeJS.Signals | null = null
  const asked = stopSignal().then((signal) => {
    stopping = signal
  })
  await using opened = new AsyncDisposableStack()
  const drain = await open(opened, begun, () => {
    if (stopping) throw new StoppedError(stopping)
  }).catch((error) => {
    throw stopping ? new StoppedError(stopping) : error
  })
  await asked
  startDraining()
  const graceMs = config.shutdownGraceSeconds * 1_000
  setTimeout(() => {
    log.fatal('the service did not end in time: what was still open is cut')
    process.exit(1)
  }, graceMs + CLOSE_MS_MAX).unref()
  await drain(graceMs)
}

/** How long closing what is open may take after the grace of requests under way. */
const CLOSE_MS_MAX = 10_000

/** Opens everything up to the port; returns what drains the requests. `goOn` throws once the service was asked to stop. */
async function open(
  opened: AsyncDisposableStack,
  begun: number,
  goOn: () => void,
): Promise<(graceMs: number) => Promise<void>> {
  await makeFolder(config.dataDir).catch((error) => {
    throw new StartError(`The data folder ${config.dataDir} cannot be made: ${error.message}.`)
  })
  let serving = false
  const database = await connect({ as: `market-impact service, process ${process.pid}` }, () => serving)
  opened.defer(() => database.close())
  opened.defer(() => Promise.race([voidWaiting(), pause(VOID_MS_MAX, undefined, { ref: false })]))
  goOn()
  const loaded = await loadReference()
  const notifications = new Notifications(database.connectionString, (error) => {
    // A start that loses its database fails, and says why itself.
    log[serving ? 'warn' : 'debug']({ err: error }, 'listener connection failed')
  })
  opened.defer(() => notifications.close())
  // One after the other: reading the rules holds the event loop, which would look like a database that does not answer.
  await notifications.open(PATIENT_CONNECT_MS_MAX)
  await openEnricher()
  await openCatalog(notifications, null, prepareEnricher)
  watchNews(notifications)
  goOn()
  if (config.demo) await loadFirstDemoMarket(systemClock)
  goOn()
  // Its threads read the bars while the rest is loaded.
  const screener = await openFrame(
    { connectionString: database.connectionString, folder: join(config.dataDir, 'screen') },
    notifications,
  )
  opened.defer(() => screener.close())
  if (config.demo) await loadFirstDemoFigures(systemClock, goOn)
  await openMarket(notifications)
  openMacro(config.macro, notifications)
  await Promise.all([openReports(notifications), openOptions(notifications)])
  if (config.demo) await loadFirstDemoNews(systemClock)
  goOn()
  // Made in one go, for calls cannot go between: the rules, and Prisma's compiler, which its first query loads.
  currentEnricher()
  await prisma.plan.findFirst()
  // Calls that need figures wait for them; all others need not.
  void openFigures(notifications)
  opened.defer(closeFigures)
  // A key that everybody on this machine is shown has no place in a database of others.
  const key = config.demo && config.databaseUrl === null ? await demoKey(config.dataDir) : null
  const local = LOOPBACK_HOST.test(config.host)
  const app = createApp({ demoKey: local ? key : null, local, metricsToken: config.metricsToken })
  const server = createFront(app, {
    bodyBytesMax: config.requestBodyBytesMax,
    connectionsMax: config.connectionsMax,
    connectionsPerAddressMax: config.connectionsPerAddressMax,
  })
  const drain = drainable(server)
  await listen(server)
  const sweep = setInterval(() => void forgetExpired(systemClock.now()).catch(() => {}), FORGET_EVERY_MS)
  opened.defer(() => clearInterval(sweep))
  database.lost.then(() => {
    log.fatal('the embedded PostgreSQL went away; see postgres.log in DATA_DIR')
    process.exit(1)
  })
  serving = true
  announce(server, key, begun)
  let isOpen = true
  opened.defer(() => {
    isOpen = false
  })
  void warm(() => isOpen)
  log.debug({ migrated: database.migrated, loaded }, 'started')
  return drain
}

/**
 * Prepares what the first call of its kind would have to wait for, one after the other and a few milliseconds at a time.
 * The first seconds belong to those who waited for the start.
 */
async function warm(isOpen: () => boolean): Promise<void> {
  await pause(WARM_AFTER_MS, undefined, { ref: false })
  const preparations = [
    () => catalog().warm(),
    openGraphiql,
    warmConceptFinder,
    warmPatternFinder,
    warmSignalFinder,
    warmMacroFinders,
    () => warmCodeFinder(systemClock),
  ]
  for (const prepare of preparations) {
    await pause(CALLS_TURN_MS)
    if (!isOpen()) return
    await prepare()
  }
}

/** How long after the start preparations begin. */
const WARM_AFTER_MS = 3_000
/** A call waits for the database several times: one turn of the event loop would not bring it far. */
const CALLS_TURN_MS = 25

/** How often what has expired is deleted. */
const FORGET_EVERY_MS = 60_000
/** Counts of minutes that are over are of no use; some stay, for clocks that differ. */
const RATE_WINDOWS_KEPT_MS = 10 * RATE_WINDOW_MS

async function forgetExpired(nowMs: number): Promise<void> {
  await forgetRateWindows(nowMs - RATE_WINDOWS_KEPT_MS)
  await forgetAnswers(nowMs - ANSWER_KEPT_MS)
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
  const seconds = (performance.now() - begun) / 1000
  const lines = bannerLines({
    base,
    seconds,
    key,
    keyFile: demoKeyFile(config.dataDir),
    terminal: process.stdout.isTTY,
  })
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Resolves on the first SIGTERM or SIGINT, also one that comes while the service still starts; the second stops at once. */
function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((settle) => {
    let asked = false
    const stop = (signal: NodeJS.Signals) => {
      if (asked) process.exit(1)
      asked = true
      settle(signal)
    }
    process.on('SIGTERM', stop)
    process.on('SIGINT', stop)
    if (!startedByNpm) return
    // npm hands SIGTERM to a shell between us, which may die of it without a word: its absence is the signal then.
    const shell = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === shell) return
      clearInterval(watch)
      if (!asked) stop('SIGTERM')
    }, 250).unref()
  })
}

process.on('unhandledRejection', (error) => log.error({ err: error }, 'a promise was rejected and nobody listened'))

await run().then(
  () => process.exit(0),
  (error) => {
    // Ctrl-C ends a start like any command; who manages services by SIGTERM asked for an orderly end and has it.
    if (error instanceof StoppedError && error.signal === 'SIGTERM') process.exit(0)
    const isOurs = error instanceof StartError || error instanceof StoppedError
    const message = isOurs ? error.message : operatorMessage(error)
    if (message !== null) process.stderr.write(`${message}\n`)
    else log.fatal({ err: error }, 'the service could not start')
    process.exit(error instanceof StoppedError ? 130 : 1)
  },
)
