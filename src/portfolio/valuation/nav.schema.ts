import { z } from 'zod'
import { builder } from '../../core/graphql/builder.ts'
import { pageType } from '../../core/graphql/page.ts'
import { ALL_ROWS_MAX, type Page, pageOf } from '../../core/input/paging.pure.ts'
import { day, paging, withDayOrder } from '../../core/input/span-rule.ts'
import { PortfolioType } from '../portfolio.schema.ts'
import { loadBook } from './book.loader.ts'
import { type NavRow, readNav } from './nav.ts'

const NavRowType = builder.objectRef<NavRow>('NavRow').implement({
  description:
    'Net asset value of a portfolio at the end of a day; money in its base currency, at the rates of the day.',
  fields: (t) => ({
    date: t.expose('date', { type: 'Date', description: 'The day.' }),
    nav: t.exposeFloat('nav', { description: 'Net asset value: what is held less what is owed.' }),
    cashFlow: t.exposeFloat('cashFlow', {
      description: 'What was put in that day (negative: taken out): amounts of the trades, with fees.',
    }),
    marketValue: t.exposeFloat('marketValue', { description: 'Market value of the positions.' }),
    dividendIncome: t.exposeFloat('dividendIncome', { description: 'Dividends of the day, by ex-date; paid out.' }),
    dailyReturn: t.exposeFloat('dailyReturn', {
      description:
        'Return of the day as a fraction, dividends and fees included: what comes in counts from its beginning, what goes out until its end.',
    }),
    twrIndex: t.exposeFloat('twrIndex', {
      description: 'Time-weighted index of the returns, 100 before the first day.',
    }),
    drawdownPct: t.exposeFloat('drawdownPct', {
      description: 'Index below its highest so far, in percent; 0 or less.',
    }),
  }),
})

const NavHistoryType = pageType<Page<NavRow>>('NavHistory', {
  description: 'Daily net asset values of a portfolio from its first trade to today, oldest first.',
  of: NavRowType,
})

builder.objectFields(PortfolioType, (t) => ({
  nav: t.metered({
    type: NavHistoryType,
    cost: 'portfolioNav',
    description: 'Its daily net asset values, one row for each day on which something held traded. Costs one credit.',
    weight: { once: 20_000, perRow: 2 },
    input: withDayOrder(
      z.strictObject({
        ...paging(ALL_ROWS_MAX, ALL_ROWS_MAX),
        from: day('First day, inclusive.').optional(),
        to: day('Last day, inclusive.').optional(),
      }),
    ),
    resolve: async (portfolio, { from = '', to = '9999', ...page }, context) => {
      const rows = await readNav(await loadBook(portfolio, context))
      return pageOf(
        rows.filter(({ date }) => date >= from && date <= to),
        page,
      )
    },
  }),
}))
