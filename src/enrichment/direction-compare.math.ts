import type { Evidence } from './direction-event.math.ts'
import type { Reading } from './direction-reading.math.ts'

const NONE: ReadonlyMap<string, number> = new Map()

/** Evidence from numbers: signed percentages and two values of one quantity held against each other. */
export function comparisonsOf(reading: Reading): Evidence[] {
  const { tokens, hits, clauseAt } = reading
  const found: Evidence[] = []
  tokens.kinds.forEach((kind, at) => {
    if (kind !== 'number' || tokens.signed[at] !== true || tokens.units[at] === 'money') return
    const value = tokens.values[at] ?? 0
    if (value === 0) return
    const clause = clauseAt[at] ?? 0
    const quantity = hits.findLast((hit) => hit.to <= at && at - hit.to < 4 && hit.entry.quantity !== null)?.entry
      .quantity
    const weight = (quantity?.rising ?? 0.6) * Math.sign(value)
    found.push({
      from: at,
      to: at + 1,
      anchorFrom: at,
      anchorTo: at + 1,
      verbFrom: at,
      clause,
      shape: 'near',
      passive: false,
      subject: weight,
      object: null,
      others: NONE,
      assets: NONE,
      price: quantity === undefined || quantity === null || quantity.kind === 'price',
      tone: weight,
      reversed: false,
    })
  })
  return found
}
