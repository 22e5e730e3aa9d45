import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../errors.ts'

/** A request's body, or why it was not read. */
export interface RequestBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly problem: ApiError | null
}

/** Reads a body up to `bytesMax`; one that is compressed, too large or broken off is a problem, and empty. */
export async function readBody(req: IncomingMessage, bytesMax: number): Promise<RequestBody> {
  const none = new Uint8Array()
  if (req.headers['content-encoding'] !== undefined && req.headers['content-encoding'] !== 'identity') {
    return {
      bytes: none,
      problem: new ApiError('unsupported_media_type', 'Compressed request bodies are not taken: send plain JSON.'),
    }
  }
  const tooLarge = () => new ApiError('payload_too_large', `Request bodies may have ${bytesMax} bytes.`)
  if (Number(req.headers['content-length'] ?? 0) > bytesMax) return { bytes: none, problem: tooLarge() }
  const chunks: Buffer[] = []
  let length = 0
  try {
    // Leaving the loop must not destroy the socket: the answer still has to go out on it.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      length += chunk.length
      if (length > bytesMax) return { bytes: none, problem: tooLarge() }
      chunks.push(chunk)
    }
  } catch {
    return { bytes: none, problem: new ApiError('invalid_body', 'The body could not be read to its end.') }
  }
  return { bytes: new Uint8Array(Buffer.concat(chunks)), problem: null }
}

/** How long a client may send nothing of a body that is thrown away. */
const DISCARD_IDLE_MS = 1_000

/** Throws away what still comes of a body: to its end, for `bytesMax`, or until nothing has come for a second. */
export function discardRest(req: IncomingMessage, bytesMax: number): Promise<void> {
  return new Promise((settle) => {
    let left = bytesMax
    const idle = setTimeout(settle, DISCARD_IDLE_MS)
    const stop = () => {
      clearTimeout(idle)
      settle()
    }
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) stop()
      else idle.refresh()
    })
    req.once('end', stop).once('error', stop).once('close', stop)
  })
}
