import type { ScreenTimeframe } from '../technical/line-key.pure.ts'
import { patternRow, resolveSignal } from '../technical/resolve-signal.ts'
import type { GivenSignal, GivenStep } from './technical.input.ts'
import type { Signal, Step } from './technical-leg.ts'

/** Steps as they are evaluated, with notes on what was read differently from how it was given. */
export function readSteps(
  given: readonly GivenStep[],
  timeframe: ScreenTimeframe,
): { readonly steps: readonly Step[]; readonly notes: readonly string[] } {
  const notes: string[] = []
  const steps = given.map(
    ({ anchor, quals = [] }, at): Step => ({
      anchor: anchor.map((signal, index) => {
        const place = `ta[${at}].anchor[${index}]`
        if (signal.timeframe !== undefined && signal.timeframe !== timeframe)
          notes.push(
            `${place}: timeframe ${signal.timeframe} was not used, for anchors follow the request (${timeframe}).`,
          )
        return readSignal(signal, timeframe, place, notes)
      }),
      quals: quals.map(({ any, within }, qual) => ({
        any: any.map((signal, index) =>
          readSignal(
            signal,
            timeframeOf(signal.timeframe ?? timeframe),
            `ta[${at}].quals[${qual}].any[${index}]`,
            notes,
          ),
        ),
        within: Math.floor(within),
      })),
    }),
  )
  return { steps, notes }
}

function readSignal(given: GivenSignal, timeframe: ScreenTimeframe, place: string, notes: string[]): Signal {
  const resolved = resolveSignal(given)
  if (resolved.signal === null) throw new Error(`The rules let pass a signal that cannot be: ${given.pattern}.`)
  for (const note of resolved.notes) notes.push(`${place}: ${note}`)
  const { pattern, kind, a, b, forBars, windowBars } = resolved.signal
  const isOverWindow = pattern === 'net_change_up' || pattern === 'net_change_dn'
  return {
    pattern,
    a,
    b,
    forBars,
    // The bars that the change is over; of all other patterns those that they are looked for in.
    windowBars: isOverWindow ? windowBars : null,
    timeframe,
    lookbackBars: isOverWindow ? patternRow(pattern).windowBars : windowBars,
    isPresent: kind === 'state' && (isOverWindow || given.windowBars === undefined),
  }
}

/** The timeframe of its number. */
export function timeframeOf(number: number): ScreenTimeframe {
  return number === 2 || number === 3 ? number : 1
}
