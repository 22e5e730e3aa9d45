import { z } from 'zod'
import { AboutListingType, StockType } from '../../catalog/listing.schema.ts'
import { builder } from '../../core/graphql/builder.ts'
import { declareDataSet } from '../../core/graphql/data-set.ts'
import { enumType } from '../../core/graphql/enum-type.ts'
import { pageType } from '../../core/graphql/page.ts'
import { country, gicsCode } from '../../core/input/code-rule.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import type { Page } from '../../core/input/paging.pure.ts'
import { choice, inRest } from '../../core/input/rule.ts'
import { paging } from '../../core/input/span-rule.ts'
import { dayOfMs, isoOfDay } from '../../core/time/day.pure.ts'
import { ACTION_TYPE, type CorporateAction, roundPrice } from '../bars/adjust.pure.ts'
import { market } from '../market.ts'
import { DIVIDEND_FREQUENCY } from './dividend.pure.ts'
import { type Payer, rankPayers } from './dividend-ranking.ts'

const DIVIDEND_ORDER = enumeration('DividendOrder', 'Measure that dividend payers are ranked by, highest first.', {
  yield: 'Dividend yield: trailing twelve-month dividends divided by the price.',
  streak: 'Consecutive years without a cut.',
  cagr: 'Compound annual growth rate over five years.',
})

const dividendsInput = z.strictObject({
  orderBy: choice('Measure to rank by, highest first.', DIVIDEND_ORDER).default('yield'),
  country: country('Country of the companies.').optional(),
  gicsCode: inRest('gics', gicsCode('GICS code of the companies.')).optional(),
  ...paging(20),
})

const DividendFrequencyEnum = enumType(DIVIDEND_FREQUENCY)
const ActionTypeEnum = enumType(ACTION_TYPE)

const ActionType = builder.objectRef<CorporateAction>('CorporateAction').implement({
  description: 'A corporate action: a split or a cash dividend.',
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'Ex-date.', resolve: ({ day }) => isoOfDay(day) }),
    type: t.expose('type', { type: ActionTypeEnum, description: 'Type of action.' }),
    value: t.exposeFloat('value', {
      description: 'New shares per old one for a split; cash per share, as declared, for a dividend.',
    }),
  }),
})

/** Dividends of a listing; what sets them against its earnings is declared with the financial statements. */
export const DividendType = builder.objectRef<Payer>('StockDividends').implement({
  description: 'Regular dividends of a listing; amounts are split-adjusted, per share of today.',
  fields: (t) => ({
    yield: t.float({
      nullable: true,
      description: 'Dividend yield as a fraction: trailing twelve-month dividends divided by the price.',
      resolve: ({ facts }) => fraction(facts.yield),
    }),
    dividendPerShareTtm: t.float({
      description: 'Dividends per share of the last twelve months.',
      resolve: ({ facts }) => roundPrice(facts.ttmDps),
    }),
    currency: t.field({
      type: 'Currency',
      description: 'Currency of the amounts.',
      resolve: ({ listing }) => market().currencyOf(listing),
    }),
    noCutStreakYears: t.int({
      description: 'Number of consecutive complete calendar years without a cut; unchanged dividends count.',
      resolve: ({ facts }) => facts.noCutStreakYears,
    }),
    lastCutYear: t.int({
      nullable: true,
      description: 'Latest complete year that paid less than the previous one.',
      resolve: ({ facts }) => facts.lastCutYear,
    }),
    cagr5Years: t.float({
      nullable: true,
      description: 'Compound annual growth rate over the last five complete years, as a fraction.',
      resolve: ({ facts }) => fraction(facts.cagr5y),
    }),
    frequency: t.field({
      type: DividendFrequencyEnum,
      nullable: true,
      description: 'Payment frequency.',
      resolve: ({ facts }) => facts.frequency,
    }),
    exDate: t.field({ type: 'Date', description: 'Latest ex-date.', resolve: ({ facts }) => isoOfDay(facts.exDay) }),
    actions: t.field({
      type: [ActionType],
      description: 'All corporate actions, oldest first; amounts as declared.',
      resolve: ({ listing }) => [...market().actions(listing.id)],
    }),
  }),
})
declareDataSet(DividendType, ({ listing }) => market().markOf(listing))

function fraction(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6
}

const PayerType = builder.objectRef<Payer>('DividendPayer').implement({
  description: 'A listing that pays dividends.',
  interfaces: [AboutListingType],
  fields: (t) => ({
    dividend: t.field({ type: DividendType, description: 'Dividend figures.', resolve: (payer) => payer }),
  }),
})
declareDataSet(PayerType, ({ listing }) => market().markOf(listing))

const PayersType = pageType<Page<Payer>>('DividendPayers', { description: 'Ranked dividend payers.', of: PayerType })

builder.queryFields((t) => ({
  dividends: t.metered({
    type: PayersType,
    cost: 'dividends',
    description: 'Dividend payers ranked by yield, streak or growth. Costs one credit per call.',
    input: dividendsInput,
    weight: { once: 5_000, perRow: 1 },
    resolve: (_, input, { clock }) => rankPayers(input, dayOfMs(clock.now())),
  }),
}))

builder.objectFields(StockType, (t) => ({
  dividends: t.metered({
    type: DividendType,
    cost: 'stockDividends',
    description: 'Dividends; null when it has never paid one. Costs one credit.',
    resolve: (listing, _, { clock }) => {
      const facts = market().dividends(listing.id, dayOfMs(clock.now()))
      return facts && { listing, facts }
    },
  }),
}))
