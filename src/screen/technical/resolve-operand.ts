import { nearest } from '../../core/input/nearest.pure.ts'
import type { OperandKey } from './line-key.pure.ts'
import { OPERANDS, type OperandRow } from './operand.source.ts'
import type { Operand } from './pattern-key.pure.ts'

/** What the text of an operand means; `note` says when it was replaced by the nearest line. */
export type ResolvedOperand =
  | { readonly operand: Operand; readonly note: string | null }
  | { readonly operand: null; readonly message: string; readonly nearest: string[] }

const BY_KEY: ReadonlyMap<OperandKey, OperandRow> = new Map(OPERANDS.map((row) => [row.key, row]))
const BY_NAME: ReadonlyMap<string, OperandRow> = new Map(
  OPERANDS.flatMap((row) => [row.key, ...row.aliases].map((name) => [name, row])),
)
const NAMES = [...BY_NAME.keys()]

const LONGEST_NAME = 64

const LEVEL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/
const RANGE = /^(-?\d+(?:\.\d+)?)\s*(?:-|–|\.\.|\bto\b)\s*(-?\d+(?:\.\d+)?)$/
/** An average with its period, also as `ema_20`, `ema(20)`, `20 ema`. */
const AVERAGE = /^(?:(?<before>\d+)[\s_-]*(?:day|d|week|month)?[\s_-]*)?(?<family>[a-z]+)(?:[\s_(-]*(?<after>\d+)\)?)?$/
/** Families of averages that are kept; the others count as exponential, which weighs recent bars as they do. */
const FAMILIES: ReadonlyMap<string, 'ema' | 'sma'> = new Map([
  ['ema', 'ema'],
  ['sma', 'sma'],
  ['ma', 'sma'],
  ...['hma', 'wma', 'tema', 'vwma', 'dema', 'kama', 'smma', 'zlema'].map((name) => [name, 'ema'] as const),
])

/** The row of an operand. */
export function operandRow(key: OperandKey): OperandRow {
  const row = BY_KEY.get(key)
  if (!row) throw new Error(`The operand ${key} is not in screen-operands.csv.`)
  return row
}

/** How a resolved operand is written: its key, the level, or `lo-hi`. */
export function operandText(operand: Operand): string {
  if (typeof operand === 'object') return `${operand.low}-${operand.high}`
  return String(operand)
}

/** Reads an operand: a name or alias in any letter case, a number, or a range such as `30-70`. */
export function resolveOperand(text: string): ResolvedOperand {
  const name = text.trim().toLowerCase()
  if (name.length > LONGEST_NAME) return unknownOperand(text, name)
  const row =
    BY_NAME.get(name) ?? BY_NAME.get(name.replaceAll(/[\s_-]+/g, '_')) ?? BY_NAME.get(name.replaceAll(/[\s_()-]+/g, ''))
  if (row) return { operand: row.key, note: null }
  if (LEVEL.test(name)) {
    const level = Number(name)
    if (Number.isFinite(level)) return { operand: level, note: null }
  }
  return resolveRange(name) ?? resolveAverage(text, name) ?? unknownOperand(text, name)
}

function resolveRange(name: string): ResolvedOperand | null {
  const [, from, to] = RANGE.exec(name) ?? []
  if (from === undefined || to === undefined) return null
  const [low, high] = [Number(from), Number(to)]
  if (low <= high) return { operand: { low, high }, note: null }
  return { operand: null, message: `The range ${name} ends below its beginning.`, nearest: [`${high}-${low}`] }
}

function resolveAverage(text: string, name: string): ResolvedOperand | null {
  const groups = AVERAGE.exec(name)?.groups
  const family = FAMILIES.get(groups?.['family'] ?? '')
  const written = groups?.['after'] ?? groups?.['before']
  if (!family || written === undefined || (groups?.['after'] !== undefined && groups['before'] !== undefined))
    return null
  const period = Number(written)
  if (period < 1) {
    const message = `${text.trim()} is an average over no bars; its period is at least 1.`
    return { operand: null, message, nearest: [nearestAverage(family, 1).key] }
  }
  const row = nearestAverage(family, period)
  const same = row.key === `${groups?.['family'] === 'ma' ? 'sma' : groups?.['family']}${period}`
  const note = same ? null : `${text.trim()} is not kept: ${row.key}, the nearest line, is used instead.`
  return { operand: row.key, note }
}

/** The line of the family whose period is nearest by |ln(period / line)|; of two as near, the shorter. */
function nearestAverage(family: 'ema' | 'sma', period: number): OperandRow {
  const lines = OPERANDS.filter((row) => row.family === family).toSorted((a, b) => a.barsNeeded - b.barsNeeded)
  // |ln(period / line)| orders as the greater of both ratios, which has no rounding that would break a tie.
  const ratio = ({ barsNeeded }: OperandRow) => Math.max(period, barsNeeded) / Math.min(period, barsNeeded)
  return lines.reduce((best, line) => (ratio(line) < ratio(best) ? line : best))
}

function unknownOperand(text: string, name: string): ResolvedOperand {
  const meant = nearest(name, NAMES)
  const key = meant === null ? undefined : BY_NAME.get(meant)?.key
  return { operand: null, message: `There is no operand "${text.slice(0, 64)}".`, nearest: key ? [key] : [] }
}
