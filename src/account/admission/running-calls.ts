/** Counts calls under way by who makes them. */
export class RunningCalls<Who> {
  readonly #counts = new Map<Who, number>()

  /** Counts one more call, unless `most` are under way. */
  begin(who: Who, most: number): boolean {
    const count = this.#counts.get(who) ?? 0
    if (count >= most) return false
    this.#counts.set(who, count + 1)
    return true
  }

  /** One of the calls ended. */
  end(who: Who): void {
    const left = (this.#counts.get(who) ?? 0) - 1
    if (left > 0) this.#counts.set(who, left)
    else this.#counts.delete(who)
  }
}
