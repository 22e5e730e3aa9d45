/** Work that is done piece by piece: wherever it yields, whoever has it done may let others go first. */
export type Pieces<Value> = Generator<undefined, Value, undefined>

/** Does all of the work at once. */
export function finish<Value>(pieces: Pieces<Value>): Value {
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}

/**
 * Does several works side by side, a piece of each in turn: the code and the data of a piece are still in the caches of the processor
 * when the next work comes to it. What they make is in the order of the works.
 */
export function* sideBySide<Value>(works: readonly Pieces<Value>[]): Pieces<Value[]> {
  const made: Value[] = []
  let open = works.map((work, at) => ({ work, at }))
  while (open.length > 0) {
    const left: typeof open = []
    for (const one of open) {
      const { done, value } = one.work.next()
      if (done) made[one.at] = value
      else left.push(one)
      yield
    }
    open = left
  }
  return made
}

/** Entries of a list that are one piece of work, unless one says how many. */
const PIECE = 16

/** What is made of each entry of a list. */
export function* mapInPieces<Entry, Value>(
  list: readonly Entry[],
  of: (entry: Entry, index: number) => Value,
  size = PIECE,
): Pieces<Value[]> {
  const made: Value[] = []
  for (const [index, entry] of list.entries()) {
    made.push(of(entry, index))
    if (index % size === size - 1) yield
  }
  return made
}
