/** How a match was found, surest first. */
export const MATCH_TYPES = ['exact', 'isin', 'prefix', 'alias', 'name', 'semantic'] as const
export type MatchType = (typeof MATCH_TYPES)[number]

/** Kinds of evidence, weakest first: a whole alias is surer than the beginning of a longer name. */
const EVIDENCE = ['semantic', 'name', 'beginning', 'alias', 'whole', 'isin', 'exact'] as const
type EvidenceKind = (typeof EVIDENCE)[number]

const BIT = Object.fromEntries(EVIDENCE.map((kind, index) => [kind, 1 << index])) as Readonly<
  Record<EvidenceKind, number>
>

/** What speaks for each listing, gathered for one query at a time. */
export interface Evidence {
  /** Forgets everything; from now on only listings that `admits` accepts are noted. */
  start(admits: (listing: number) => boolean): void
  note(listing: number, kind: EvidenceKind, similarity: number): void
  /** Listings noted so far, in the order they were noted. */
  found(): readonly number[]
  has(listing: number, kind: EvidenceKind): boolean
  strongest(listing: number): EvidenceKind
  /** Highest similarity noted for a listing with its strongest kind of evidence, 0-1. */
  similarity(listing: number): number
  /** Highest similarity noted for any listing, 0-1. */
  best(): number
}

/** Evidence over listings numbered from 0 to `count - 1`; reused from query to query. */
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
