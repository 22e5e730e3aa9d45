import { z } from 'zod'
import { ownerOf } from '../account/owner/owner-of.ts'
import { builder, rowNumber } from '../core/graphql/builder.ts'
import { enumType } from '../core/graphql/enum-type.ts'
import { pageType } from '../core/graphql/page.ts'
import { knownCurrency } from '../core/input/code-rule.ts'
import { enumeration } from '../core/input/enumeration.pure.ts'
import type { Page } from '../core/input/paging.pure.ts'
import { choice, number, object } from '../core/input/rule.ts'
import { paging } from '../core/input/span-rule.ts'
import { clearableText, objectKey, optionalText, text } from '../core/input/text-rule.ts'
import { type Breakdown, computeBreakdown, type WeightedKey } from './context/allocation.ts'
import { intentOf } from './intent.ts'
import { findPortfolio, type Portfolio } from './portfolio.store.ts'
import { addPortfolio, readPortfolios, removePortfolio, requirePortfolio, updatePortfolio } from './portfolio.ts'
import { loadBook } from './valuation/book.loader.ts'

const MODE = enumeration('PortfolioMode', 'What trades a portfolio takes.', {
  standard: 'Buys and sells; never less than nothing is held.',
  advanced: 'Short sales too.',
})
const ModeEnum = enumType(MODE)

/** Rule of the id in every path below a portfolio. */
export const portfolioKey = objectKey('Integer id of the portfolio.')

const intentText = (description: string) => optionalText(description, 500)
const facts = {
  name: text('Name.', 200),
  description: clearableText('Description.', 2_000),
  baseCurrency: knownCurrency('Currency that values and results are told in.'),
  mode: choice('What trades it takes.', MODE),
  intent: object('PortfolioIntentInput', 'What its owner means to do with it.', {
    goal: intentText('What it is for.'),
    horizon: intentText('For how long.'),
    risk: intentText('How much may be lost on the way.'),
    thesis: intentText('Why it should work.'),
  })
    .nullable()
    .optional(),
}
const createInput = z.strictObject({
  ...facts,
  baseCurrency: facts.baseCurrency.default('USD'),
  mode: facts.mode.default('standard'),
})
const updateInput = z.strictObject({
  id: portfolioKey,
  ...facts,
  name: facts.name.optional(),
  baseCurrency: facts.baseCurrency.optional(),
  mode: facts.mode.optional(),
  margin: number(
    'Initial margin rate that its owner keeps to in advanced mode; null = none. It is kept, and limits no trade.',
    { min: 0, max: 1 },
  )
    .nullable()
    .optional(),
})

/** What an owner says of the purpose of a portfolio. */
export const IntentType = builder.objectRef<Readonly<Record<string, string>>>('PortfolioIntent').implement({
  description: 'What the owner of a portfolio means to do with it.',
  fields: (t) => {
    const part = (name: string, description: string) =>
      t.string({ nullable: true, description, resolve: (intent) => intent[name] })
    return {
      goal: part('goal', 'What it is for.'),
      horizon: part('horizon', 'For how long.'),
      risk: part('risk', 'How much may be lost on the way.'),
      thesis: part('thesis', 'Why it should work.'),
    }
  },
})

/** Part of a portfolio that has something in common. */
export const WeightedKeyType = builder.objectRef<WeightedKey>('PortfolioShare').implement({
  description: 'Part of a portfolio that has something in common.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What is in common: the slug of a megatrend, a code or a name.' }),
    weightPct: t.exposeFloat('weightPct', { description: 'Weight in percent.' }),
  }),
})

const BreakdownType = builder.objectRef<Breakdown>('PortfolioBreakdown').implement({
  description: 'A portfolio by megatrend and country.',
  fields: (t) => ({
    themes: t.field({
      type: [WeightedKeyType],
      description: 'Megatrends of the first tier, by the weights of their members; they add up to 100.',
      resolve: ({ themes }) => [...themes],
    }),
    countries: t.field({
      type: [WeightedKeyType],
      description: 'Countries of the companies.',
      resolve: ({ countries }) => [...countries],
    }),
  }),
})

/** A portfolio as a list gives it. */
interface ListedPortfolio extends Portfolio {
  /** Whether its breakdown was asked for; absent = wherever the field is selected. */
  readonly withBreakdown?: boolean
}

/** A portfolio; trades, values and analysis are added where they are defined. */
export const PortfolioType = builder.objectRef<ListedPortfolio>('Portfolio')
builder.node(PortfolioType, {
  id: { resolve: ({ id }) => String(id), description: 'Global id.' },
  loadOne: (id, context) => findPortfolio(ownerOf(context), rowNumber(id)),
  isTypeOf: (value) => typeof value === 'object' && value !== null && 'baseCurrency' in value && 'version' in value,
  description: 'A portfolio: what its owner traded, and what became of it.',
  fields: (t) => ({
    portfolioId: t.exposeInt('id', { description: 'Integer id; REST paths take it as {id}.' }),
    name: t.exposeString('name', { description: 'Name.' }),
    description: t.exposeString('description', { nullable: true, description: 'Description.' }),
    baseCurrency: t.expose('baseCurrency', {
      type: 'Currency',
      description: 'Currency that values and results are told in.',
    }),
    mode: t.field({
      type: ModeEnum,
      description: 'What trades it takes.',
      resolve: ({ mode }) => (mode === 'advanced' ? 'advanced' : 'standard'),
    }),
    margin: t.float({
      nullable: true,
      description:
        'Initial margin rate that its owner keeps to in advanced mode, 0 to 1. It is kept, and limits no trade.',
      resolve: ({ margin }) => margin?.toNumber(),
    }),
    intent: t.field({
      type: IntentType,
      nullable: true,
      description: 'What its owner means to do with it.',
      resolve: ({ intent }) => intentOf(intent),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it or its trades last changed.' }),
    positionCount: t.int({
      description: 'Number of open positions.',
      resolve: async (portfolio, _, context) => (await loadBook(portfolio, context)).outstanding.positions.length,
    }),
    tradeCount: t.int({
      description: 'Number of trades.',
      resolve: async (portfolio, _, context) => (await loadBook(portfolio, context)).tradeCount,
    }),
    currentNav: t.field({
      type: 'Decimal',
      description: 'Market value of its open positions, in its base currency.',
      resolve: async (portfolio, _, context) => (await loadBook(portfolio, context)).outstanding.totals.marketValueBase,
    }),
    totalReturnPct: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Result and dividends in percent of all that was bought or sold short; null before the first trade.',
      resolve: async (portfolio, _, context) => (await loadBook(portfolio, context)).outstanding.totals.totalReturnPct,
    }),
    breakdown: t.field({
      type: BreakdownType,
      nullable: true,
      description: 'Its weights by megatrend and country; in a list, where it is included.',
      resolve: async (portfolio, _, context) =>
        portfolio.withBreakdown === false ? null : computeBreakdown(await loadBook(portfolio, context)),
    }),
  }),
})

const PortfoliosType = pageType<Page<ListedPortfolio>>('Portfolios', {
  description: 'Portfolios of the account, oldest first.',
  of: PortfolioType,
})

/** What a deletion did. */
export const DeletedType = builder.objectRef<number>('Deleted').implement({
  description: 'What a deletion did.',
  fields: (t) => ({
    ok: t.boolean({ description: 'True when it is done.', resolve: () => true }),
    deleted: t.int({ description: 'Number of objects deleted.', resolve: (count) => count }),
  }),
})

builder.queryFields((t) => ({
  portfolios: t.metered({
    type: PortfoliosType,
    cost: 'portfolios',
    description: 'Portfolios of the account. Free.',
    weight: { once: 500, perRow: 200 },
    input: z.strictObject({
      include: choice('What to add to each row.', ['breakdown']).optional(),
      ...paging(),
    }),
    resolve: async (_, { include, ...page }, context) => {
      const found = await readPortfolios(page, context)
      return { ...found, rows: found.rows.map((row) => ({ ...row, withBreakdown: include === 'breakdown' })) }
    },
  }),
  portfolio: t.metered({
    type: PortfolioType,
    cost: 'portfolio',
    description: 'A portfolio of the account. Free.',
    weight: { once: 300, perRow: 0 },
    input: z.strictObject({ id: portfolioKey }),
    resolve: (_, { id }, context) => requirePortfolio(id, context),
  }),
}))

builder.mutationFields((t) => ({
  createPortfolio: t.metered({
    type: PortfolioType,
    cost: 'portfolioChange',
    description: 'Creates a portfolio. Free.',
    weight: { once: 2_000, perRow: 0 },
    input: createInput,
    resolve: (_, input, context) => addPortfolio(input, context),
  }),
  updatePortfolio: t.metered({
    type: PortfolioType,
    cost: 'portfolioChange',
    description: 'Changes what is given of a portfolio. Free.',
    weight: { once: 2_000, perRow: 0 },
    input: updateInput,
    resolve: (_, input, context) => updatePortfolio(input, context),
  }),
  deletePortfolio: t.metered({
    type: DeletedType,
    cost: 'portfolioChange',
    description: 'Deletes a portfolio with all its trades. Free.',
    weight: { once: 2_000, perRow: 0 },
    input: z.strictObject({ id: portfolioKey }),
    resolve: (_, { id }, context) => removePortfolio(id, context),
  }),
}))
