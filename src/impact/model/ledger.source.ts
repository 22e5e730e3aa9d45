import { appendFile, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../../core/file/file-access.ts'

/** Tokens reserved for a request that is about to be made. */
export interface Reservation {
  readonly file: string
  readonly tokens: number
}

const DAY_FILE = /^\d{4}-\d{2}-\d{2}\.log$/

/**
 * Tokens spent in a UTC day by all processes that share a folder: a file a day to which each appends what it reserves and returns.
 * Reserving comes before asking, so that the cap holds however many ask at once; what a crash leaves reserved counts as spent.
 */
export class TokenLedger {
  readonly #folder: string
  readonly #tokensPerDayMax: number
  #day = ''
  #total = 0
  #readTo = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string, tokensPerDayMax: number) {
    this.#folder = folder
    this.#tokensPerDayMax = tokensPerDayMax
  }

  /** Reserves tokens; null when the day's are used up. Rejects when the folder cannot be written. */
  reserve(tokens: number, nowMs: number): Promise<Reservation | null> {
    return this.#inTurn(async () => {
      const day = new Date(nowMs).toISOString().slice(0, 10)
      if (day !== this.#day) await this.#turnTo(day)
      const file = this.#fileOf(day)
      await this.#readOn(file)
      if (this.#total + tokens > this.#tokensPerDayMax) return null
      await appendFile(file, `+${tokens}\n`)
      await this.#readOn(file)
      if (this.#total <= this.#tokensPerDayMax) return { file, tokens }
      // Another process was quicker.
      await appendFile(file, `-${tokens}\n`)
      return null
    })
  }

  /** Corrects a reservation to what was spent. */
  async settle({ file, tokens }: Reservation, spent: number): Promise<void> {
    const change = spent - tokens
    if (change !== 0) await this.#inTurn(() => appendFile(file, `${change > 0 ? '+' : ''}${change}\n`))
  }

  #fileOf(day: string): string {
    return join(this.#folder, `${day}.log`)
  }

  async #turnTo(day: string): Promise<void> {
    await makeFolder(this.#folder)
    this.#day = day
    this.#total = 0
    this.#readTo = 0
    for (const name of await readdir(this.#folder)) {
      if (DAY_FILE.test(name) && name < `${day}.log`) await rm(join(this.#folder, name), { force: true })
    }
  }

  async #readOn(file: string): Promise<void> {
    const handle = await open(file, 'a+')
    try {
      const { size } = await handle.stat()
      if (size <= this.#readTo) return
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(size - this.#readTo),
        0,
        size - this.#readTo,
        this.#readTo,
      )
      const whole = buffer.subarray(0, bytesRead).lastIndexOf(0x0a) + 1
      for (const line of buffer.toString('latin1', 0, whole).split('\n')) {
        if (/^[+-]\d{1,15}$/.test(line)) this.#total += Number(line)
      }
      this.#readTo += whole
    } finally {
      await handle.close()
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work)
    this.#last = result.catch(() => {})
    return result
  }
}
