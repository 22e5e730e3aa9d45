import type { Listing } from '../catalog/catalog.store.ts'
import { catalog } from '../catalog/catalog.ts'
import { ApiError } from '../core/errors.ts'
import { nearest } from '../core/input/nearest.pure.ts'
import { type Page, type PageRequest, pageOf } from '../core/input/paging.pure.ts'
import { toldText } from '../core/input/told-text.pure.ts'
import { isoOfDay } from '../core/time/day.pure.ts'
import type { AssetClass } from './asset-class.pure.ts'
import type { Contract } from './contract.pure.ts'
import { CONTRACTS, contractByTicker } from './contract.source.ts'
import { computeGroup, EXTREME_REPORTS_MIN, type GroupFigures, LOOKBACK_WEEKS } from './figure/figure.pure.ts'
import { findReleaseMs } from './figure/late-release.source.ts'
import { readPosition } from './figure/read.pure.ts'
import type { StoredReport } from './report.pure.ts'
import { reportsOf } from './report-keeper.ts'

/** Futures positions of an asset, at its latest report. */
export interface Positioning {
  readonly listing: Listing
  readonly contract: Contract
  /** Reports it is made of, oldest first: those of the history, and those that percentiles of its first ones look back on. */
  readonly reports: readonly StoredReport[]
  readonly latest: StoredReport
  /** Milliseconds; null before there was a weekly schedule. */
  readonly releasedMs: number | null
  readonly commercials: GroupFigures
  readonly largeSpeculators: GroupFigures
  readonly smallSpeculators: GroupFigures
  readonly read: string
  readonly notes: readonly string[]
}

/** Reads the positions of an asset by its ticker; throws 404 for what has none. */
export function requirePositioning(asset: string): Positioning {
  const listing = findAsset(asset)
  if (!listing) throw unknownAsset(asset)
  const contract = contractByTicker(listing.ticker)
  if (!contract) {
    throw new ApiError(
      'not_found',
      `No futures of ${listing.ticker} are reported on: positioning covers commodities, currency pairs, interest rates and stock indices.`,
      { param: 'asset' },
    )
  }
  const found = positioningOf(contract, listing)
  if (found) return found
  throw new ApiError('not_found', `There are no reports on ${listing.ticker} (${contract.name}) yet.`, {
    param: 'asset',
  })
}

/** The positions of a listing; null for one without futures or reports. */
export function findPositioning(listing: Listing): Positioning | null {
  const contract = contractByTicker(listing.ticker)
  return contract ? positioningOf(contract, listing) : null
}

/** Assets by how far the large speculators' percentile is from the middle, the furthest first. */
export function rankExtremes(assetClass: AssetClass | null, request: PageRequest): Page<Positioning> {
  const rows = CONTRACTS.filter((contract) => assetClass === null || contract.assetClass === assetClass)
    .flatMap((contract) => {
      const listing = catalog().listingByTicker(contract.ticker)
      return (listing && positioningOf(contract, listing)) ?? []
    })
    .filter(({ largeSpeculators }) => largeSpeculators.percentile !== null)
    .sort((one, other) => distanceOf(other) - distanceOf(one) || (one.listing.ticker < other.listing.ticker ? -1 : 1))
  const notes = noteRanked(rows)
  return { ...pageOf(rows, request), ...(notes.length > 0 ? { notes } : {}) }
}

/** A report this much older than the newest one of all is out of date. */
const OUTDATED_DAYS = 56

function noteRanked(rows: readonly Positioning[]): string[] {
  if (rows.length === 0) return ['There are no reports to rank yet.']
  const newest = Math.max(...rows.map(({ latest }) => latest.day))
  const few = rows.filter(({ reports }) => reports.length < EXTREME_REPORTS_MIN).length
  const outdated = rows.filter(({ latest }) => latest.day < newest - OUTDATED_DAYS).length
  return [
    ...(few > 0
      ? [
          `${few} of ${rows.length} assets have fewer than ${EXTREME_REPORTS_MIN} reports: their percentiles say little.`,
        ]
      : []),
    ...(outdated > 0
      ? [`${outdated} of ${rows.length} assets have no report of the eight weeks before ${isoOfDay(newest)}.`]
      : []),
  ]
}

function distanceOf({ largeSpeculators }: Positioning): number {
  return Math.abs((largeSpeculators.percentile ?? 50) - 50)
}

/** Positions by the reports they are computed from: another report is another list. */
const computed = new WeakMap<readonly StoredReport[], Omit<Positioning, 'listing'> | null>()

function positioningOf(contract: Contract, listing: Listing): Positioning | null {
  const reports = reportsOf(contract.code)
  const known = computed.get(reports)
  const figures = known === undefined ? compute(contract, reports) : known
  computed.set(reports, figures)
  return figures && { ...figures, listing }
}

function compute(contract: Contract, reports: readonly StoredReport[]): Omit<Positioning, 'listing'> | null {
  const latest = reports.at(-1)
  const commercials = computeGroup(reports, 'commercials')
  const largeSpeculators = computeGroup(reports, 'largeSpeculators')
  const smallSpeculators = computeGroup(reports, 'smallSpeculators')
  if (!latest || !commercials || !largeSpeculators || !smallSpeculators) return null
  const lookback = reports.slice(-LOOKBACK_WEEKS)
  return {
    contract,
    reports,
    latest,
    releasedMs: findReleaseMs(latest.day),
    commercials,
    largeSpeculators,
    smallSpeculators,
    read: readPosition(contract, largeSpeculators, lookback.length),
    notes: notesOf(lookback),
  }
}

function notesOf(lookback: readonly StoredReport[]): string[] {
  const demo = lookback.filter(({ isDemo }) => isDemo).length
  const [first] = lookback
  return [
    ...(lookback.length < LOOKBACK_WEEKS
      ? [
          `Percentiles are among ${lookback.length} reports, all there are${lookback.length < EXTREME_REPORTS_MIN ? '; none is called extreme before there are 52' : ''}.`,
        ]
      : []),
    ...(demo > 0 && demo < lookback.length
      ? [`${demo} of the ${lookback.length} reports that percentiles are among are of the demo.`]
      : []),
    ...(first?.combined ? ['Options are counted too: there are no reports on the futures alone.'] : []),
  ]
}

/** Finds the listing of an asset; currency pairs may be written `EURUSD.FOREX`. */
function findAsset(asset: string): Listing | null {
  return catalog().find(asset.replace(/\.forex\s*$/i, '.FX'))
}

function unknownAsset(asset: string): ApiError {
  const meant = reversedPair(asset) ?? commodityOf(asset) ?? nearest(asset.replace(/\.forex\s*$/i, '.FX'), COVERED)
  return new ApiError(
    'unknown_ticker',
    `There is no asset "${toldText(asset)}".${meant ? ` Did you mean ${meant}?` : ''}`,
    {
      param: 'asset',
      ...(meant ? { did_you_mean: meant } : {}),
    },
  )
}

/** `GOLD.COMM` for `XAU.COMM` or `GC=F`. */
function commodityOf(asset: string): string | null {
  const listing = catalog().listing(catalog().tickers.translate(asset) ?? -1)
  return listing?.type === 'commodity' ? listing.ticker : null
}

const COVERED = CONTRACTS.map(({ ticker }) => ticker)

/** `USDJPY.FX` for `JPYUSD.FOREX`, as the contract on the yen is quoted. */
function reversedPair(asset: string): string | null {
  const [, base = '', quote = ''] = /^\s*([a-z]{3})([a-z]{3})(?:\.(?:forex|fx))?\s*$/i.exec(asset) ?? []
  const reversed = `${quote}${base}.FX`.toUpperCase()
  return COVERED.includes(reversed) ? reversed : null
}
