import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Bitset, bitsetOf } from '../../core/bitset.pure.ts'
import type { Condition } from '../../financial/screen/condition.pure.ts'
import { isGrowth } from '../../financial/screen/pattern.pure.ts'
import { type FigureColumns, type JudgedCondition, screenFigures } from '../../financial/screen/screen.pure.ts'

/** Conditions judged in one turn of the event loop. */
const TURN = 16
/** Concepts whose fiscal years are in memory for one turn. */
const GROWTH_CONCEPTS = 4

/** What is left of a set of listings, with what every one of them was held against. */
interface FundamentalResult {
  readonly left: Bitset
  /** In the order of the conditions; conditions behind the one that left nobody are missing. */
  readonly judged: readonly JudgedCondition[]
  readonly notes: readonly string[]
}

/** Loads what some conditions need over the listings that are left. */
type Prepare = (conditions: readonly Condition[], left: Bitset) => Promise<FigureColumns>

/** Judges `universe`, a set of the first `size` listings, by any number of conditions, those of growth last. */
export async function screenFundamentals(
  size: number,
  conditions: readonly Condition[],
  universe: Bitset,
  prepare: Prepare,
): Promise<FundamentalResult> {
  const judged = new Map<Condition, JudgedCondition>()
  const notes = new Map<Condition | undefined, readonly string[]>()
  let left = universe
  for (const turn of turnsOf(conditions)) {
    const columns = await prepare(turn, left)
    const screened = screenFigures(columns, turn, universe, left)
    for (const one of screened.conditions) judged.set(one.condition, one)
    notes.set(turn[0], screened.notes)
    left = bitsetOf(size, screened.listings)
    if (screened.listings.length === 0) break
    await nextTurn()
  }
  return {
    left,
    judged: conditions.flatMap((condition) => judged.get(condition) ?? []),
    notes: [...notes.values()].flat(),
  }
}

/** Conditions in groups that are judged together: the quick ones first, then growth by a few concepts at a time. */
function turnsOf(conditions: readonly Condition[]): Condition[][] {
  const quick = conditions.filter(({ pattern }) => !isGrowth(pattern))
  const growth = Map.groupBy(
    conditions.filter(({ pattern }) => isGrowth(pattern)),
    ({ concept }) => concept,
  )
  return [...inTurns(quick, TURN), ...inTurns([...growth.values()], GROWTH_CONCEPTS).map((group) => group.flat())]
}

function inTurns<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, turn) =>
    items.slice(turn * size, turn * size + size),
  )
}
