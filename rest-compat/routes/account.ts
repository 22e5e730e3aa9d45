import { z } from 'zod'
import { parsePreferences, unwrapPreferences } from '../../src/account/preference.ts'
import type { Route } from '../route.ts'

const nothing = z.strictObject({})

/** The caller's account and preferences. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/account',
    summary: 'Plan, balance, quota and rate limit of the key.',
    input: nothing,
    document: `{ account { plan balance quota { used limit resets_at: resetsAt period }
      rate_limit: rateLimit { limit_per_minute: limitPerMinute remaining reset_at: resetAt } unlimited } }`,
    at: 'account',
  },
  {
    method: 'GET',
    path: '/v1/me/prefs',
    summary: 'The saved preferences.',
    input: nothing,
    document: '{ preferences { prefs } }',
    at: 'preferences',
  },
  {
    method: 'PUT',
    path: '/v1/me/prefs',
    summary: 'Replaces the saved preferences as a whole.',
    input: nothing,
    // The body is the caller's own object, wrapped in `prefs` or not: its keys are data, not parameters.
    bodyToInput: (body) => ({ prefs: parsePreferences(unwrapPreferences(body)) }),
    document: 'mutation ($prefs: JSON!) { setPreferences(prefs: $prefs) { ok prefs } }',
    at: 'setPreferences',
    cost: 'preferences',
    example: { watchlist: ['AAPL', 'NVDA'] },
  },
]
