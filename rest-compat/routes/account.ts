import { parsePreferences, unwrapPreferences } from '../../src/account/preference/preference.ts'
import type { Route } from '../route.ts'

/** The caller's account and preferences. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/account',
    summary: 'Plan, balance, quota and rate limit of the key.',
    field: 'account',
    ofTheCaller: true,
    select: `plan balance quota { used limit resets_at: resetsAt period }
      rate_limit: rateLimit { limit_per_minute: limitPerMinute remaining reset_at: resetAt } unlimited`,
  },
  {
    method: 'GET',
    path: '/v1/me/prefs',
    summary: 'The saved preferences.',
    field: 'preferences',
    ofTheCaller: true,
    select: 'prefs: value',
  },
  {
    method: 'PUT',
    path: '/v1/me/prefs',
    summary: 'Replaces the saved preferences as a whole.',
    field: 'setPreferences',
    // The body is the caller's own object, wrapped in `prefs` or not: its keys are data, not parameters.
    bodyToInput: (body) => ({ value: parsePreferences(unwrapPreferences(body), 'prefs') }),
    select: 'ok prefs: value',
    example: { watchlist: ['AAPL', 'NVDA'] },
  },
]
