import type { Flow, FlowQuestion } from './flow.pure.ts'
import { codesOf, type LoadedSlice, readLoadedFlows, readLoadedSlices } from './loaded-flow.store.ts'

/** What files hold of a question. */
export interface LoadedAnswer {
  readonly flows: readonly Flow[]
  /** Those of `flows` whose sums over codes are of every code that is asked for. */
  readonly summable: readonly Flow[]
  /** The oldest time that any of it was stored; of no use when there is nothing of it. */
  readonly storedAt: Date
  /** Periods of the question that they do not hold whole. */
  readonly missing: readonly string[]
}

/** Partners that together are this close to the whole are all of them; what is missing is rounded or kept secret. */
const WHOLE_TOLERANCE = 0.005

/**
 * What files hold of a question. A flow is held when there is a row of it, and when there are rows of everybody a country trades the code
 * with, which add up to the row of all together: then nothing is traded with the others. Which countries there are, no file can say.
 */
export async function readLoaded(question: FlowQuestion): Promise<LoadedAnswer> {
  const flows = await readLoadedFlows(question)
  const { reporters, partners, periods } = question
  const codes = codesOf(question)
  const partnersOf = new Map<string, Set<number>>()
  for (const one of flows) {
    const key = sliceKey(one)
    const known = partnersOf.get(key)
    if (known) known.add(one.partner)
    else partnersOf.set(key, new Set([one.partner]))
  }
  const named = (key: string) => partners?.every((partner) => partnersOf.get(key)?.has(partner)) ?? false
  const asked = (reporters ?? []).flatMap((reporter) =>
    question.flows.flatMap((flow) =>
      periods.flatMap((period) => codes.map((code) => ({ reporter, flow, period, code }))),
    ),
  )
  const isNamed = asked.every((slice) => named(sliceKey(slice)))
  const slices = isNamed || (partners === null && flows.length === 0) ? [] : await readLoadedSlices(question)
  const whole = new Set(slices.filter(isWhole).map(sliceKey))
  const isHeld = (key: string) => named(key) || whole.has(key)
  const missing =
    reporters === null
      ? periods
      : periods.filter((period) => asked.some((slice) => slice.period === period && !isHeld(sliceKey(slice))))
  const isKnown = (key: string) => isHeld(key) || (partners === null && partnersOf.has(key))
  const summable =
    codes.length === 1 ? flows : flows.filter((one) => codes.every((code) => isKnown(sliceKey({ ...one, code }))))
  const times = [...flows, ...slices].map((one) => one.storedAt.getTime())
  return { flows, summable, storedAt: new Date(Math.min(...times)), missing }
}

function isWhole({ wholeUsd, partsUsd }: LoadedSlice): boolean {
  return wholeUsd !== null && partsUsd !== null && Math.abs(partsUsd - wholeUsd) <= WHOLE_TOLERANCE * wholeUsd
}

function sliceKey({ period, reporter, flow, code }: Pick<Flow, 'period' | 'reporter' | 'flow' | 'code'>): string {
  return `${period} ${reporter} ${flow} ${code}`
}
