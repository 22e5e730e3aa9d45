import { deepStrictEqual } from 'node:assert'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { median } from './quantile.ts'
import { report, timed } from './read.ts'
import { type BenchService, freshDataDir, startNode, startService, stopNode } from './service.ts'

const MONTHS = 480
const FINDS = 400
const CONNECTIONS = [1, 16]
const PHRASES = [
  'how many people are out of work',
  'core inflation',
  'Staatsverschuldung',
  'price of a house',
  'are banks lending less',
  'taux de chômage des jeunes',
]
const SERIES = '/v1/ext/usmacro/series?series_id=UNRATE'

/**
 * p50 of finding series and indicators by phrases; of reading a kept series of 40 years by months, beside a bare handler that reads the same
 * kept answer, and one that charges for it as durably as the service does; and how often the upstream was asked meanwhile.
 */
export async function benchMacro(): Promise<void> {
  const upstream = await playFred()
  process.env['FRED_BASE_URL'] = upstream.base
  process.env['FRED_API_KEY'] = 'bench'
  const dataDir = await freshDataDir()
  const service = await startService(dataDir)
  const bare = await startNode('bench/bare/server.ts', [], dataDir)
  try {
    for (const path of ['usmacro/find', 'devbank/find']) {
      const times = await findTimes(service, path)
      process.stdout.write(`${path}: p50 ${median(times).toFixed(2)} ms of ${FINDS} phrases, one after another\n`)
    }
    await requireEqualAnswers(service, bare.base)
    const headers = { authorization: `Bearer ${service.key}` }
    const contenders = [
      { name: 'bare node:http + pg', url: bare.base, requests: [{ path: SERIES }] },
      { name: 'bare, charging', url: bare.base, requests: [{ path: SERIES, headers }] },
      { name: 'REST', url: service.base, requests: [{ path: SERIES, headers }] },
    ]
    for (const connections of CONNECTIONS) {
      const rates = await timed(contenders, connections)
      process.stdout.write(report(`kept series of ${MONTHS} months`, connections, rates))
      if (connections === 1) {
        const each = 1000 / median(rates.get('REST') ?? [])
        process.stdout.write(`  ${each.toFixed(2)} ms each\n`)
      }
      const ratios = (rates.get('REST') ?? []).map(
        (rate, round) => rate / (rates.get('bare, charging')?.[round] ?? rate),
      )
      process.stdout.write(`  REST is ${median(ratios).toFixed(2)} of the bare handler that charges\n`)
    }
    process.stdout.write(`  the upstream was asked ${upstream.asked()} times\n`)
  } finally {
    await stopNode(bare.child)
    await service.stop()
    upstream.close()
  }
}

async function findTimes({ base, key }: BenchService, path: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < FINDS; n++) {
    const query = encodeURIComponent(`${PHRASES[n % PHRASES.length]} ${n % 7 === 0 ? n : ''}`.trim())
    const begun = performance.now()
    const response = await fetch(`${base}/v1/ext/${path}?q=${query}`, { headers: { authorization: `Bearer ${key}` } })
    await response.text()
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`)
    times.push(performance.now() - begun)
  }
  return times
}

/** Throws when service and bare handler give different observations, which would make the comparison meaningless. */
async function requireEqualAnswers({ base, key }: BenchService, bare: string): Promise<void> {
  const read = async (url: string, headers: Record<string, string>): Promise<unknown> => {
    const response = await fetch(url + SERIES, { headers })
    const { observations }: { observations: unknown } = await response.json()
    return observations
  }
  const authorized = { authorization: `Bearer ${key}` }
  // The service first: it keeps what it was answered.
  const own = await read(base, authorized)
  deepStrictEqual(await read(bare, {}), own)
  deepStrictEqual(await read(bare, authorized), own)
}

/** A server that answers as FRED does: a made-up series, and no series for any search. */
async function playFred(): Promise<{ base: string; asked: () => number; close: () => void }> {
  let asked = 0
  const observations = Array.from({ length: MONTHS }, (_, month) => ({
    date: new Date(Date.UTC(1986, month, 1)).toISOString().slice(0, 10),
    value: (5 + Math.sin(month / 20)).toFixed(1),
  }))
  const server = createServer((request, response) => {
    const isSearch = request.url?.includes('/search')
    if (!isSearch) asked++
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isSearch ? { seriess: [] } : { observations }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { base: `http://127.0.0.1:${port}`, asked: () => asked, close: () => void server.close() }
}
