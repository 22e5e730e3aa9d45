import { afterAll, beforeAll, inject } from 'vitest'
import { issueKey } from '../../src/account/key/key.store.ts'
import { catalog, openCatalog } from '../../src/catalog/catalog.ts'
import type { Catalog } from '../../src/catalog/catalog-snapshot.ts'
import { closeDatabase, openDatabase, pool } from '../../src/core/database/db.ts'
import { Notifications } from '../../src/core/database/notifications.ts'
import type { IngestSummary } from '../../src/core/file/ingest-summary.ts'
import { closeFigures, openFigures } from '../../src/financial/screen/figures.ts'
import { currentArticleReader, currentRefiner, openEnricher } from '../../src/impact/enricher.ts'
import { openMacro } from '../../src/macro/upstreams.ts'
import { openMarket } from '../../src/market/market.ts'
import { watchNews } from '../../src/news/feed/until-news.ts'
import { articleIdentity } from '../../src/news/intake/article-identity.pure.ts'
import type { NewsItem } from '../../src/news/intake/feed-item.source.ts'
import { type IngestTools, ingestNews } from '../../src/news/intake/news.ingest.ts'
import { openOptions } from '../../src/option/history/options.ts'
import { openReports } from '../../src/positioning/report-keeper.ts'
import { createApp } from '../../src/yoga.ts'
import { onServer } from './server.ts'

/**
 * What is the same on every copy of the template, and takes long to make: kept for the next file of this worker. The enricher goes
 * with the catalogue.
 */
let unchanged: Catalog | null = null

const BEGIN_MS = Date.UTC(2026, 10, 20, 12, 0, 5)

/** A clock whose hands the test holds; begins at a fixed moment so that windows never turn by accident. */
export const clock = {
  ms: BEGIN_MS,
  now(): number {
    return this.ms
  },
}

/** What a test calls. */
export interface TestApp {
  /** Sends a request through the real handler. */
  fetch(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>
  /** Runs a GraphQL operation and returns the parsed answer. */
  graphql(query: string, variables?: Record<string, unknown>, key?: string): Promise<GraphQLAnswer>
  /** The key that is used where none is given. */
  unlimitedKey(): string
  /** Issues a key on a plan. */
  key(plan?: string): Promise<string>
  /** Makes a plan of its own and issues a key on it. */
  keyWith(plan: { credits: number | null; perMinute?: number; runningCalls?: number }): Promise<string>
}

/** A parsed GraphQL answer. */
interface GraphQLAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  data?: any
  errors?: { message: string; extensions: Record<string, unknown>; path?: (string | number)[] }[]
  extensions?: { credits: { charged: number; balance: number | null } }
}

/** Gives a test file its own copy of the migrated database and the whole app on it. Call at the top of the file. */
export function useApp(): TestApp {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`
  let notifications: Notifications
  let app: ReturnType<typeof createApp>
  let unlimited: string
  let plans = 0

  beforeAll(async () => {
    // Files share a worker and its modules.
    clock.ms = BEGIN_MS
    const serverUrl = inject('serverUrl')
    await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('template')} STRATEGY FILE_COPY`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    openDatabase(url.href, 8, () => {})
    notifications = new Notifications(url.href)
    await Promise.all([notifications.open(), unchanged ? null : openEnricher()])
    await openCatalog(notifications, unchanged)
    unchanged = catalog()
    watchNews(notifications)
    await openMarket(notifications)
    await openReports(notifications)
    await openOptions(notifications)
    await openFigures(notifications, { ahead: false })
    openMacro({ fred: null, worldBank: null, clock }, notifications)
    app = createApp({ clock, billingPeriod: 'day' })
    unlimited = await issue('internal')
  })

  afterAll(async () => {
    await notifications.close()
    closeFigures()
    await closeDatabase()
    await onServer(inject('serverUrl'), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })

  const issue = async (plan: string): Promise<string> => {
    const issued = await issueKey(plan, 'test')
    if (!issued) throw new Error(`There is no plan ${plan}.`)
    return issued.key
  }

  return {
    async fetch(path, { key = unlimited, ...init } = {}) {
      const headers = new Headers(init.headers)
      if (key !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${key}`)
      return app.fetch(`http://localhost${path}`, { ...init, headers })
    },
    async graphql(query, variables = {}, key = unlimited) {
      const response = await this.fetch('/graphql', {
        method: 'POST',
        key,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
      })
      return response.json()
    },
    unlimitedKey: () => unlimited,
    key: (plan = 'internal') => issue(plan),
    async keyWith({ credits, perMinute = 100_000, runningCalls = 10_000 }) {
      const plan = `test_plan_${++plans}`
      await pool.query(
        'INSERT INTO plan (name, credits_per_day, requests_per_minute, running_calls, unlimited) VALUES ($1, $2, $3, $4, $5)',
        [plan, credits, perMinute, runningCalls, credits === null],
      )
      return issue(plan)
    },
  }
}

/** A news item with everything optional filled in. */
export function newsItem(facts: Partial<NewsItem> & { title: string }): NewsItem {
  const item = {
    line: 1,
    published: new Date(clock.now() - 3_600_000),
    source: 'test_wire',
    url: null,
    text: null,
    lang: 'en',
    briefText: null,
    ...facts,
  }
  return { identity: articleIdentity(item), ...item }
}

/** Ingests items as the command would. */
export function ingest(
  items: readonly NewsItem[],
  tools: IngestTools = { reader: currentArticleReader(), refiner: currentRefiner(), clock },
): Promise<IngestSummary> {
  async function* each() {
    yield* items
  }
  return ingestNews('news', each(), tools)
}
