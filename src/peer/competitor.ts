import type { Listing, Relation } from '../catalog/catalog.store.ts'
import { catalog } from '../catalog/catalog.ts'
import { computeBusinessShare } from '../catalog/taxonomy/business-share.pure.ts'
import type { Context } from '../core/graphql/context.ts'
import { type Page, type PageRequest, windowOf } from '../core/input/paging.pure.ts'
import { computeMarketCap, marketCapOf } from '../market/profile/market-cap.ts'
import { type CompetitionEvidence, computeCloseness, computeSizeSimilarity } from './closeness.pure.ts'
import { coMentionLoader } from './co-mention.loader.ts'

/** A competitor with its closeness and the reasons for it. */
export interface Competitor {
  readonly listing: Listing
  readonly closeness: number
  /** Number of co-mentions: stories on competition that name both. */
  readonly stories: number
  readonly reasons: readonly string[]
}

/** Minimum size similarity that is listed as a reason. */
const SIZE_SIMILARITY_MIN = 0.8

/** A page of the competitors of a listing, closest first, with reasons; the lines of one company share the list and count once in it. */
export async function readCompetitors(
  listing: Listing,
  page: PageRequest,
  context: Context,
): Promise<Page<Competitor>> {
  const company = catalog().mainLineOf(listing.id)
  const stories = await countStories(company, context)
  const edges = findCompetitorEdges(company)
  const known = findCandidates(company, [...edges.keys(), ...stories.keys()])
    .map((other) => collectEvidence(company, other, edges.get(other.id), stories.get(other.id) ?? 0))
    .filter(({ edge, stories, sharedDigits }) => edge !== null || stories > 0 || sharedDigits > 0)
  const measured = Float64Array.from(known, computeCloseness)
  const { limit, offset } = windowOf(page)
  // An industry can have thousands of listings: only those up to the end of the page are sorted and given reasons.
  const least = measured.toSorted().at(-(offset + limit)) ?? 0
  const ranked = known
    .flatMap((evidence, index) => {
      const close = measured[index] ?? 0
      return close >= least ? [{ evidence, closeness: close }] : []
    })
    .sort(
      (a, b) =>
        b.closeness - a.closeness || marketCapOf(b.evidence.other) - marketCapOf(a.evidence.other) || idOf(a) - idOf(b),
    )
    .slice(offset, offset + limit)
  const rows = ranked.map(({ evidence, ...close }) => ({
    listing: evidence.other,
    ...close,
    stories: evidence.stories,
    reasons: describeReasons(company, evidence),
  }))
  return {
    ...page,
    rows,
    total: known.length,
    ...(known.length === 0 ? { notes: [`No competitors of ${listing.ticker} are known.`] } : {}),
  }
}

/** Evidence for a competitor with the note of its edge. */
interface Evidence extends CompetitionEvidence {
  readonly other: Listing
  readonly note: string
}

function idOf({ evidence }: { readonly evidence: Evidence }): number {
  return evidence.other.id
}

/** Counts of stories on competition that name a line of the company, by the main line of the other company they name. */
async function countStories(company: Listing, context: Context): Promise<Map<number, number>> {
  const lines = catalog().linesOf(catalog().issuerIdOf(company.id))
  const found = await Promise.all(lines.map(({ id }) => coMentionLoader(context).load(id)))
  const counts = new Map<number, number>()
  for (const [id, count] of found.flatMap((shared) => [...shared])) {
    const main = catalog().mainLineOf(id).id
    // A story names a company by each of its lines.
    counts.set(main, Math.max(counts.get(main) ?? 0, count))
  }
  return counts
}

/** Relations of all lines of a company, with the main line of the other end. */
function relationsOf(company: Listing): { readonly other: Listing; readonly edge: Relation }[] {
  const lines = catalog().linesOf(catalog().issuerIdOf(company.id))
  return lines.flatMap(({ id }) =>
    catalog()
      .relationsOf(id)
      .map((edge) => ({ other: catalog().mainLineOf(edge.sourceId === id ? edge.targetId : edge.sourceId), edge })),
  )
}

/** Finds the competitor edges of a company, by the main line of the other company; of several the heaviest. */
function findCompetitorEdges(company: Listing): Map<number, Relation> {
  const edges = new Map<number, Relation>()
  for (const { other, edge } of relationsOf(company)) {
    if (edge.type === 'competitor' && edge.weight > (edges.get(other.id)?.weight ?? 0)) edges.set(other.id, edge)
  }
  return edges
}

/** Finds possible competitors, each by its main line: companies linked or co-mentioned, and those of the same industry that neither sell to it nor buy from it. */
function findCandidates(company: Listing, linkedIds: readonly number[]): Listing[] {
  const industry = company.type === 'stock' ? company.gicsCode?.slice(0, 6) : undefined
  const ofIndustry = industry ? catalog().listingIdsWhere({ gics: industry }) : []
  const trading = new Set(
    relationsOf(company).flatMap(({ other, edge }) => (edge.type === 'supplier' ? [other.id] : [])),
  )
  const near = ofIndustry.map((id) => catalog().mainLineOf(id).id).filter((id) => !trading.has(id))
  const found: Listing[] = []
  for (const id of new Set([...linkedIds, ...near])) {
    const other = catalog().listing(id)
    if (other && other.type === company.type && other.id !== company.id) found.push(other)
  }
  return found
}

function collectEvidence(listing: Listing, other: Listing, edge: Relation | undefined, stories: number): Evidence {
  const [own, its] = [listing.gicsCode, other.gicsCode]
  return {
    other,
    share: computeBusinessShare(catalog().membershipsOfCompany(listing.id), catalog().membershipsOfCompany(other.id)),
    edge: edge?.weight ?? null,
    note: edge?.note ?? '',
    sharedDigits: own === null || its === null ? 0 : own === its ? 8 : own.slice(0, 6) === its.slice(0, 6) ? 6 : 0,
    caps: [computeMarketCap(listing).usd, computeMarketCap(other).usd],
    sameCountry: listing.country !== null && listing.country === other.country,
    stories,
  }
}

/** Describes why two companies compete, strongest reason first. */
function describeReasons(
  listing: Listing,
  { edge, note, stories, sharedDigits, caps, sameCountry }: Evidence,
): string[] {
  const sharedName = catalog().gicsNode(listing.gicsCode?.slice(0, sharedDigits) ?? '')?.name
  const similarity = computeSizeSimilarity(caps)
  const reasons = [
    ...(edge !== null ? [`named as competitor${note ? `: ${note}` : ''}`] : []),
    ...(stories > 0 ? [`${stories} ${stories === 1 ? 'story' : 'stories'} on competition in a year name both`] : []),
    ...(sharedDigits === 8
      ? [`same sub-industry: ${sharedName}`]
      : sharedDigits === 6
        ? [`same industry: ${sharedName}`]
        : []),
  ]
  if (similarity !== null && similarity >= SIZE_SIMILARITY_MIN) reasons.push('similar size')
  if (sameCountry) reasons.push(`same country: ${listing.country}`)
  return reasons
}
