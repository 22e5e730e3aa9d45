/** Numbers that look random and are the same for the same seed: mulberry32, by Tommy Ettinger, public domain. */
export class SeededRandom {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A number of a span, both ends included, with this many decimals. */
  between(least: number, most: number, decimals = 0): number {
    const steps = 10 ** decimals
    return least + Math.floor(this.next() * ((most - least) * steps + 1)) / steps
  }

  /** One of some; undefined of none. */
  pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.next() * items.length)]
  }

  /** The same items in another order (Fisher-Yates). */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const order = items.map((item) => ({ item, rank: this.next() }))
    return order.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
  }
}

/** Deals every card before any card comes again. */
export class Deck<Card> {
  readonly #cards: readonly Card[]
  readonly #random: SeededRandom
  #left: Card[] = []

  constructor(cards: readonly Card[], random: SeededRandom) {
    this.#cards = cards
    this.#random = random
  }

  /** The next card that fits; the others stay for later. Undefined when no card at all fits. */
  deal(fits: (card: Card) => boolean = () => true): Card | undefined {
    for (const _ of ['what is left', 'a fresh deck']) {
      const place = this.#left.findLastIndex(fits)
      if (place >= 0) return this.#left.splice(place, 1)[0]
      this.#left = [...this.#random.shuffled(this.#cards), ...this.#left].slice(0, 2 * this.#cards.length)
    }
    return undefined
  }
}
