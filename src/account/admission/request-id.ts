import { randomBytes } from 'node:crypto'

/** Random bytes are drawn for many ids at once: the system call costs more than the id. */
const POOL_BYTES = 16 * 256
let pool = Buffer.alloc(0)
let used = 0
let lastMs = 0
let counter = 0

/**
 * A fresh request id: a UUID of version 7 (RFC 9562, 5.7) whose first random bits count within the millisecond, as its section 6.2
 * allows. Ids that grow with time keep the ledger's index in order: charges land on its last pages instead of all over it.
 */
export function newRequestId(): string {
  if (used + 8 > pool.length) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  const now = Date.now()
  counter = now > lastMs ? 0 : counter + 1
  lastMs = Math.max(now, lastMs)
  if (counter > 0xfff) {
    lastMs++
    counter = 0
  }
  const time = lastMs.toString(16).padStart(12, '0')
  const variant = ((pool[used] ?? 0) & 0x3f) | 0x80
  const random = pool.toString('hex', used + 1, used + 8)
  used += 8
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant.toString(16)}${random.slice(0, 2)}-${random.slice(2)}`
}
