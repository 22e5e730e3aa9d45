/** A set of days stored as a bitmap to save memory. */
export class DaySet {
  #bits = new Uint32Array(16)
  /** Day of the first bit; a multiple of 32. */
  #base = 0
  #used = false

  /** Adds a day (days since 1970-01-01); returns false when it was already in the set. */
  add(day: number): boolean {
    if (!this.#used) {
      this.#used = true
      this.#base = Math.floor(day / 32) * 32
    }
    let word = Math.floor((day - this.#base) / 32)
    if (word < 0 || word >= this.#bits.length) {
      this.#grow(word)
      word = Math.floor((day - this.#base) / 32)
    }
    const mask = 1 << ((day - this.#base) & 31)
    const bits = this.#bits[word] ?? 0
    if (bits & mask) return false
    this.#bits[word] = bits | mask
    return true
  }

  /** Doubles the capacity so that it includes the given word. */
  #grow(word: number): void {
    const before = word < 0 ? Math.max(-word, this.#bits.length) : 0
    const behind = word < 0 ? 0 : Math.max(word + 1 - this.#bits.length, this.#bits.length)
    const larger = new Uint32Array(before + this.#bits.length + behind)
    larger.set(this.#bits, before)
    this.#bits = larger
    this.#base -= before * 32
  }
}
