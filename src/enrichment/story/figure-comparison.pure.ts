import { FIGURE_KINDS, type Figure } from './figure.pure.ts'

/** False when figures of one kind contradict each other: "up 12 %" against "up 21 %". Rounding and omission do not. */
export function doFiguresAgree(a: readonly Figure[], b: readonly Figure[]): boolean {
  for (const kind of FIGURE_KINDS) {
    const aFigures = a.filter((one) => one.kind === kind && isComparable(one, b))
    const bFigures = b.filter((one) => one.kind === kind && isComparable(one, a))
    if (aFigures.length === 0 || bFigures.length === 0) continue
    const shared = aFigures.filter((one) => bFigures.some((other) => isClose(one, other))).length
    if (shared < Math.min(aFigures.length, bFigures.length)) return false
  }
  return true
}

/** An amount in euros does not contradict one in dollars. */
function isComparable(one: Figure, others: readonly Figure[]): boolean {
  return others.some((other) => other.kind === one.kind && haveSameUnit(one, other))
}

function haveSameUnit(one: Figure, other: Figure): boolean {
  return one.unit === other.unit || one.unit === 0 || other.unit === 0
}

/** The number of figures two headlines share. */
export function countSharedFigures(a: readonly Figure[], b: readonly Figure[]): number {
  return a.filter((one) => b.some((other) => one.kind === other.kind && isClose(one, other))).length
}

/** The number of distinctive figures two headlines share: amounts, percentages and counts, for many stories share periods and years. */
export function countSharedDistinctive(a: readonly Figure[], b: readonly Figure[]): number {
  return a.filter((one) => isDistinctive(one) && b.some((other) => one.kind === other.kind && isClose(one, other)))
    .length
}

/** True when two headlines share an amount of money. */
export function haveSharedAmount(a: readonly Figure[], b: readonly Figure[]): boolean {
  return a.some((one) => one.kind === 'money' && b.some((other) => other.kind === 'money' && isClose(one, other)))
}

function isDistinctive({ kind, value }: Figure): boolean {
  return kind === 'money' || ((kind === 'percent' || kind === 'count') && value > 2)
}

function isClose(one: Figure, other: Figure): boolean {
  if (!haveSameUnit(one, other)) return false
  if (one.value === other.value) return true
  const gap = Math.abs(one.value - other.value)
  const size = Math.max(Math.abs(one.value), Math.abs(other.value))
  // Press rounds 69.7 billion to 70 and 12.3 % to 12 %.
  if (one.kind === 'money') return gap <= size * 0.015
  if (one.kind === 'percent')
    return gap < 0.5 && (Number.isInteger(one.value) || Number.isInteger(other.value)) && size > 2
  return false
}
