import type { Listing } from '../catalog/catalog.store.ts'
import { catalog } from '../catalog/catalog.ts'
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

/** A page of the competitors of a listing, closest first, with reasons. */
export async function readCompetitors(
  listing: Listing,
  page: PageRequest,
  context: Context,
): Promise<Page<Competitor>> {
  const stories = await coMentionLoader(context).load(listing.id)
  const edges = findCompetitorEdges(listing)
  const known = findCandidates(listing, [...edges.keys(), ...stories.keys()])
    .map((other) => collectEvidence(listing, other, edges.get(other.id), stories.get(other.id) ?? 0))
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
    reasons: describeReasons(listing, evidence),
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

/** Finds the competitor edges of a listing, by the other listing. */
function findCompetitorEdges(listing: Listing): Map<number, { weight: number; note: string }> {
  return new Map(
    catalog()
      .relationsOf(listing.id)
      .filter((relation) => relation.type === 'competitor')
      .map((edge) => [edge.sourceId === listing.id ? edge.targetId : edge.sourceId, edge]),
  )
}

/** Finds possible competitors: linked or co-mentioned listings and those of the same industry; other share lines of the company are excluded. */
function findCandidates(listing: Listing, linkedIds: readonly number[]): Listing[] {
  const industry = listing.type === 'stock' ? listing.gicsCode?.slice(0, 6) : undefined
  const ofIndustry = industry ? catalog().listingIdsWhere({ gics: industry }) : []
  const company = companyName(listing)
  const found: Listing[] = []
  for (const id of new Set([...linkedIds, ...ofIndustry])) {
    const other = catalog().listing(id)
    if (other && other.type === listing.type && companyName(other) !== company) found.push(other)
  }
  return found
}

const companyNames = new WeakMap<Listing, string>()

/** Company name without share class and other differences between share lines; cached. */
function companyName(listing: Listing): string {
  const known = companyNames.get(listing)
  if (known !== undefined) return known
  const name = stripShareClass(listing)
  companyNames.set(listing, name)
  return name
}

function stripShareClass({ name }: Listing): string {
  return name
    .toLowerCase()
    .replace(/\b(class|series) [a-z]\b|\b(pref(erred|erence)?|ordinary|adr|vz|st)\b|[().,-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function collectEvidence(
  listing: Listing,
  other: Listing,
  edge: { weight: number; note: string } | undefined,
  stories: number,
): Evidence {
  const [own, its] = [listing.gicsCode, other.gicsCode]
  return {
    other,
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
