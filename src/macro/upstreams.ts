import type { Notifications } from '../core/database/notifications.ts'
import type { Clock } from '../core/time/clock.ts'
import { systemClock } from '../core/time/clock.ts'
import { type CachedUpstream, openCachedUpstream } from '../core/upstream/cached-upstream.ts'
import type { UpstreamSettings } from '../core/upstream/upstream.ts'
import { warmIndicatorFinder } from './development/find-indicator.ts'
import { WORLD_BANK } from './development/world-bank.source.ts'
import { forgetTold } from './find/told.ts'
import { warmSeriesFinder } from './us/find-series.ts'
import { FRED, type FredSettings } from './us/fred.source.ts'

/** The upstreams of macro data that are configured; null = what is stored has to do. */
export interface MacroUpstreams {
  readonly fred: { readonly upstream: CachedUpstream; readonly settings: FredSettings } | null
  readonly worldBank: { readonly upstream: CachedUpstream; readonly baseUrl: string } | null
}

/** How macro data are reached. */
export interface MacroSettings {
  readonly fred: FredSettings | null
  readonly worldBank: { readonly baseUrl: string } | null
  readonly clock?: Clock
  /** How upstreams are called where it is not as usual: by tests, which have no time. */
  readonly calls?: Partial<Pick<UpstreamSettings, 'attempts' | 'gapMs' | 'circuit'>>
}

/** FRED allows 120 requests a minute; the World Bank names no limit. */
const FRED_GAP_MS = 500
const WORLD_BANK_GAP_MS = 100
/** The longest series and the indicators of all countries stay below a half of it. */
const BYTES_MAX = 30_000_000
/** Below what a call may take, so that a caller hears of a slow upstream from us. */
const TIMEOUT_MS = 20_000

let current: MacroUpstreams = { fred: null, worldBank: null }

/** The upstreams in use. */
export function macroUpstreams(): MacroUpstreams {
  return current
}

/** Sets the upstreams up; what is told of series is forgotten whenever a process loads some. */
export function openMacro(
  { fred, worldBank, clock = systemClock, calls }: MacroSettings,
  notifications: Notifications | null,
): void {
  const shared = { timeoutMs: TIMEOUT_MS, attempts: 3, atOnce: 4, bytesMax: BYTES_MAX, clock }
  current = {
    fred: fred && {
      upstream: openCachedUpstream({ ...shared, name: FRED, gapMs: FRED_GAP_MS, ...calls }),
      settings: fred,
    },
    worldBank: worldBank && {
      upstream: openCachedUpstream({ ...shared, name: WORLD_BANK, gapMs: WORLD_BANK_GAP_MS, ...calls }),
      baseUrl: worldBank.baseUrl,
    },
  }
  forgetTold()
  notifications?.on('macro_changed', forgetTold)
}

/** Prepares the search now, so that no request waits for it. */
export async function warmMacroFinders(): Promise<void> {
  await warmSeriesFinder()
  await warmIndicatorFinder()
}
