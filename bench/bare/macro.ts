import { randomUUID } from 'node:crypto'
import { keyDigest } from '../../src/account/key/api-key.ts'
import { DAY_MS } from '../../src/core/time/day.pure.ts'
import type { BarePath } from './server.ts'

interface KeptRow {
  readonly answer: string
}

/** The kept answer of an upstream as the observations of a series. */
export const bareSeries: BarePath = {
  name: 'series',
  text: `SELECT answer FROM upstream_answer WHERE upstream = 'FRED' AND scope = 'shared' AND request = 'series 1 ' || $1`,
  values: (url) => [url.searchParams.get('series_id')],
  body: ([row]: KeptRow[]) => {
    const { days, values }: { days: number[]; values: (number | null)[] } = JSON.parse(row?.answer ?? '{}')
    const observations = days.map((day, place) => ({
      date: new Date(day * DAY_MS).toISOString().slice(0, 10),
      value: values[place] ?? null,
      partial: false,
    }))
    return { observations, count: observations.length }
  },
}

/**
 * The same for the caller of a key, charged durably: one statement looks the key up, takes a credit, notes it in the ledger and reads the
 * answer. It is the least that a handler has to do whose charges are neither lost nor doubled.
 */
export const chargedSeries: BarePath = {
  name: 'charged series',
  text: `WITH paid AS (
           UPDATE credit_usage u SET used = u.used + 1
             FROM api_key k JOIN account o ON o.id = k.account_id JOIN plan p ON p.name = o.plan
            WHERE k.digest = $2 AND k.revoked_at IS NULL AND u.account_id = k.account_id AND u.period_start = $3
              AND (p.unlimited OR u.used < p.credits_per_day)
           RETURNING u.account_id
         ), ledger AS (
           INSERT INTO credit_charge (account_id, request_id, operation, credits, period_start, charged_at)
           SELECT account_id, $4, 'macroSeries', 1, $3, now() FROM paid
         )
         SELECT answer FROM upstream_answer, paid
          WHERE upstream = 'FRED' AND scope = 'shared' AND request = 'series 1 ' || $1`,
  values: (url, { authorization = '' }) => [
    url.searchParams.get('series_id'),
    keyDigest(authorization.slice('Bearer '.length)),
    new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS),
    randomUUID(),
  ],
  body: bareSeries.body,
}
