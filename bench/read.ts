import { join } from 'node:path'
import autocannon from 'autocannon'
import { newsLines } from './news.ts'
import { freshDataDir, median, runNode, startNode, startService, stopNode, writeLines } from './service.ts'

const ARTICLES = 20_000
const ROUNDS = 5
const SECONDS = 4
const CONNECTIONS = 16
const TICKERS = ['AAPL.US', 'NVDA.US', 'TSLA.US', 'SAP.XETRA', '7203.JP', 'SHEL.LSE', 'ASML.AS', 'JPM.US']

const DOCUMENT = `query ($id: String!) { stock(id: $id) { news(limit: 20) { count total items {
  jobId title published source impactScore briefText briefLang newsTypes dupCount direction aspect magnitude tagged role exposure rationale
  url storyId ticker impacts { ticker name direction aspect magnitude tagged role exposure relevance rationale hop path }
  megatrends { nodeId name } } } } }`

/** Requests/s of a stock's news over REST and GraphQL beside a bare handler on the same rows, interleaved in one run. */
export async function benchRead(): Promise<void> {
  const dataDir = await freshDataDir()
  const file = join(dataDir, 'news.jsonl')
  await writeLines(file, newsLines(ARTICLES))
  await runNode('src/cli/ingest.ts', ['news', file], dataDir)
  const service = await startService(dataDir)
  const bare = await startNode('bench/bare-server.ts', [], dataDir)
  const headers = { authorization: `Bearer ${service.key}` }
  const contenders: Record<string, { url: string; requests: autocannon.Request[] }> = {
    'bare node:http + pg': {
      url: bare.base,
      requests: TICKERS.map((ticker) => ({ path: `/v1/stocks/${ticker}/news?limit=20` })),
    },
    'REST /v1/stocks/{id}/news': {
      url: service.base,
      requests: TICKERS.map((ticker) => ({ path: `/v1/stocks/${ticker}/news?limit=20`, headers })),
    },
    'GraphQL twin': {
      url: service.base,
      requests: TICKERS.map((id) => ({
        method: 'POST',
        path: '/graphql',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: DOCUMENT, variables: { id } }),
      })),
    },
  }
  const rates = new Map<string, number[]>()
  for (let round = -1; round < ROUNDS; round++) {
    for (const [name, { url, requests }] of Object.entries(contenders)) {
      const result = await autocannon({ url, requests, connections: CONNECTIONS, duration: round < 0 ? 2 : SECONDS })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed.`)
      if (round >= 0) rates.set(name, [...(rates.get(name) ?? []), result.requests.average])
    }
  }
  const peer = rates.get('bare node:http + pg') ?? []
  process.stdout.write(
    `20 rows of a stock's news, ${ARTICLES} articles, ${CONNECTIONS} connections, median of ${ROUNDS} interleaved rounds\n`,
  )
  for (const [name, figures] of rates) {
    const ratio = median(figures.map((figure, round) => figure / (peer[round] ?? figure)))
    process.stdout.write(
      `  ${name.padEnd(28)} ${median(figures).toFixed(0).padStart(6)} req/s  (${Math.min(...figures).toFixed(0)}-${Math.max(...figures).toFixed(0)})  ${ratio.toFixed(2)} of the bare handler\n`,
    )
  }
  await stopNode(bare.child)
  await service.stop()
}
