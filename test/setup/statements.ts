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

/** As `statementsOf`, with the values of the statements. */
export async function sentOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.map(([sent, values]: unknown[]) => ({ text: textOf(sent), values: valuesOf(sent, values) }))
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
