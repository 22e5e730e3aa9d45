import type { ModelSettings } from '../../core/config.ts'
import { log } from '../../core/log.ts'
import { systemClock } from '../../core/time/clock.ts'
import { createModel, type Model } from './model.source.ts'

/** A model with the clock and the log of this process. */
export function configuredModel(settings: ModelSettings): Model {
  return createModel(settings, { clock: systemClock, log })
}
