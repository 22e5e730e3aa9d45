import { afterAll, beforeAll, inject } from 'vitest'
import { issueKey } from '../../src/account/key.store.ts'
import { closeDatabase, openDatabase, pool } from '../../src/core/db.ts'
import type { IngestSummary } from '../../src/core/ingest-summary.ts'
import { Notifications } from '../../src/core/notifications.ts'
import { currentModelScorer, currentReader, openEnricher } from '../../src/enrichment/enricher.ts'
import { openCatalog } from '../../src/listing/catalog.ts'
import { articleIdentity } from '../../src/news/article-identity.math.ts'
import type { NewsItem } from '../../src/news/feed-item.source.ts'
import { watchNews } from '../../src/news/feed-total.ts'
import { ingestNews } from '../../src/news/news.ingest.ts'
import { openMarket } from '../../src/price/market.ts'
import { createApp } from '../../src/yoga.ts'
import { onServer } from './server.ts'

/** A clock whose hands the test holds; begins at a fixed moment so that windows never turn by accident. */
export const clock = {
  ms: Date.UTC(2026, 10, 20, 12, 0, 5),
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
  /** Issues a key on a plan. */
  key(plan?: string): Promise<string>
  /** Makes a plan of its own and issues a key on it. */
  keyWith(plan: { credits: number | null; perMinute?: number }): Promise<string>
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
    const serverUrl = inject('serverUrl')
    await onServer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${inject('template')}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    openDatabase(url.href, 8, () => {})
    notifications = new Notifications(url.href)
    await Promise.all([notifications.open(), openEnricher()])
    await openCatalog(notifications)
    watchNews(notifications)
    await openMarket(notifications)
    app = createApp({ clock, billingPeriod: 'day' })
    unlimited = await issue('internal')
  })

  afterAll(async () => {
    await notifications.close()
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
      return app.fetch(`http://test${path}`, { ...init, headers })
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
    key: (plan = 'internal') => issue(plan),
    async keyWith({ credits, perMinute = 100_000 }) {
      const plan = `test_plan_${++plans}`
      await pool.query(
        'INSERT INTO plan (name, credits_per_day, requests_per_minute, unlimited) VALUES ($1, $2, $3, $4)',
        [plan, credits, perMinute, credits === null],
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
export function ingest(items: readonly NewsItem[]): Promise<IngestSummary> {
  async function* each() {
    yield* items
  }
  const tools = { read: currentReader(), scorer: currentModelScorer(), clock }
  return ingestNews('news', each(), tools)
}
