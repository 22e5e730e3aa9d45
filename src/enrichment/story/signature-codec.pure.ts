import { FIGURE_KINDS, type Figure } from './figure.pure.ts'
import type { StorySignature } from './signature.pure.ts'

const VERSION = 5
const HEADER_LENGTH = 19
const FIGURE_LENGTH = 9
/** A length is one byte; a headline has far fewer words. */
const MOST = 255

/** The lists of a signature in the order in which they are stored. */
const LISTS = ['assets', 'names', 'words', 'genericTerms', 'placesAndRoles', 'body', 'eventTerms', 'events'] as const

/** Encodes a signature as bytes, little-endian, for a bytea column. */
export function encodeSignature(signature: StorySignature): Uint8Array {
  const lists = LISTS.map((name) => signature[name].slice(0, MOST))
  const values = lists.flat()
  const figures = signature.figures.slice(0, MOST)
  const figuresAt = HEADER_LENGTH + 4 * values.length
  const view = new DataView(new ArrayBuffer(figuresAt + FIGURE_LENGTH * figures.length))
  view.setUint8(0, VERSION)
  for (const [i, { length }] of [...lists, figures].entries()) view.setUint8(1 + i, length)
  view.setUint32(10, signature.oppositeBits, true)
  view.setInt8(14, signature.moveSign)
  view.setUint32(15, signature.lead, true)
  for (const [i, value] of values.entries()) view.setUint32(HEADER_LENGTH + 4 * i, value, true)
  for (const [i, { kind, value, unit }] of figures.entries()) {
    const at = figuresAt + FIGURE_LENGTH * i
    view.setUint8(at, FIGURE_KINDS.indexOf(kind) | (unit << 3))
    view.setFloat64(at + 1, value, true)
  }
  return new Uint8Array(view.buffer)
}

/** Decodes a signature; null for bytes of another version or length. */
export function decodeSignature(bytes: Uint8Array): StorySignature | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEADER_LENGTH || view.getUint8(0) !== VERSION) return null
  const counts = LISTS.map((_, i) => view.getUint8(1 + i))
  const figureCount = view.getUint8(1 + LISTS.length)
  const figuresAt = HEADER_LENGTH + counts.reduce((sum, count) => sum + 4 * count, 0)
  if (bytes.length !== figuresAt + FIGURE_LENGTH * figureCount) return null
  let end = HEADER_LENGTH
  const take = () => {
    end += 4
    return view.getUint32(end - 4, true)
  }
  const lists = counts.map((length) => Array.from({ length }, take))
  const [assets = [], names = [], words = [], genericTerms = [], placesAndRoles = [], body = []] = lists
  const [eventTerms = [], events = []] = lists.slice(6)
  const figures = Array.from({ length: figureCount }, (_, i): Figure => {
    const at = figuresAt + FIGURE_LENGTH * i
    const code = view.getUint8(at)
    return { kind: FIGURE_KINDS[code & 7] ?? 'count', value: view.getFloat64(at + 1, true), unit: code >>> 3 }
  })
  return {
    ...{ assets, names, words, genericTerms, eventTerms, events, placesAndRoles, figures, body },
    oppositeBits: view.getUint32(10, true),
    lead: view.getUint32(15, true),
    moveSign: view.getInt8(14),
  }
}
