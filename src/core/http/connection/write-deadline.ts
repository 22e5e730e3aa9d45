import type { ServerResponse } from 'node:http'

/** Bytes a second that a client must take at least once it has fallen behind. */
const BYTES_PER_SECOND_MIN = 16_384

/**
 * Destroys the connection of a client that does not take its answer: nothing for `stallMs`, or slower than 16 kB/s in all. Call after
 * the answer was written; one that the system took whole is left alone.
 */
export function boundWrite(res: ServerResponse, bytes: number, stallMs: number): void {
  const { socket } = res
  if (!socket) {
    // Behind another answer on this connection; what was written goes out right after this event.
    if (!res.closed) res.once('socket', () => queueMicrotask(() => res.socket && boundWrite(res, bytes, stallMs)))
    return
  }
  if (socket.writableLength === 0) return
  // Node destroys a socket whose time is over, and sets another time once the answer is out.
  socket.setTimeout(stallMs)
  const late = setTimeout(() => socket.destroy(), stallMs + (bytes / BYTES_PER_SECOND_MIN) * 1_000)
  late.unref()
  res.once('close', () => clearTimeout(late))
}
