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

/** How the events of two headlines compare, in numbers of events. */
export interface EventComparison {
  /** Shared events that happen once within days: results, layoffs, a new chief. */
  readonly once: number
  /** Shared events of a kind that happens often. */
  readonly often: number
  /** Shared moves of a price. */
  readonly moves: number
  /** Shared economic series of a country. */
  readonly country: number
  /** One concept at two stages (begun and ended, beaten and missed), or two different series. */
  readonly isContradiction: boolean
  /** The same of a post: whoever joins one company leaves another. */
  readonly isSuccession: boolean
  /** Events, other than moves of a price, in the first or in the second headline only. */
  readonly onlyA: number
  readonly onlyB: number
}

/** Compares the events of two headlines. */
export function compareEvents(a: readonly number[], b: readonly number[]): EventComparison {
  const count = { once: 0, often: 0, moves: 0, country: 0, onlyA: 0, onlyB: 0, onlyACountry: 0 }
  let isContradiction = false
  let isSuccession = false
  for (const code of a) {
    const other = b.find((one) => readConcept(one) === readConcept(code))
    const kind = readKind(code)
    if (other === undefined) {
      if (kind !== 'move') count.onlyA++
      if (kind === 'country') count.onlyACountry++
    } else if (readStage(code) !== readStage(other) && readStage(code) !== 0 && readStage(other) !== 0) {
      if (kind === 'post') isSuccession = true
      else isContradiction = true
    } else if (kind === 'move') count.moves++
    else if (kind === 'country') count.country++
    else if (kind === 'once' || kind === 'post') count.once++
    else count.often++
  }
  for (const code of b) {
    if (a.some((one) => readConcept(one) === readConcept(code))) continue
    if (readKind(code) !== 'move') count.onlyB++
    if (readKind(code) === 'country' && count.onlyACountry > 0 && count.country === 0) isContradiction = true
  }
  return { ...count, isContradiction, isSuccession }
}
