import { FIGURE_KINDS, type Figure } from './figure.pure.ts'
import type { StorySignature } from './signature.pure.ts'

const VERSION = 5
const HEADER_LENGTH = 19

/** The lists of a signature in the order in which they are stored. */
const LISTS = ['assets', 'names', 'words', 'genericTerms', 'placesAndRoles', 'body', 'eventTerms', 'events'] as const

/** Encodes a signature as bytes, little-endian, for a bytea column. */
export function encodeSignature(signature: StorySignature): Uint8Array {
  // A length is one byte; a headline has far fewer words.
  const lists = LISTS.map((name) => signature[name].slice(0, 255))
  const { figures, oppositeBits, lead, moveSign } = signature
  const size = HEADER_LENGTH + lists.reduce((sum, list) => sum + 4 * list.length, 0) + Math.min(255, figures.length) * 9
  const view = new DataView(new ArrayBuffer(size))
  view.setUint8(0, VERSION)
  lists.forEach((list, i) => {
    view.setUint8(1 + i, list.length)
  })
  view.setUint8(9, Math.min(255, figures.length))
  view.setUint32(10, oppositeBits >>> 0, true)
  view.setInt8(14, moveSign)
  view.setUint32(15, lead, true)
  let at = HEADER_LENGTH
  for (const list of lists) {
    for (const value of list) {
      view.setUint32(at, value, true)
      at += 4
    }
  }
  for (const { kind, value, unit } of figures.slice(0, 255)) {
    view.setUint8(at, FIGURE_KINDS.indexOf(kind) | (unit << 3))
    view.setFloat64(at + 1, value, true)
    at += 9
  }
  return new Uint8Array(view.buffer)
}

/** Decodes a signature; null for bytes of another version or length. */
export function decodeSignature(bytes: Uint8Array): StorySignature | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_LENGTH || view.getUint8(0) !== VERSION) return null
  const counts = LISTS.map((_, i) => view.getUint8(1 + i))
  const figureCount = view.getUint8(9)
  if (bytes.length !== HEADER_LENGTH + counts.reduce((sum, count) => sum + 4 * count, 0) + figureCount * 9) return null
  let at = HEADER_LENGTH
  const take = (count: number) => {
    const list: number[] = []
    for (let i = 0; i < count; i++) {
      list.push(view.getUint32(at, true))
      at += 4
    }
    return list
  }
  const lists = counts.map(take)
  const [assets = [], names = [], words = [], genericTerms = [], placesAndRoles = [], body = []] = lists
  const [eventTerms = [], events = []] = lists.slice(6)
  const figures: Figure[] = []
  for (let i = 0; i < figureCount; i++) {
    const kind = FIGURE_KINDS[view.getUint8(at) & 7] ?? 'count'
    figures.push({ kind, value: view.getFloat64(at + 1, true), unit: view.getUint8(at) >>> 3 })
    at += 9
  }
  return {
    ...{ assets, names, words, genericTerms, eventTerms, events, placesAndRoles, figures, body },
    oppositeBits: view.getUint32(10, true),
    lead: view.getUint32(15, true),
    moveSign: view.getInt8(14),
  }
}
