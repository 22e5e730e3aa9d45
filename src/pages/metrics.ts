import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** The metrics that /metrics shows. Labels are few and fixed: never a query, ticker or key. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })

/** Part of the service a request came to. */
export type Face = 'graphql' | 'rest' | 'page'

const requestSeconds = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Duration of HTTP requests.',
  labelNames: ['face', 'status'],
  buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

const bySide = new Map<string, Histogram.Internal<'face' | 'status'>>()

/** Duration of requests by face and status; each series is created once. */
export function secondsOf(face: Face, status: number): Histogram.Internal<'face' | 'status'> {
  const key = `${face} ${status}`
  const known = bySide.get(key)
  if (known) return known
  const series = requestSeconds.labels(face, String(status))
  bySide.set(key, series)
  return series
}

/** Credits charged by plan. */
export const creditsCharged = new Counter({
  name: 'credits_charged_total',
  help: 'Credits charged.',
  labelNames: ['plan'],
  registers: [registry],
})
