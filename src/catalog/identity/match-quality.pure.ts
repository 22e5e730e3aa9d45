import { enumeration } from '../../core/input/enumeration.pure.ts'

/** Confidence that the first candidate is the listing the query refers to. */
export const MATCH_QUALITY = enumeration(
  'MatchQuality',
  'Confidence that the first candidate is the listing the query refers to.',
  {
    strong: 'Single match, or a clearly best candidate.',
    weak: 'Several similar candidates.',
    none: 'No match.',
  },
)
export type MatchQuality = (typeof MATCH_QUALITY.tokens)[number]
