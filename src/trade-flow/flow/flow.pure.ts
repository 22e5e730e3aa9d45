/** Which way goods go, as seen from who reports. */
export type FlowDirection = 'export' | 'import'

/** What is wanted of a source of flows. */
export interface FlowQuestion {
  readonly type: 'goods' | 'services'
  readonly freq: 'annual' | 'monthly'
  /** Numbers of countries; null = every one. */
  readonly reporters: readonly number[] | null
  /** Numbers of countries, 0 = all together; null = every one apart, and all together. */
  readonly partners: readonly number[] | null
  /** Codes without dots; empty = everything together. */
  readonly codes: readonly string[]
  readonly flows: readonly FlowDirection[]
  /** `YYYY` or `YYYYMM`. */
  readonly periods: readonly string[]
}

/** What one country reported of its trade with another, of one code, in one period. */
export interface Flow {
  readonly period: string
  readonly reporter: number
  readonly partner: number
  readonly flow: FlowDirection
  readonly code: string
  readonly valueUsd: number
  /** Null where it was not reported. */
  readonly netWeightKg: number | null
  readonly quantity: number | null
  /** Number of the unit of the quantity; null without one. */
  readonly quantityUnit: number | null
}

/** Several flows as one. */
export interface FlowSum {
  readonly valueUsd: number
  readonly netWeightKg: number | null
  readonly quantity: number | null
}

/** Adds flows; a weight or quantity is known only when every flow has it, quantities only in one unit. */
export function sumOf(flows: readonly Flow[]): FlowSum {
  const unit = flows[0]?.quantityUnit ?? null
  const oneUnit = unit !== null && flows.every(({ quantityUnit }) => quantityUnit === unit)
  return {
    valueUsd: flows.reduce((sum, { valueUsd }) => sum + valueUsd, 0),
    netWeightKg: sumOfKnown(flows.map(({ netWeightKg }) => netWeightKg)),
    quantity: oneUnit ? sumOfKnown(flows.map(({ quantity }) => quantity)) : null,
  }
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return values.length === 0 ? null : sum
}

/** Flows by what `keyOf` says of each, in the order of their first. */
export function groupFlows<Key>(flows: readonly Flow[], keyOf: (flow: Flow) => Key): Map<Key, Flow[]> {
  const groups = new Map<Key, Flow[]>()
  for (const flow of flows) {
    const key = keyOf(flow)
    const group = groups.get(key)
    if (group) group.push(flow)
    else groups.set(key, [flow])
  }
  return groups
}

/** The other direction. */
export function opposite(flow: FlowDirection): FlowDirection {
  return flow === 'export' ? 'import' : 'export'
}

/** Two codes of which one contains the other, so that their sum would count trade twice; null when there are none. */
export function overlap(codes: readonly string[]): readonly [string, string] | null {
  const sorted = [...new Set(codes)].sort()
  for (const [at, code] of sorted.entries()) {
    const inner = sorted.slice(at + 1).find((other) => contains(code, other))
    if (inner !== undefined) return [code, inner]
  }
  return null
}

function contains(outer: string, inner: string): boolean {
  if (!inner.startsWith(outer)) return false
  // Services say their levels with dots: 1 does not contain 10.
  return /^\d+$/.test(inner) && !outer.includes('.') && inner.length % 2 === 0 && outer.length >= 2
    ? true
    : inner[outer.length] === '.'
}
