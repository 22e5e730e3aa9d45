import { ApiError } from '../../core/errors.ts'
import { readConditions } from '../../financial/screen/condition.input.ts'
import type { Condition } from '../../financial/screen/condition.pure.ts'
import { sortConcept } from '../../financial/screen/screen-companies.ts'
import type { OptionPattern } from '../../option/option-pattern.pure.ts'
import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { type DividendLeg, readDividendLeg } from './dividend-leg.ts'
import { readSteps, timeframeOf } from './read-signal.ts'
import type { ScreenDefinition } from './screen.input.ts'
import { requireWithinTail, type Step } from './technical-leg.ts'
import type { Universe } from './universe.ts'

/** How matches are ordered: by a figure, or by how recently the last step fired. */
type Order = { readonly by: 'figure'; readonly concept: number } | { readonly by: 'relevance' }

/** A screen as it is evaluated: names understood, defaults filled in; legs that were not asked for are null. */
export interface ReadScreen {
  readonly universe: Universe
  readonly timeframe: ScreenTimeframe
  readonly steps: readonly Step[] | null
  readonly conditions: readonly Condition[] | null
  readonly options: readonly OptionPattern[] | null
  readonly dividend: DividendLeg | null
  readonly order: Order
  readonly sortDir: 'asc' | 'desc'
  /** What was read differently from how it was given. */
  readonly notes: readonly string[]
}

/** Reads a screen that fits the rules; throws 400 when it has no leg to go by, or sorts by what there is not. */
export function readScreen(asked: ScreenDefinition): ReadScreen {
  const { universe = {}, ta, fundamental, options, dividend, sortBy, sortDir = 'desc' } = asked
  const timeframe = timeframeOf(asked.timeframe)
  if (!ta && !fundamental && !options)
    throw new ApiError(
      'invalid_body',
      dividend
        ? 'The dividend leg narrows another one: add "ta", "fundamental" or "options".'
        : 'A screen needs a leg: "ta", "fundamental" or "options", and "dividend" beside one of them.',
    )
  const technical = ta && readSteps(ta, timeframe)
  if (technical) requireWithinTail(technical.steps)
  const financial = fundamental && readConditions(fundamental, 'fundamental')
  const paid = dividend && readDividendLeg(dividend)
  return {
    universe,
    timeframe,
    steps: technical?.steps ?? null,
    conditions: financial?.conditions ?? null,
    options: options?.map(({ pattern }) => pattern) ?? null,
    dividend: paid?.leg ?? null,
    order:
      sortBy === 'relevance'
        ? { by: 'relevance' }
        : { by: 'figure', concept: sortConcept(sortBy, 'relevance or ').position },
    sortDir,
    notes: [...(technical?.notes ?? []), ...(financial?.notes ?? []), ...(paid?.notes ?? [])],
  }
}
