import { EVENT_KINDS, type EventKind } from '../vocabulary/story-lexicon.pure.ts'
import { hashWord } from './hash.pure.ts'

/** Kind in three bits, stage in eight, concept in 20. */
const KIND_MASK = 0x7
const STAGE_MASK = 0x7f8
const CONCEPT_SHIFT = 11

/** Encodes an event in 31 bits: kind, stage and hash of the concept. */
export function encodeEvent(concept: string, stage: string, how: EventKind): number {
  const stageBits = stage === '' ? 0 : 1 + ((hashWord(stage) >>> 13) % 255)
  return (hashWord(concept) & 0x7ffff800) | (stageBits << 3) | EVENT_KINDS.indexOf(how)
}

/** The concept of an event without stage and kind. */
export function readConcept(code: number): number {
  return code >>> CONCEPT_SHIFT
}

/** The kind of an event. */
export function readKind(code: number): EventKind {
  return EVENT_KINDS[code & KIND_MASK] ?? 'often'
}

/** The stage of an event; 0 where the words leave it open. */
function readStage(code: number): number {
  return code & STAGE_MASK
}

/** Compares the events of two headlines, in numbers of events. */
export function compareEvents(a: readonly number[], b: readonly number[]) {
  const found = {
    /** Shared events that happen once within days: results, layoffs, a new chief. */
    once: 0,
    /** Shared events of a kind that happens often. */
    often: 0,
    /** Shared moves of a price. */
    moves: 0,
    /** Shared economic series of a country, and those that only the first headline tells. */
    country: 0,
    onlyACountry: 0,
    /** Events, other than moves of a price, in the first or in the second headline only. */
    onlyA: 0,
    onlyB: 0,
    /** One concept at two stages (begun and ended, beaten and missed), or two different series. */
    isContradiction: false,
    /** The same of a post: whoever joins one company leaves another. */
    isSuccession: false,
  }
  for (const code of a) {
    const other = b.find((one) => readConcept(one) === readConcept(code))
    const kind = readKind(code)
    if (other === undefined) {
      if (kind !== 'move') found.onlyA++
      if (kind === 'country') found.onlyACountry++
    } else if (readStage(code) !== readStage(other) && readStage(code) !== 0 && readStage(other) !== 0) {
      if (kind === 'post') found.isSuccession = true
      else found.isContradiction = true
    } else if (kind === 'move') found.moves++
    else if (kind === 'country') found.country++
    else if (kind === 'once' || kind === 'post') found.once++
    else found.often++
  }
  for (const code of b) {
    if (a.some((one) => readConcept(one) === readConcept(code))) continue
    if (readKind(code) !== 'move') found.onlyB++
    if (readKind(code) === 'country' && found.onlyACountry > 0 && found.country === 0) found.isContradiction = true
  }
  return found
}
