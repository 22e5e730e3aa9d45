import { ownerOf } from '../../account/owner/owner-of.ts'
import { ApiError } from '../../core/errors.ts'
import type { Context } from '../../core/graphql/context.ts'
import { dayOfMs } from '../../core/time/day.pure.ts'
import { readScreen } from '../query/read-screen.ts'
import { runScreen, type ScreenResult } from '../query/run-screen.ts'
import { type ScreenDefinition, type ScreenInput, screenDefinition } from '../query/screen.input.ts'
import { requireSavedScreen } from './saved-screen.ts'

const DEFAULTS: ScreenDefinition = screenDefinition.parse({})

/** Runs a screen as it is given, or the saved one it names. */
export async function answerScreen(input: ScreenInput, context: Context): Promise<ScreenResult> {
  const { saved, asOf, limit, offset, all, ...given } = input
  const definition = saved === undefined ? given : await savedInstead(saved, given, context)
  const today = dayOfMs(context.clock.now())
  return runScreen(readScreen(definition), { asOf, limit, offset, all, today })
}

async function savedInstead(name: string, given: ScreenDefinition, context: Context): Promise<ScreenDefinition> {
  const { timeframe, sortBy, ...others } = given
  const isAlone =
    Object.values(others).every((value) => value === undefined) &&
    timeframe === DEFAULTS.timeframe &&
    sortBy === DEFAULTS.sortBy
  if (isAlone) return requireSavedScreen(ownerOf(context), name)
  throw new ApiError(
    'invalid_parameter',
    '"saved" stands for a whole screen: of the other parameters only the day, "limit", "offset" and "all" go with it.',
    { param: 'saved' },
  )
}
