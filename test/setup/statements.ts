import pg from 'pg'
import { vi } from 'vitest'

/** Runs `work` and tells the statements it sent to the database, transactions included, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return spy.mock.calls.map(([sent]: unknown[]) => textOf(sent))
  } finally {
    spy.mockRestore()
  }
}

function textOf(sent: unknown): string {
  if (typeof sent === 'string') return sent
  return typeof sent === 'object' && sent !== null && 'text' in sent ? String(sent.text) : 'a stream'
}
