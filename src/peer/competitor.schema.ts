import { noteCounted } from '../brief/demo-figures.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { type Page, PageInfoFields } from '../core/page.ts'
import type { Listing } from '../listing/catalog.store.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { closeness, type RivalryEvidence, sizeLikeness } from './closeness.math.ts'
import { rivalryLoader } from './rivalry.loader.ts'

/** A competitor, how close it is and why. */
interface Competitor {
  readonly listing: Listing
  readonly closeness: number
  readonly reasons: readonly string[]
}

/** Competitors that are answered at most: what is further away is hardly one. */
const COMPETITORS_MAX = 50
/** Sizes at least this alike are worth saying. */
const SAME_SIZE = 0.8

const CompetitorType = builder.objectRef<Competitor>('Competitor').implement({
  description: 'A company another one competes with.',
  fields: (t) => ({
    stock: t.expose('listing', { type: StockType, description: 'The competitor.' }),
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    country: t.string({
      nullable: true,
      description: 'Country, ISO 3166 alpha-2.',
      resolve: ({ listing }) => listing.country,
    }),
    marketCapUsd: t.float({
      nullable: true,
      description: 'Market capitalisation in US dollars.',
      resolve: ({ listing }) => listing.marketCapUsd,
    }),
    closeness: t.exposeFloat('closeness', { description: 'How close a competitor it is, 0 to 1.' }),
    reasons: t.stringList({ description: 'Why, strongest first.', resolve: ({ reasons }) => [...reasons] }),
  }),
})

const CompetitorsType = builder.objectRef<Page<Competitor>>('Competitors').implement({
  description: 'Direct competitors of a listing, closest first.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    competitors: t.field({ type: [CompetitorType], description: 'The competitors.', resolve: ({ rows }) => [...rows] }),
  }),
})

async function competitors(listing: Listing, context: Context): Promise<Page<Competitor>> {
  const stories = await rivalryLoader(context).load(listing.id)
  const edges = competitorEdges(listing)
  const known = candidates(listing, [...edges.keys(), ...stories.keys()])
    .map((other) => evidenceOf(listing, other, edges.get(other.id), stories.get(other.id) ?? 0))
    .filter(({ edge, stories, sharedDigits }) => edge !== null || stories > 0 || sharedDigits > 0)
  const measured = Float64Array.from(known, closeness)
  // An industry can have thousands: only the closest are put in order, and reasons, which are words, found for them.
  const least = measured.toSorted().at(-COMPETITORS_MAX) ?? 0
  const ranked = known
    .flatMap((evidence, index) => {
      const close = measured[index] ?? 0
      return close >= least ? [{ evidence, closeness: close }] : []
    })
    .sort((a, b) => b.closeness - a.closeness || sizeOf(b) - sizeOf(a) || idOf(a) - idOf(b))
    .slice(0, COMPETITORS_MAX)
  await noteCounted(
    context,
    ranked.reduce((sum, { evidence }) => sum + evidence.stories, 0),
  )
  const rows = ranked.map(({ evidence, ...close }) => ({
    listing: evidence.other,
    ...close,
    reasons: reasonsOf(listing, evidence),
  }))
  return {
    rows,
    total: rows.length,
    limit: COMPETITORS_MAX,
    offset: 0,
    all: false,
    ...(rows.length === 0 ? { notes: [`No competitors of ${listing.ticker} are known.`] } : {}),
  }
}

/** What speaks for a competitor, with what tells it in words. */
interface Evidence extends RivalryEvidence {
  readonly other: Listing
  readonly note: string
}

function sizeOf({ evidence }: { readonly evidence: Evidence }): number {
  return evidence.other.marketCapUsd ?? 0
}

function idOf({ evidence }: { readonly evidence: Evidence }): number {
  return evidence.other.id
}

/** Competitor edges of the graph by the listing at their other end. */
function competitorEdges(listing: Listing): Map<number, { weight: number; note: string }> {
  return new Map(
    catalog()
      .relationsOf(listing.id)
      .filter((relation) => relation.type === 'competitor')
      .map((edge) => [edge.sourceId === listing.id ? edge.targetId : edge.sourceId, edge]),
  )
}

/** Companies that may compete: those linked or named together, and all of the same industry. Further lines of the company are none. */
function candidates(listing: Listing, linkedIds: readonly number[]): Listing[] {
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

/** A company's name without what tells its share lines apart; worked out once. */
function companyName(listing: Listing): string {
  const known = companyNames.get(listing)
  if (known !== undefined) return known
  const name = nameOfCompany(listing)
  companyNames.set(listing, name)
  return name
}

function nameOfCompany({ name }: Listing): string {
  return name
    .toLowerCase()
    .replace(/\b(class|series) [a-z]\b|\b(pref(erred|erence)?|ordinary|adr|vz|st)\b|[().,-]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function evidenceOf(
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
    caps: [listing.marketCapUsd, other.marketCapUsd],
    sameCountry: listing.country !== null && listing.country === other.country,
    stories,
  }
}

/** Why it competes, strongest first. */
function reasonsOf(listing: Listing, { edge, note, stories, sharedDigits, caps, sameCountry }: Evidence): string[] {
  const sharedName = catalog().gicsNode(listing.gicsCode?.slice(0, sharedDigits) ?? '')?.name
  const alike = sizeLikeness(caps)
  const reasons = [
    ...(edge !== null ? [`named as competitor${note ? `: ${note}` : ''}`] : []),
    ...(stories > 0 ? [`${stories} ${stories === 1 ? 'story' : 'stories'} on competition in a year name both`] : []),
    ...(sharedDigits === 8
      ? [`same sub-industry: ${sharedName}`]
      : sharedDigits === 6
        ? [`same industry: ${sharedName}`]
        : []),
  ]
  if (alike !== null && alike >= SAME_SIZE) reasons.push('similar size')
  if (sameCountry) reasons.push(`same country: ${listing.country}`)
  return reasons
}

builder.objectFields(StockType, (t) => ({
  competitors: t.field({
    type: CompetitorsType,
    nullable: true,
    description: 'Whom it competes with, closest first, and why. Costs a credit.',
    complexity: { field: 1, multiplier: 5 },
    resolve: async (listing, _, context) => {
      const page = await competitors(listing, context)
      context.meter.charge('stockCompetitors', costOf('stockCompetitors', page.rows.length))
      return page
    },
  }),
}))
