import type { z } from 'zod'
import type { Listing, Megatrend } from '../catalog/catalog.store.ts'
import { catalog } from '../catalog/catalog.ts'
import { requireMegatrend, trendScopeOf } from '../catalog/taxonomy/find-megatrend.ts'
import type { MegatrendScope } from '../catalog/taxonomy/megatrend.input.ts'
import { instantsOf } from '../core/time/window.pure.ts'
import { type FeedRow, feedRowsOf } from '../news/feed/feed-row.store.ts'
import { untilNews } from '../news/feed/until-news.ts'
import { type BriefWindow, type briefInput, briefWindow, type themeSummaryInput } from './brief.input.ts'
import { readCells, readTotals } from './brief.store.ts'
import type { BriefFilter } from './brief-filter.store.ts'
import { leaning, type Mover, mostNamed, mostReached, reachedDirection, storiesOf } from './mover/mover.pure.ts'
import { type Question, type Reason, readReasons } from './mover/reason.store.ts'
import { type AspectTally, aspectHeatmap, netDirection, type Pulse, pulseOf } from './pulse/pulse.pure.ts'

const TOP_STORIES = 10
const TOP_LISTINGS = 10
const RIPPLES = 20

/** The scope of a brief, checked. */
export interface BriefScope
  extends Pick<
    z.output<typeof themeSummaryInput>,
    'scope' | 'newsTypes' | 'countries' | 'aspect' | 'gicsCode' | 'language'
  > {
  readonly window: BriefWindow
  readonly node: Megatrend | null
}

/** A listing in a brief, with what the stories do to it. */
export interface BriefListing {
  readonly listing: Listing
  readonly mover: Mover
  readonly reason: Reason | undefined
}

/** What a brief finds, in whatever language it is shown. */
interface BriefFindings {
  readonly pulse: Pulse
  readonly topStories: FeedRow[]
  readonly ripple: BriefListing[]
  readonly winners: BriefListing[]
  readonly losers: BriefListing[]
  readonly aspectHeatmap: AspectTally[]
  readonly topEntities: BriefListing[]
  readonly topAssets: BriefListing[]
}

/** A brief, as both faces show it. */
export interface Brief extends BriefFindings {
  readonly scope: BriefScope
}

const remember = untilNews<BriefFindings>(200)
const rememberPulse = untilNews<Pulse>(200)

/** The brief of a scope; read once until there is news. */
async function readBrief(scope: BriefScope): Promise<Brief> {
  const { window, node, newsTypes, countries, aspect, gicsCode } = scope
  const key = JSON.stringify([
    window.from,
    window.to,
    node?.nodeId,
    scope.scope,
    newsTypes,
    countries,
    aspect,
    gicsCode,
  ])
  return { ...(await remember(key, () => readFindings(scope))), scope }
}

async function readFindings(scope: BriefScope): Promise<BriefFindings> {
  const filter = filterOf(scope)
  const { cells, movers, top } = await readTotals(filter, TOP_STORIES)
  const known = movers.flatMap((mover) => {
    const listing = catalog().listing(mover.listingId)
    return listing ? [{ listing, mover, reason: undefined }] : []
  })
  // Commodities, currencies, coins and yields have no country and no industry; companies are shown only inside the scope.
  const inScope = filter.affected ? new Set(filter.affected.ids) : null
  const own = onePerCompany(inScope ? known.filter(({ listing }) => inScope.has(listing.id)) : known)
  const chosen = {
    ripple: choose(own, (all) => mostReached(all, RIPPLES)),
    winners: choose(own, (all) => leaning(all, 'pos', TOP_LISTINGS)),
    losers: choose(own, (all) => leaning(all, 'neg', TOP_LISTINGS)),
  }
  const questions: Question[] = [
    ...chosen.ripple.map(({ mover }) => {
      const direction = reachedDirection(mover)
      return { listingId: mover.listingId, direction: direction === 'ambiguous' ? null : direction, reached: true }
    }),
    ...chosen.winners.map(({ mover }) => ({ listingId: mover.listingId, direction: 'pos' as const, reached: false })),
    ...chosen.losers.map(({ mover }) => ({ listingId: mover.listingId, direction: 'neg' as const, reached: false })),
  ]
  const [reasons, topStories] = await Promise.all([readReasons(filter, questions), feedRowsOf(top)])
  const answered = [...chosen.ripple, ...chosen.winners, ...chosen.losers].map((one, place) => ({
    ...one,
    reason: reasons[place],
  }))
  const losersFrom = chosen.ripple.length + chosen.winners.length
  return {
    pulse: pulseOf(cells, scope.window),
    topStories,
    ripple: answered.slice(0, chosen.ripple.length),
    winners: answered.slice(chosen.ripple.length, losersFrom),
    losers: answered.slice(losersFrom),
    aspectHeatmap: aspectHeatmap(cells),
    topEntities: choose(
      own.filter(({ listing }) => isEntity(listing)),
      (all) => mostNamed(all, TOP_LISTINGS),
    ),
    topAssets: choose(
      known.filter(({ listing }) => !isEntity(listing)),
      (all) => mostNamed(all, TOP_LISTINGS),
    ),
  }
}

/** The pulse of a node alone; read once until there is news. */
export function readPulse(node: Megatrend, window: BriefWindow, scope: MegatrendScope = 'theme'): Promise<Pulse> {
  const read = async () => pulseOf(await readCells(filterOf({ node, scope, window, language: 'en' })), window)
  return rememberPulse(JSON.stringify([window.from, window.to, node.nodeId, scope]), read)
}

/** Net direction of all that moves a listing. */
export function netOf({ mover }: BriefListing): number | null {
  return netDirection(mover)
}

/** Stories that move a listing. */
export function storyCountOf({ mover }: BriefListing): number {
  return storiesOf(mover)
}

function choose(from: readonly BriefListing[], pick: (movers: readonly Mover[]) => Mover[]): BriefListing[] {
  const byId = new Map(from.map((one) => [one.mover.listingId, one]))
  return pick(from.map(({ mover }) => mover)).flatMap((mover) => byId.get(mover.listingId) ?? [])
}

/** Of the share classes and receipts of a company one: its main line where that is among them. */
function onePerCompany(movers: readonly BriefListing[]): BriefListing[] {
  const ids = new Set(movers.map(({ listing }) => listing.id))
  const seen = new Set<number>()
  return movers.filter(({ listing }) => {
    const main = catalog().mainLineOf(listing.id).id
    if (listing.id !== main && ids.has(main)) return false
    return !seen.has(main) && seen.add(main)
  })
}

function isEntity(listing: Listing): boolean {
  return listing.type === 'stock' || listing.type === 'etf'
}

function filterOf({ window, node, scope, newsTypes, countries, aspect, gicsCode }: BriefScope): BriefFilter {
  const { startMs, endMs } = instantsOf(window)
  return {
    start: new Date(startMs),
    end: new Date(endMs),
    newsTypes,
    aspect,
    affected:
      countries || gicsCode
        ? { ids: catalog().listingIdsWhere({ countries, gics: gicsCode }), assetIds: assetIds() }
        : undefined,
    trend: node ? trendScopeOf(node, scope) : undefined,
  }
}

function assetIds(): number[] {
  return catalog()
    .listings.filter((listing) => !isEntity(listing))
    .map((listing) => listing.id)
}

/** The brief of what a caller asked for: the whole market, or the part their filters name. */
export function readMarketBrief({ megatrend, ...input }: z.output<typeof briefInput>, nowMs: number): Promise<Brief> {
  const node = megatrend === undefined ? null : requireMegatrend(megatrend, 'megatrend')
  return readBrief({ ...input, window: briefWindow(input, nowMs), node })
}

/** The brief of a theme, its subtree included; an unknown one is 404. */
export function readThemeSummary({ id, ...input }: z.output<typeof themeSummaryInput>, nowMs: number): Promise<Brief> {
  return readBrief({ ...input, window: briefWindow(input, nowMs), node: requireMegatrend(id) })
}
