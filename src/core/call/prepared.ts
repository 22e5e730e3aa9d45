import { setImmediate as nextTurn } from 'node:timers/promises'
import { finish, type Pieces } from '../pieces.pure.ts'
import { SLICE_MS } from './turns.ts'

/** Does work that nobody waits for: a few milliseconds at a time, calls between them. */
export async function inSlices<Value>(pieces: Pieces<Value>): Promise<Value> {
  let begunMs = performance.now()
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
    if (performance.now() - begunMs < SLICE_MS) continue
    await nextTurn()
    begunMs = performance.now()
  }
}

/** Something that takes long to make: made ahead in slices, and to its end at once when it is needed before. */
export class Prepared<Value> {
  readonly #make: () => Pieces<Value>
  #making: Pieces<Value> | null = null
  #made: { readonly value: Value } | null = null

  constructor(make: () => Pieces<Value>) {
    this.#make = make
  }

  get value(): Value {
    finish(this.#steps())
    if (!this.#made) throw new Error('It was made, and is not there.')
    return this.#made.value
  }

  /** Makes it now, in slices; who needs it meanwhile goes on with what is made so far. */
  async prepare(): Promise<void> {
    await inSlices(this.#steps())
  }

  /** One piece after the other, until it is made here or elsewhere; after a failure it is begun anew the next time. */
  *#steps(): Pieces<void> {
    while (!this.#made) {
      this.#making ??= this.#make()
      try {
        const { done, value } = this.#making.next()
        if (done) this.#made = { value }
      } catch (error) {
        this.#making = null
        throw error
      }
      yield
    }
    this.#making = null
  }
}
