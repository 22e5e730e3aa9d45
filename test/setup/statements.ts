import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

/** A statement as it was sent to the database. */
export interface Sent {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Runs `work` and tells the statements it sent to the database, transactions included, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentOf(work)).map(({ text }) => text)
}

/** What is being listened to: heartbeats and reloads that go on beside it send statements of their own. */
const heard = new AsyncLocalStorage<object>()

/** As `statementsOf`, with the values of the statements. */
export async function sentOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const query: (...args: unknown[]) => unknown = pg.Client.prototype.query
  const sent: Sent[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: unknown, ...args: unknown[]) {
    const [statement, values] = args
    if (heard.getStore() === sent) sent.push({ text: textOf(statement), values: valuesOf(statement, values) })
    return Reflect.apply(query, this, args)
  })
  try {
    await heard.run(sent, work)
    return sent
  } finally {
    spy.mockRestore()
  }
}

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : 'a stream'
}

function valuesOf(sent: unknown, second: unknown): readonly unknown[] {
  const values = typeof sent === 'object' && sent !== null && 'values' in sent ? sent.values : second
  return Array.isArray(values) ? values : []
}
