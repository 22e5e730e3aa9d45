import type { TestApp } from './app.ts'

/** Calls the portfolio paths of REST with one key. */
export function portfolioCalls(app: TestApp, key?: string) {
  const own = key === undefined ? {} : { key }
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await app.fetch(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...sent,
      ...own,
    })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  return {
    send,
    get: (path: string) => send('GET', path),
    /** Creates a portfolio and returns its path. */
    async create(facts: Record<string, unknown> = {}): Promise<string> {
      const { body } = await send('POST', '/v1/portfolios', { name: 'Test', ...facts })
      return `/v1/portfolios/${body.id}`
    },
    /** Enters a trade: `buy 10 AAPL.US 2026-11-12 100 [fee]`. */
    trade(path: string, line: string, headers: Record<string, string> = {}) {
      const [direction, quantity, ticker, date, price, fee = '0'] = line.split(' ')
      return send('POST', `${path}/trades`, { direction, quantity, ticker, date, price, fee }, headers)
    },
  }
}
