import { outsideCalls } from '../call/call-scope.ts'

/** Turns of the event loop a group is held open for at most. */
const TURNS_MAX = 4

/** A group that takes longer no longer holds up the next one: its connection may be dead. */
const LATE_MS = 400
/** Groups under way at the same time at most, the late ones among them. */
const GROUPS_MAX = 4

/** How long the statement of a group may take: callers wait for it. */
export const GROUP_STATEMENT_MS_MAX = 3_000

/**
 * Gathers calls that wait at the same time into one: while a group is under way the next one collects, unless the group is late.
 * Each caller gets its own result; a failing group fails all its callers. `settle` must end, however its connection breaks.
 */
export function grouped<Item, Result>(
  settle: (items: readonly Item[]) => Promise<readonly Result[]>,
  groupSizeMax = 256,
): (item: Item) => Promise<Result> {
  interface Waiting {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let scheduled = false
  /** Groups under way that are not late, and all of them. */
  let prompt = 0
  let running = 0

  async function run(): Promise<void> {
    scheduled = false
    const group = waiting.slice(0, groupSizeMax)
    waiting = waiting.slice(groupSizeMax)
    running++
    prompt++
    let isLate = false
    const late = setTimeout(() => {
      isLate = true
      prompt--
      schedule()
    }, LATE_MS)
    try {
      const results = await outsideCalls(() => settle(group.map((entry) => entry.item)))
      group.forEach((entry, index) => {
        const result = results[index]
        if (result === undefined) entry.reject(new Error('A grouped call came back without a result.'))
        else entry.resolve(result)
      })
    } catch (error) {
      for (const entry of group) entry.reject(error)
    } finally {
      clearTimeout(late)
      running--
      if (!isLate) prompt--
      schedule()
    }
  }

  function schedule(): void {
    if (scheduled || prompt > 0 || running >= GROUPS_MAX || waiting.length === 0) return
    scheduled = true
    setImmediate(gather, 0, 0)
  }

  /** Waits while turns of the event loop bring more, so that requests of several sockets travel together; an idle loop loses microseconds. */
  function gather(before: number, turns: number): void {
    if (waiting.length > before && waiting.length < groupSizeMax && turns < TURNS_MAX)
      setImmediate(gather, waiting.length, turns + 1)
    else void run()
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}
