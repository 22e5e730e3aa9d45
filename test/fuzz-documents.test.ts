import { monitorEventLoopDelay } from 'node:perf_hooks'
import { beforeAll, expect, test } from 'vitest'
import { loadFirstDemoNews } from '../src/demo/demo-news.ingest.ts'
import { clock, ingest, useApp } from './setup/app.ts'
import { corpus } from './setup/corpus.ts'
import { heldBytes } from './setup/effort.ts'
import { randomDocument, randomFrom } from './setup/random-document.ts'

const app = useApp()

/** `FUZZ_DOCUMENTS=20000 npx vitest run test/fuzz-documents.test.ts` runs the whole of it, on demo news, and prints figures. */
const COUNT = Number(process.env['FUZZ_DOCUMENTS'] ?? 300)
const IN_FULL = COUNT > 1_000
const SEED = Number(process.env['FUZZ_SEED'] ?? 20261121)
const DEADLINE_MS = 30_000
/** How much the heap may grow between the first tenth of the documents, which fill caches, and the end. */
const GROWTH_BYTES_MAX = 150_000_000
const AT_ONCE = 4

beforeAll(async () => {
  if (IN_FULL) await loadFirstDemoNews(clock, { seed: 1, days: 90, articles: 1_200 })
  else await ingest(corpus())
})

test(`${COUNT} random documents are each refused or answered within the deadline, in flat memory`, async () => {
  const key = await app.keyWith({ credits: null })
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const statuses = new Map<number, number>()
  const slowest = { ms: 0, query: '' }
  const heaps: number[] = []
  let next = 0
  const worker = async () => {
    while (next < COUNT) {
      const index = next++
      const query = randomDocument(randomFrom(SEED + index))
      const begun = performance.now()
      const response = await app.fetch('/graphql', {
        method: 'POST',
        key,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const text = await response.text()
      const ms = performance.now() - begun
      if (ms > slowest.ms) Object.assign(slowest, { ms, query })
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      expect([200, 400, 504], `${text.slice(0, 300)}\n${query}`).toContain(response.status)
      expect(text, query).not.toContain('"INTERNAL"')
      // How late the deadline is kept depends on the machine; that it is kept does not.
      expect(ms, query).toBeLessThan(2 * DEADLINE_MS)
      if (index % Math.ceil(COUNT / 10) === 0) heaps.push(heldBytes())
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  delays.disable()
  if (IN_FULL) {
    const figures = {
      statuses: Object.fromEntries(statuses),
      slowestMs: Math.round(slowest.ms),
      loopHeldMs: { p99: delays.percentile(99) / 1e6, most: delays.max / 1e6 },
      heapsMB: heaps.map((bytes) => Math.round(bytes / 1e6)),
    }
    process.stdout.write(`${JSON.stringify(figures)}\n${slowest.query}\n`)
  }
  // Some of both, or nothing was tried.
  expect(statuses.get(200)).toBeGreaterThan(COUNT / 20)
  expect(statuses.get(400)).toBeGreaterThan(COUNT / 20)
  expect((heaps.at(-1) ?? 0) - (heaps[1] ?? 0)).toBeLessThan(GROWTH_BYTES_MAX)
}, 3_600_000)
