/** Adds up what one operation costs, field by field, as fields succeed. */
export class Meter {
  #credits = 0
  readonly #operations: string[] = []

  /** Notes that `operation` was served for `credits`. */
  charge(operation: string, credits: number): void {
    if (credits === 0) return
    this.#credits += credits
    if (!this.#operations.includes(operation)) this.#operations.push(operation)
  }

  /** Credits noted so far. */
  get credits(): number {
    return this.#credits
  }

  /** What the credits are for, for the ledger. */
  get operation(): string {
    return this.#operations.join('+').slice(0, 200)
  }
}
