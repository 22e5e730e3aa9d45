import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { exampleName, exampleRequest, shortened } from '../../rest-compat/openapi/example.ts'
import { routes } from '../../rest-compat/routes.ts'
import { serveRoutes } from '../../rest-compat/served-route.ts'
import { issueKey } from '../account/key/key.store.ts'
import { openCatalog } from '../catalog/catalog.ts'
import { loadReference } from '../catalog/reference/reference.ingest.ts'
import { closeDatabase, openDatabase } from '../core/database/db.ts'
import { acquireThrowawayPostgres } from '../core/database/embedded/throwaway-postgres.ts'
import { migrate } from '../core/database/migration/migrate.ts'
import { Notifications } from '../core/database/notifications.ts'
import { loadFirstDemoMarket } from '../demo/demo-market.ingest.ts'
import { loadFirstDemoNews } from '../demo/demo-news.ingest.ts'
import { loadFirstDemoFigures } from '../demo/first-demo.ingest.ts'
import { openFigures } from '../financial/screen/figures.ts'
import { openEnricher } from '../impact/enricher.ts'
import { openMarket } from '../market/market.ts'
import { watchNews } from '../news/feed/until-news.ts'
import { openOptions } from '../option/history/options.ts'
import { openReports } from '../positioning/report-keeper.ts'
import { schema } from '../schema.ts'
import { openFrame } from '../screen/frame/frame.ts'
import { createApp } from '../yoga.ts'
import { newCommand, runCommand } from './command.ts'

/** The moment the demo data ends at: samples differ only when answers do. */
const CLOCK = { now: () => Date.UTC(2026, 10, 20, 12, 0, 5) }
const FILE = new URL('../../rest-compat/openapi/examples.json', import.meta.url)
/** Writes come first, so that reads find something; what deletes comes last. */
const ORDER = ['POST', 'PUT', 'PATCH', 'GET', 'DELETE']

const command = newCommand(
  'examples',
  'Writes the sample answers of the REST reference, made on the demo data of a fixed moment on a temporary server.',
  'examples',
).action(async () => {
  await using opened = new AsyncDisposableStack()
  const server = await acquireThrowawayPostgres('examples')
  opened.defer(() => server.release())
  await migrate(server.connectionString)
  openDatabase(server.connectionString, 8, () => {})
  opened.defer(closeDatabase)
  await loadReference()
  const notifications = new Notifications(server.connectionString)
  opened.defer(() => notifications.close())
  await Promise.all([notifications.open(), openEnricher()])
  await openCatalog(notifications)
  watchNews(notifications)
  await loadFirstDemoMarket(CLOCK)
  await loadFirstDemoFigures(CLOCK, () => {})
  await openMarket(notifications)
  await openReports(notifications)
  await openOptions(notifications)
  await openFigures(notifications)
  await loadFirstDemoNews(CLOCK)
  const screener = await openFrame({ connectionString: server.connectionString, folder: null }, null)
  opened.defer(() => screener.close())
  while (!screener.ready) await pause(100)
  const answers = await answersOfExamples()
  await writeFile(FILE, `${JSON.stringify(answers, null, 2)}\n`)
})

await runCommand(command)

async function answersOfExamples(): Promise<Record<string, unknown>> {
  const app = createApp({ clock: CLOCK, billingPeriod: 'day' })
  const issued = await issueKey('personal', 'examples')
  if (!issued) throw new Error('There is no plan "personal".')
  const answers = new Map<string, unknown>()
  const served = serveRoutes(routes, schema)
  for (const route of served.toSorted((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))) {
    const { path, ...call } = exampleRequest(route)
    const headers = { ...call.headers, authorization: `Bearer ${issued.key}` }
    const response = await app.fetch(`http://localhost${path}`, { ...call, headers })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${route.method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    answers.set(exampleName(route), shortened(answer))
  }
  return Object.fromEntries(served.map((route) => [exampleName(route), answers.get(exampleName(route))]))
}
