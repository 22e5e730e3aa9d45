import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** A source that cannot be read any further; its message is for the person who asked. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** What was read ahead of a stream, and the stream including it. */
export interface Peeked<T> {
  readonly seen: readonly T[]
  readonly ended: boolean
  readonly all: AsyncIterable<T>
}

/** Reads ahead until `enough` is satisfied or the stream ends. */
export async function peek<T>(stream: AsyncIterable<T>, enough: (seen: readonly T[]) => boolean): Promise<Peeked<T>> {
  const iterator = stream[Symbol.asyncIterator]()
  const seen: T[] = []
  let ended = false
  while (!ended && !enough(seen)) {
    const next = await iterator.next()
    if (next.done) ended = true
    else seen.push(next.value)
  }
  const ahead = [...seen]
  async function* all(): AsyncGenerator<T> {
    try {
      // What was handed on is not held any longer.
      for (let index = 0; index < ahead.length; index++) {
        const value = ahead[index] as T
        delete ahead[index]
        yield value
      }
      while (!ended) {
        const next = await iterator.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { seen, ended, all: all() }
}

/** Passes bytes on until there are more than `maxBytes`. */
export async function* atMost(
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
  what: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Unreadable(`${what} is larger than ${maxBytes} bytes.`)
    yield chunk
  }
}

const lengthOf = (chunks: readonly Uint8Array[]) => chunks.reduce((sum, chunk) => sum + chunk.length, 0)

/** Undoes gzip where the bytes begin with its magic number (RFC 1952). */
export async function* gunzipped(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { seen, all } = await peek(stream, (chunks) => lengthOf(chunks) >= 2)
  const magic = Buffer.concat(seen).subarray(0, 2)
  if (magic[0] !== 0x1f || magic[1] !== 0x8b) return yield* all
  const gunzip = createGunzip()
  // Errors of both ends arrive at the reader of `gunzip`, below.
  pipeline(Readable.from(all), gunzip, () => {})
  try {
    for await (const chunk of gunzip) yield chunk as Buffer
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw new Unreadable(`The compressed data is damaged: ${error.message}.`)
    }
    throw error
  }
}

const DECLARATION = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/

/** Encoding of a text from its byte order mark, what the server says, its XML declaration, or the look of its first bytes; UTF-8 otherwise. */
function encodingOf(head: Buffer, charset: string | undefined): string {
  const [a, b, c] = head
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if ((a === 0xff && b === 0xfe) || (b === 0 && a !== 0 && a !== undefined)) return 'utf-16le'
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && b !== undefined)) return 'utf-16be'
  const declared = charset ?? DECLARATION.exec(head.toString('latin1', 0, 1_024))?.[1] ?? 'utf-8'
  // The bytes of the declaration itself were read one by one: it cannot be true.
  return /^(utf-?16|ucs-?2|utf-?32)/i.test(declared) ? 'utf-8' : declared
}

/** Text of the bytes; what is invalid in their encoding becomes U+FFFD. */
export async function* decoded(stream: AsyncIterable<Uint8Array>, charset?: string): AsyncGenerator<string> {
  const { seen, all } = await peek(stream, (chunks) => {
    if (lengthOf(chunks) >= 1_024) return true
    const bytes = Buffer.concat(chunks)
    return bytes.length >= 4 && (bytes.includes(0x3e) || bytes.includes(0x0a))
  })
  const encoding = encodingOf(Buffer.concat(seen), charset)
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(encoding)
  } catch {
    for await (const _ of all) break
    throw new Unreadable(`The encoding "${encoding}" is not known.`)
  }
  for await (const chunk of all) yield decoder.decode(chunk, { stream: true })
  const rest = decoder.decode()
  if (rest !== '') yield rest
}
