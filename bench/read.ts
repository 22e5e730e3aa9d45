import { deepStrictEqual } from 'node:assert'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { CONTESTS, type Contest } from './contests.ts'
import { newsLines } from './news.ts'
import { median } from './quantile.ts'
import { type BenchService, freshDataDir, runNode, startNode, startService, stopNode, writeLines } from './service.ts'

const ARTICLES = 20_000
const ROUNDS = 5
const SECONDS = 3
/** Numbers of connections; admissions and charges of concurrent requests share their statements. */
const CONNECTIONS = [16, 64]

interface Contender {
  readonly name: string
  readonly url: string
  readonly requests: autocannon.Request[]
}

/**
 * Requests/s over REST and GraphQL compared with a bare handler on the same rows, interleaved in one run. The service checks keys, counts
 * limits and charges durably; the bare handler only runs its statement. `read {id}/prices` runs only the calls with that name.
 */
export async function benchRead([only = '']: string[] = []): Promise<void> {
  const dataDir = await freshDataDir()
  const file = join(dataDir, 'news.jsonl')
  await writeLines(file, newsLines(ARTICLES))
  await runNode('src/cli/demo.ts', ['--articles', '0'], dataDir)
  await runNode('src/cli/ingest.ts', ['news', file], dataDir)
  const service = await startService(dataDir)
  const bare = await startNode('bench/bare/server.ts', [], dataDir)
  try {
    for (const contest of CONTESTS.filter(({ title }) => title.includes(only))) {
      await requireEqualAnswers(contest, service, bare.base)
      for (const connections of CONNECTIONS) {
        const rates = await timed(listContenders(contest, service, bare.base), connections)
        process.stdout.write(report(contest.title, connections, rates))
      }
    }
  } finally {
    await stopNode(bare.child)
    await service.stop()
  }
}

function listContenders({ paths, twins }: Contest, { base, key }: BenchService, bare: string): Contender[] {
  const headers = { authorization: `Bearer ${key}` }
  return [
    { name: 'bare node:http + pg', url: bare, requests: paths.map((path) => ({ path })) },
    { name: 'REST', url: base, requests: paths.map((path) => ({ path, headers })) },
    {
      name: 'GraphQL twin',
      url: base,
      requests: twins.map((twin) => ({
        method: 'POST',
        path: '/graphql',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(twin),
      })),
    },
  ]
}

/** Throws when service and bare handler give different answers, which would make the comparison meaningless. */
async function requireEqualAnswers({ paths, same }: Contest, { base, key }: BenchService, bare: string): Promise<void> {
  if (!same) return
  for (const path of paths) {
    const read = async (url: string): Promise<unknown> =>
      same(await (await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })).json())
    deepStrictEqual(await read(bare), await read(base))
  }
}

/** Requests/s of each contender, interleaved round by round. */
export async function timed(contenders: readonly Contender[], connections: number): Promise<Map<string, number[]>> {
  const rates = new Map<string, number[]>()
  for (let round = -1; round < ROUNDS; round++) {
    for (const { name, url, requests } of contenders) {
      const result = await autocannon({ url, requests, connections, duration: round < 0 ? 1 : SECONDS })
      if (result.non2xx > 0 || result.errors > 0)
        throw new Error(`${name}: ${result.non2xx} answers were not 2xx, ${result.errors} failed.`)
      if (round >= 0) rates.set(name, [...(rates.get(name) ?? []), result.requests.average])
    }
  }
  return rates
}

/** The rates as lines, each beside those of the first contender. */
export function report(title: string, connections: number, rates: ReadonlyMap<string, readonly number[]>): string {
  const peer = [...rates.values()][0] ?? []
  const lines = [...rates].map(([name, figures]) => {
    const ratio = median(figures.map((figure, round) => figure / (peer[round] ?? figure)))
    const spread = `(${Math.min(...figures).toFixed(0)}-${Math.max(...figures).toFixed(0)})`
    return `  ${name.padEnd(20)} ${median(figures).toFixed(0).padStart(6)} req/s  ${spread.padEnd(15)} ${ratio.toFixed(2)} of the bare handler\n`
  })
  return `${title}: ${connections} connections, median of ${ROUNDS} interleaved rounds\n${lines.join('')}`
}
