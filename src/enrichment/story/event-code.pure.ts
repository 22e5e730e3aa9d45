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

/** True when one of the events is the view of an analyst house. */
export function hasAnalystView(events: readonly number[]): boolean {
  return events.some((code) => readKind(code) === 'view')
}

/** The concept of an event without stage and kind. */
export function readConcept(code: number): number {
  return code >>> CONCEPT_SHIFT
}

/** True for codes of one concept, whatever the stage. */
export function haveSameConcept(a: number, b: number): boolean {
  return readConcept(a) === readConcept(b)
}

/** The kind of an event. */
export function readKind(code: number): EventKind {
  return EVENT_KINDS[code & KIND_MASK] ?? 'often'
}

/** The stage of an event; 0 where the words leave it open. */
export function readStage(code: number): number {
  return code & STAGE_MASK
}
