import { enumeration } from '../../core/input/enumeration.pure.ts'
import { recordOf } from '../../core/record.pure.ts'

/** How a match was found, most reliable first. */
export const MATCH_TYPE = enumeration('MatchType', 'How a match was found, most reliable first.', {
  exact: 'Whole ticker or symbol.',
  isin: 'ISIN or its beginning.',
  prefix: 'Beginning of the symbol or name, or the whole name.',
  alias: 'Brand, subsidiary, product, person or nickname.',
  name: 'Words of a name.',
  semantic: 'Similarity to the business description.',
})
export const MATCH_TYPES = MATCH_TYPE.tokens
export type MatchType = (typeof MATCH_TYPES)[number]

/** Kinds of evidence, weakest first: a whole alias is more reliable than the beginning of a longer name. */
const EVIDENCE = ['semantic', 'name', 'beginning', 'alias', 'whole', 'isin', 'exact'] as const
type EvidenceKind = (typeof EVIDENCE)[number]

const BIT = recordOf(EVIDENCE, (_, index) => 1 << index)

/** Match evidence per listing, collected for one query at a time. */
export interface Evidence {
  /** Clears the evidence and starts a query; only listings that `admits` accepts are recorded. */
  start(admits: (listing: number) => boolean): void
  note(listing: number, kind: EvidenceKind, similarity: number): void
  /** Listings with evidence, in the order they were first recorded. */
  found(): readonly number[]
  has(listing: number, kind: EvidenceKind): boolean
  strongest(listing: number): EvidenceKind
  /** Highest similarity of a listing within its strongest kind of evidence, 0 to 1. */
  similarity(listing: number): number
  /** Highest similarity of any listing, 0 to 1. */
  best(): number
}

/** Creates reusable evidence storage for listings numbered 0 to `count - 1`. */
export function createEvidence(count: number): Evidence {
  const kinds = new Uint8Array(count)
  const similarities = new Float64Array(count)
  let noted: number[] = []
  let highest = 0
  let isAdmitted: (listing: number) => boolean = () => true
  return {
    start(admits) {
      for (const listing of noted) {
        kinds[listing] = 0
        similarities[listing] = 0
      }
      noted = []
      highest = 0
      isAdmitted = admits
    },
    note(listing, kind, similarity) {
      const before = kinds[listing] ?? 0
      if (before === 0) {
        if (!isAdmitted(listing)) return
        noted.push(listing)
      }
      kinds[listing] = before | BIT[kind]
      if (BIT[kind] * 2 > before && (before < BIT[kind] || similarity > (similarities[listing] ?? 0))) {
        similarities[listing] = similarity
      }
      if (similarity > highest) highest = similarity
    },
    found: () => noted,
    has: (listing, kind) => ((kinds[listing] ?? 0) & BIT[kind]) !== 0,
    strongest: (listing) => EVIDENCE[31 - Math.clz32(kinds[listing] ?? 1)] ?? 'semantic',
    similarity: (listing) => similarities[listing] ?? 0,
    best: () => highest,
  }
}
