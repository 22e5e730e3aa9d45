/** Deterministic pseudo-random numbers (mulberry32, by Tommy Ettinger, public domain). */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** Uniform random number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Uniform random number between two bounds, both included, with the given number of decimals. */
  between(least: number, most: number, decimals = 0): number {
    const steps = 10 ** decimals
    return least + Math.floor(this.next() * ((most - least) * steps + 1)) / steps
  }

  /** A random item; undefined when there are none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.next() * items.length)]
  }

  /** The items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const order = items.map((item) => ({ item, rank: this.next() }))
    return order.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
  }
}

/** Draws random items; every item is drawn once before any is drawn again. */
export class ShuffleBag<Item> {
  readonly #items: readonly Item[]
  readonly #random: SeededRandom
  #left: Item[] = []

  constructor(items: readonly Item[], random: SeededRandom) {
    this.#items = items
    this.#random = random
  }

  /** The next item that `fits`; the others stay in the bag. Undefined when no item fits. */
  draw(fits: (item: Item) => boolean = () => true): Item | undefined {
    for (const _ of ['what is left', 'a fresh bag']) {
      const place = this.#left.findLastIndex(fits)
      if (place >= 0) return this.#left.splice(place, 1)[0]
      this.#left = [...this.#random.shuffled(this.#items), ...this.#left].slice(0, 2 * this.#items.length)
    }
    return undefined
  }
}
