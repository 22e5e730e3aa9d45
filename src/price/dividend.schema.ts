import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { argumentsOf } from '../core/arguments.ts'
import { builder } from '../core/builder.ts'
import type { Context } from '../core/context.ts'
import { costOf } from '../core/cost.ts'
import { choice, country, gicsCode, paging, parseInput } from '../core/input.ts'
import { type Page, PageInfoFields, pageOf } from '../core/page.ts'
import type { Listing } from '../listing/catalog.store.ts'
import { catalog } from '../listing/catalog.ts'
import { StockType } from '../listing/listing.schema.ts'
import { type CorporateAction, rounded } from './adjust.math.ts'
import { dayOfMs, isoOfDay } from './day.math.ts'
import type { DividendFacts } from './dividend.math.ts'
import { market } from './market.ts'
import { currencyOf, noteDataSet } from './price.schema.ts'

/** `GET /v1/stocks/dividends`. */
export const dividendsInput = z.strictObject({
  orderBy: choice('What payers are ranked by, highest first.', ['yield', 'streak', 'cagr']).default('yield'),
  country: country('Country to keep to.').optional(),
  gics: gicsCode('GICS code to keep to.').optional(),
  ...paging(20),
})

/** A listing beside what its dividends come to. */
interface Payer {
  readonly listing: Listing
  readonly facts: DividendFacts
}

const ActionType = builder.objectRef<CorporateAction>('CorporateAction').implement({
  description: 'A split or a cash dividend.',
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'Ex-date.', resolve: ({ day }) => isoOfDay(day) }),
    type: t.exposeString('type', { description: 'split, dividend or special.' }),
    value: t.exposeFloat('value', { description: 'New shares per old one, or cash per share of that day.' }),
  }),
})

const DividendType = builder.objectRef<Payer>('StockDividends').implement({
  description: 'What the regular dividends of a listing come to, per share of today.',
  fields: (t) => ({
    yield: t.float({
      nullable: true,
      description: 'Dividends of the last twelve months over the price, as a fraction.',
      resolve: ({ facts }) => fraction(facts.yield),
    }),
    ttmDps: t.float({
      description: 'Dividends per share of the last twelve months.',
      resolve: ({ facts }) => rounded(facts.ttmDps),
    }),
    currency: t.string({ description: 'Currency of the amounts.', resolve: ({ listing }) => currencyOf(listing) }),
    payoutRatio: t.float({
      nullable: true,
      description: 'Share of the earnings paid out, as a fraction; null where the earnings are not known.',
      resolve: () => null,
    }),
    noCutStreakYears: t.int({
      description: 'Complete calendar years in a row without a cut; flat years count.',
      resolve: ({ facts }) => facts.noCutStreakYears,
    }),
    lastCutYear: t.int({
      nullable: true,
      description: 'Latest complete year that paid less than the one before.',
      resolve: ({ facts }) => facts.lastCutYear,
    }),
    cagr5y: t.float({
      nullable: true,
      description: 'Growth a year over the last five complete years, as a fraction.',
      resolve: ({ facts }) => fraction(facts.cagr5y),
    }),
    frequency: t.string({
      nullable: true,
      description: 'annual, semiannual, quarterly, monthly or irregular.',
      resolve: ({ facts }) => facts.frequency,
    }),
    exDate: t.field({ type: 'Date', description: 'Latest ex-date.', resolve: ({ facts }) => isoOfDay(facts.exDay) }),
    actions: t.field({
      type: [ActionType],
      description: 'All splits and dividends, oldest first; amounts as declared.',
      resolve: ({ listing }) => [...market().actions(listing.id)],
    }),
  }),
})

function fraction(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1e6) / 1e6
}

const PayerType = builder.objectRef<Payer>('DividendPayer').implement({
  description: 'A listing that pays dividends.',
  fields: (t) => ({
    stock: t.expose('listing', { type: StockType, description: 'The listing.' }),
    listingId: t.int({ description: 'Integer listing id.', resolve: ({ listing }) => listing.id }),
    ticker: t.string({ description: 'Canonical ticker.', resolve: ({ listing }) => listing.ticker }),
    name: t.string({ description: 'Listed name.', resolve: ({ listing }) => listing.name }),
    country: t.string({
      nullable: true,
      description: 'Country, ISO 3166 alpha-2.',
      resolve: ({ listing }) => listing.country,
    }),
    gics: t.string({ nullable: true, description: 'GICS code.', resolve: ({ listing }) => listing.gicsCode }),
    dividend: t.field({ type: DividendType, description: 'What it pays.', resolve: (payer) => payer }),
  }),
})

const PayersType = builder.objectRef<Page<Payer>>('DividendPayers').implement({
  description: 'Dividend payers, ranked.',
  interfaces: [PageInfoFields],
  isTypeOf: () => true,
  fields: (t) => ({
    stocks: t.field({ type: [PayerType], description: 'The payers.', resolve: ({ rows }) => [...rows] }),
  }),
})

const MEASURES: Readonly<Record<'yield' | 'streak' | 'cagr', (facts: DividendFacts) => number | null>> = {
  yield: (facts) => facts.yield,
  streak: (facts) => facts.noCutStreakYears,
  cagr: (facts) => facts.cagr5y,
}

/** A page of the payers; of equals the higher yield first, then the older listing. */
function payers(input: z.output<typeof dividendsInput>, context: Context): Page<Payer> {
  const today = dayOfMs(context.clock.now())
  const page = pageOf(rankedPayers(input, today), input)
  for (const { listing } of page.rows) noteDataSet(listing, context)
  return page
}

/** What a ranking was made of: it holds until one of these is another. */
interface Ranking {
  readonly catalog: object
  readonly changes: number
  readonly today: number
  readonly rows: readonly Payer[]
}

/** Rankings lately asked for, by what they keep to. */
const rankings = new LRUCache<string, Ranking>({ max: 100 })

/** Everybody who paid in the last twelve months, ranked; the same ranking is made once a day and state of the data. */
function rankedPayers({ orderBy, country, gics }: z.output<typeof dividendsInput>, today: number): readonly Payer[] {
  const key = `${orderBy} ${country ?? ''} ${gics ?? ''}`
  const known = rankings.get(key)
  const { changes } = market()
  if (known?.catalog === catalog() && known.changes === changes && known.today === today) return known.rows
  const measure = (payer: Payer) => MEASURES[orderBy](payer.facts) ?? Number.NEGATIVE_INFINITY
  const yieldOf = (payer: Payer) => payer.facts.yield ?? -1
  const rows = catalog()
    .listingIdsWhere({ countries: country ? [country] : undefined, gics })
    .flatMap((id): Payer[] => {
      const listing = catalog().listing(id)
      const facts = market().dividends(id, today)
      return listing && facts && facts.ttmDps > 0 ? [{ listing, facts }] : []
    })
    .sort((a, b) => compare(measure(b), measure(a)) || yieldOf(b) - yieldOf(a) || a.listing.id - b.listing.id)
  rankings.set(key, { catalog: catalog(), changes, today, rows })
  return rows
}

/** Order of two measures, either of which may be minus infinity. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}

builder.queryFields((t) => ({
  dividends: t.field({
    type: PayersType,
    nullable: true,
    description: 'Dividend payers ranked by yield, streak or growth. Costs a credit a call.',
    args: argumentsOf(dividendsInput),
    resolve: (_, args, context) => {
      const page = payers(parseInput(dividendsInput, args), context)
      context.meter.charge('dividends', costOf('dividends', page.rows.length))
      return page
    },
  }),
}))

builder.objectFields(StockType, (t) => ({
  dividends: t.field({
    type: DividendType,
    nullable: true,
    description: 'What its dividends come to; null when it has never paid. Costs a credit.',
    resolve: (listing, _, context) => {
      context.meter.charge('stockDividends', costOf('stockDividends', 1))
      noteDataSet(listing, context)
      const facts = market().dividends(listing.id, dayOfMs(context.clock.now()))
      return facts && { listing, facts }
    },
  }),
}))
