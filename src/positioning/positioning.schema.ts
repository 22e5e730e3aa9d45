import { z } from 'zod'
import { AboutListingType, StockType } from '../catalog/listing.schema.ts'
import { builder } from '../core/graphql/builder.ts'
import { declareDataSet } from '../core/graphql/data-set.ts'
import { enumType } from '../core/graphql/enum-type.ts'
import { pageType } from '../core/graphql/page.ts'
import { enumeration } from '../core/input/enumeration.pure.ts'
import type { Page } from '../core/input/paging.pure.ts'
import { choice } from '../core/input/rule.ts'
import { paging } from '../core/input/span-rule.ts'
import { text } from '../core/input/text-rule.ts'
import { isoOfDay } from '../core/time/day.pure.ts'
import { ASSET_CLASS, ASSET_CLASS_FILTER, assetClassOf } from './asset-class.pure.ts'
import { type GroupFigures, LOOKBACK_WEEKS } from './figure/figure.pure.ts'
import { type HistoryRow, historyOf } from './history.ts'
import { findPositioning, type Positioning, rankExtremes, requirePositioning } from './positioning.ts'

const positioningInput = z.strictObject({
  asset: text(
    'Ticker of a commodity (GOLD.COMM), currency pair (EURUSD.FOREX or EURUSD.FX), interest rate (US-10Y.GB) or fund of a stock index (SPY.US).',
    40,
  ),
})

const extremesInput = z.strictObject({
  assetClass: choice('Kind of assets; all when it is not given.', ASSET_CLASS_FILTER).optional(),
  ...paging(15),
})

const AssetClassEnum = enumType(ASSET_CLASS)
const ExtremeEnum = enumType(
  enumeration('PositioningExtreme', 'End of its range that a position is at.', {
    most_long: 'Net position at percentile 90 or above.',
    most_short: 'Net position at percentile 10 or below.',
  }),
)

const GroupType = builder.objectRef<GroupFigures>('PositioningGroup').implement({
  description: 'Positions of a group of traders, in contracts, and how unusual they are.',
  fields: (t) => ({
    long: t.exposeInt('long', { description: 'Long positions; spreads are left out.' }),
    short: t.exposeInt('short', { description: 'Short positions; spreads are left out.' }),
    net: t.exposeInt('net', { description: 'Long less short.' }),
    netPctOi: t.exposeFloat('netPctOi', {
      nullable: true,
      description: 'Net position in percent of the open interest.',
    }),
    percentile: t.exposeFloat('percentile', {
      nullable: true,
      description:
        'Rank of the net position among the last 156 reports: percent of the others below it, ties half. Null with one report.',
    }),
    cotIndex: t.exposeFloat('cotIndex', {
      nullable: true,
      description:
        'Place of the net position between the least (0) and the greatest (100) of the last 156 reports; null when all are equal.',
    }),
    change1w: t.exposeInt('change1w', {
      nullable: true,
      description: 'Change of the net position in a week; null when the report of the week before is missing.',
    }),
    extreme: t.expose('extreme', {
      type: ExtremeEnum,
      nullable: true,
      description: 'End of its range it is at; null in between, and with fewer than 52 reports.',
    }),
  }),
})

const HistoryType = builder.objectRef<HistoryRow>('PositioningReport').implement({
  description: 'Positions of one weekly report.',
  fields: (t) => ({
    reportDate: t.field({
      type: 'Date',
      description: 'Day of the positions.',
      resolve: ({ report }) => isoOfDay(report.day),
    }),
    openInterest: t.int({ description: 'Open contracts.', resolve: ({ report }) => report.openInterest }),
    commercialsNet: t.exposeInt('commercialsNet', { description: 'Net position of commercials.' }),
    largeSpeculatorsNet: t.exposeInt('largeSpeculatorsNet', { description: 'Net position of large speculators.' }),
    smallSpeculatorsNet: t.exposeInt('smallSpeculatorsNet', { description: 'Net position of small speculators.' }),
    largeSpeculatorsPercentile: t.exposeFloat('largeSpeculatorsPercentile', {
      nullable: true,
      description: 'Percentile of the large speculators among the 156 reports that end with this one.',
    }),
  }),
})

const PositioningType = builder.objectRef<Positioning>('Positioning').implement({
  description: "Positions in an asset's futures by the CFTC's weekly Commitments of Traders report (legacy form).",
  interfaces: [AboutListingType],
  fields: (t) => ({
    assetName: t.string({ description: 'The futures contract.', resolve: ({ contract }) => contract.name }),
    contractCode: t.string({
      description: 'Contract market code of the CFTC.',
      resolve: ({ contract }) => contract.code,
    }),
    assetClass: t.field({
      type: AssetClassEnum,
      description: 'Kind of asset.',
      resolve: ({ contract }) => contract.assetClass,
    }),
    inverse: t.boolean({
      description: 'True where the asset falls when the contract rises: yields, and pairs that begin with the dollar.',
      resolve: ({ contract }) => contract.inverse,
    }),
    reportDate: t.field({
      type: 'Date',
      description: 'Day of the positions, usually a Tuesday.',
      resolve: ({ latest }) => isoOfDay(latest.day),
    }),
    releasedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When the report is published: 15:30 in New York on the third business day, a Friday unless a federal holiday falls in between.',
      resolve: ({ releasedMs }) => (releasedMs === null ? null : new Date(releasedMs)),
    }),
    lookbackWeeks: t.int({
      description: 'Weekly reports that percentiles look back on.',
      resolve: () => LOOKBACK_WEEKS,
    }),
    openInterest: t.int({ description: 'Open contracts.', resolve: ({ latest }) => latest.openInterest }),
    commercials: t.expose('commercials', {
      type: GroupType,
      description: 'Traders who hedge a business of their own.',
    }),
    largeSpeculators: t.expose('largeSpeculators', {
      type: GroupType,
      description: 'Large traders without such a business: funds above all.',
    }),
    smallSpeculators: t.expose('smallSpeculators', {
      type: GroupType,
      description: 'Traders too small to have to report.',
    }),
    read: t.exposeString('read', {
      description: 'What the positions of the large speculators mean, in one sentence.',
    }),
    history: t.field({
      type: [HistoryType],
      description: 'The last 156 reports, oldest first.',
      resolve: historyOf,
    }),
    notes: t.stringList({
      description: 'What the figures do not show.',
      resolve: ({ notes }) => [...notes],
    }),
  }),
})
declareDataSet(PositioningType, ({ reports }) => (reports.some(({ isDemo }) => isDemo) ? 'demo' : null))

const ExtremesType = pageType<Page<Positioning>>('PositioningExtremes', {
  description: 'Assets by how unusual the positions of large speculators are.',
  of: PositioningType,
})

builder.queryFields((t) => ({
  positioning: t.metered({
    type: PositioningType,
    cost: 'positioning',
    description: 'Futures positions in an asset. Costs one credit.',
    input: positioningInput,
    resolve: (_, { asset }) => requirePositioning(asset),
  }),
  positioningExtremes: t.metered({
    type: ExtremesType,
    cost: 'positioningExtremes',
    description:
      "Assets by the distance of the large speculators' percentile from 50, the furthest first. Costs one credit per call.",
    input: extremesInput,
    resolve: (_, { assetClass, ...request }) => rankExtremes(assetClass ? assetClassOf(assetClass) : null, request),
  }),
}))

builder.objectFields(StockType, (t) => ({
  positioning: t.metered({
    type: PositioningType,
    cost: 'stockPositioning',
    description: 'Positions in its futures; null when there are none. Costs one credit.',
    resolve: (listing) => findPositioning(listing),
  }),
}))
