import { createServer, type IncomingHttpHeaders } from 'node:http'
import pg from 'pg'
import { acquireEmbeddedPostgres } from '../../src/core/database/embedded/embedded-postgres.ts'
import { bareSeries, chargedSeries } from './macro.ts'
import { bareBars, bareBatch, barePrice } from './market.ts'
import { bareNews } from './news.ts'

/** A path of the bare handler: a prepared statement and the answer made from its rows. */
export interface BarePath {
  readonly name: string
  readonly text: string
  readonly values: (url: URL, headers: IncomingHttpHeaders) => unknown[]
  // biome-ignore lint/suspicious/noExplicitAny: the statement determines the rows.
  readonly body: (rows: any[]) => unknown
}

/**
 * Baseline of `bench read`: node:http and pg with one hand-written statement per path for the same rows in the same shape; without
 * authentication, rate limit, charge, total count or validation.
 */
const embedded = await acquireEmbeddedPostgres(process.env['DATA_DIR'] ?? './.data', null)
const pool = new pg.Pool({ connectionString: embedded.connectionString, max: 8 })

function pathOf({ pathname }: URL, { authorization }: IncomingHttpHeaders): BarePath {
  if (pathname === '/v1/stocks/prices') return bareBatch
  if (pathname.endsWith('/usmacro/series')) return authorization === undefined ? bareSeries : chargedSeries
  if (pathname.endsWith('/news')) return bareNews
  return pathname.endsWith('/ohlcv') ? bareBars : barePrice
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const path = pathOf(url, request.headers)
  const { rows } = await pool.query({ name: path.name, text: path.text, values: path.values(url, request.headers) })
  const body = JSON.stringify(path.body(rows))
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.stdout.write(`bare on http://127.0.0.1:${address.port}\n`)
})
process.on('SIGTERM', async () => {
  server.close()
  server.closeAllConnections()
  await pool.end()
  await embedded.release()
  process.exit(0)
})
