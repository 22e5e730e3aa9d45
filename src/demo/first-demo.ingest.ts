import type { Clock } from '../core/time/clock.ts'
import { loadFirstDemoMacro } from './demo-macro.ingest.ts'
import { loadFirstDemoOptions } from './demo-option.ingest.ts'
import { loadFirstDemoPositions } from './demo-positioning.ingest.ts'
import { DEMO_MARKET } from './demo-size.ts'
import { loadFirstDemoStatements } from './demo-statement.ingest.ts'

/** What of the demo follows from its market, in the order in which it is loaded. */
const FIGURES = [loadFirstDemoStatements, loadFirstDemoPositions, loadFirstDemoOptions, loadFirstDemoMacro]

/** Loads the figures of the demo that were never loaded; between two parts `goOn` throws once the service was asked to stop. */
export async function loadFirstDemoFigures(clock: Clock, goOn: () => void): Promise<void> {
  for (const load of FIGURES) {
    await load(clock, DEMO_MARKET.seed)
    goOn()
  }
}
