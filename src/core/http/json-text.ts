import type { CallBudget } from '../call/call-budget.ts'

/** From how many values on an answer is written in pieces. */
const IN_PIECES_FROM = 5_000
/** Values that are written in one go; as many take a millisecond. */
const PIECE_VALUES = 2_000

/** Whether what a call brought is so much that it is written in pieces, other calls between them. */
export function isLarge({ fields }: CallBudget): boolean {
  return fields > IN_PIECES_FROM
}

/** The same text as JSON.stringify gives, written piece by piece within the budget of a call; throws once the call is stopped. */
export async function jsonText(value: unknown, budget: CallBudget): Promise<string> {
  let text = ''
  for (const piece of pieces(value)) {
    budget.write(piece.length)
    text += piece
    await budget.pause()
  }
  return text
}

/** Texts that make up the JSON of a value, none of more than some thousand values. */
function* pieces(value: unknown): Generator<string> {
  if (isSmall(value)) {
    yield JSON.stringify(value)
    return
  }
  if (Array.isArray(value)) {
    yield* arrayPieces(value)
    return
  }
  let separator = '{'
  for (const [name, member] of Object.entries(value as object)) {
    if (member === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    yield* pieces(member)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

function* arrayPieces(list: readonly unknown[]): Generator<string> {
  let separator = '['
  for (let from = 0; from < list.length; ) {
    const to = endOfSmall(list, from)
    yield separator
    separator = ','
    if (to > from) yield JSON.stringify(list.slice(from, to)).slice(1, -1)
    else yield* pieces(list[from])
    from = Math.max(to, from + 1)
  }
  yield ']'
}

/** Where the entries end that are small together, from one on; there already when that one is large. */
function endOfSmall(list: readonly unknown[], from: number): number {
  let room = PIECE_VALUES
  for (let to = from; to < list.length; to++) {
    room -= valuesOf(list[to], room)
    if (room <= 0) return to
  }
  return list.length
}

function isSmall(value: unknown): boolean {
  return valuesOf(value, PIECE_VALUES) < PIECE_VALUES
}

/** How many values there are in a value, counted up to `most`. */
function valuesOf(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return 1
  let count = 1
  if (Array.isArray(value)) {
    for (const member of value) {
      count += valuesOf(member, most - count)
      if (count >= most) break
    }
    return count
  }
  // Answers have hundred thousands of plain values: none of them costs a call, and no object a list.
  const members: Readonly<Record<string, unknown>> = value as Record<string, unknown>
  for (const name in members) {
    const member = members[name]
    count += typeof member === 'object' && member !== null ? valuesOf(member, most - count) : 1
    if (count >= most) break
  }
  return count
}
