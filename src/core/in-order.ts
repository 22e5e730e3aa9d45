/** Works on up to `atOnce` items at a time and gives the results in the order of the items. */
export async function* inOrder<Item, Result>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const begun: Promise<Result>[] = []
  for await (const item of items) {
    const result = work(item)
    // Heard of when its turn comes; until then it must not count as unhandled.
    result.catch(() => {})
    begun.push(result)
    const first = begun.length >= atOnce ? begun.shift() : undefined
    if (first) yield await first
  }
  for (const result of begun) yield await result
}
