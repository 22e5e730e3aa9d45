import { z } from 'zod'
import { country } from '../../core/input/code-rule.ts'
import { enumeration } from '../../core/input/enumeration.pure.ts'
import { choice, flag, integer, listOf, number } from '../../core/input/rule.ts'
import { SORT_DIRECTION } from '../../core/input/sort-direction.pure.ts'
import { form } from '../../core/input/text-rule.ts'
import { TRADE_TYPE } from '../hs/code-list.source.ts'
import { WORLD } from './area.source.ts'
import { LAST_MAX, type Period, parsePeriod, YEAR_MIN } from './period.pure.ts'

const FLOW = enumeration('TradeFlow', 'Which way goods go, as seen from who reports.', {
  export: 'What leaves the country.',
  import: 'What comes into it.',
})
const FREQ = enumeration('TradeFrequency', 'How long a period is.', { annual: 'A year.', monthly: 'A month.' })
const RANK_BY = enumeration('TraderRanking', 'By what countries are ranked.', {
  value: 'Value of the year.',
  growth: 'Compound annual growth rate from the first to the last year.',
  streak: 'Years of growth in a row up to the last one.',
})

/** Codes one question takes. */
const CODES_MAX = 20

const reporter = () => country('Country whose trade it is.')
const partner = () =>
  form(
    'Country traded with, or World for all of them together.',
    'World or an ISO 3166 country code, such as US or USA',
    (value) => /^[A-Za-z]{2,5}$/.test(value.trim()),
  ).default(WORLD)
const code = form(
  'Code of the Harmonized System of 2, 4 or 6 digits, with or without dots; of services a code of EBOPS 2010.',
  'a code such as 8507, 8507.60 or 9.2',
  (value) => /^[\da-zA-Z][\da-zA-Z. ]{0,19}$/.test(value),
)
const codes = () => listOf(code, CODES_MAX, 'Codes, added up; left out = everything.').optional()

function period(description: string, range: string, takes: (parsed: Period) => boolean) {
  return form(description, range, (value) => {
    const parsed = parsePeriod(value)
    return parsed !== null && takes(parsed)
  })
}

const YEARS = `a year from ${YEAR_MIN} on`
const span = (description: string) => period(description, `last1 to last${LAST_MAX}, latest or ${YEARS}`, () => true)
const latest = (description: string) => period(description, `latest or ${YEARS}`, ({ kind }) => kind !== 'last')

/** What a series is asked by. */
export const seriesInput = z.strictObject({
  reporter: reporter(),
  codes: codes(),
  partner: partner(),
  flow: choice('Exports or imports.', FLOW).default('export'),
  freq: choice('Years or months.', FREQ).default('annual'),
  period: span('How many of the newest periods, or one year; left out = last10 of years, last12 of months.').optional(),
  mirror: flag('Read what the partner reports of the same trade.').default(false),
  type: choice('Goods or services.', TRADE_TYPE).default('goods'),
})

/** What partners are asked by. */
export const partnersInput = z.strictObject({
  reporter: reporter(),
  codes: codes(),
  flow: choice('Exports or imports.', FLOW).default('export'),
  period: latest('The latest year that is reported, or a year.').default('latest'),
  limit: integer('Maximum number of partners.', { min: 1 }).default(10),
})

/** What a balance is asked by. */
export const balanceInput = z.strictObject({
  reporter: reporter(),
  partner: partner(),
  codes: codes(),
  period: span('The latest year that has both sides, a year, or how many of the newest.').default('latest'),
})

/** What a ranking of countries is asked by. */
export const tradersInput = z
  .strictObject({
    codes: codes(),
    flow: choice('Imports or exports.', FLOW).default('import'),
    scope: form(
      'Group of countries: world, eu, euro_area, asean, g7, g20, brics, africa, latam, asia, europe, north_america, mercosur, gcc, opec, efta or oceania.',
      'the name of a group such as world, eu or asean',
      (value) => /^[A-Za-z0-9_ ]{2,30}$/.test(value),
    ).default('world'),
    rankBy: choice('By what they are ranked.', RANK_BY).default('value'),
    order: choice('Which end comes first.', SORT_DIRECTION).default('desc'),
    limit: integer('Maximum number of countries.', { min: 1 }).default(10),
    minValueUsd: number(
      'Least value of the last year in dollars, of growth of the first one too; left out = 1,000,000 for growth and streak, 0 for value.',
      { min: 0, max: 1e15 },
    ).optional(),
    period: span(
      'The years looked at: lastN are the N newest ones; a year is the last of them. Left out = latest for value, last5 for growth, last10 for streak.',
    ).optional(),
  })
  .check(({ value: { rankBy, period: given }, issues }) => {
    if (given === undefined) return
    const parsed = periodOf(given)
    if (parsed.kind !== 'last' || (rankBy === 'value' ? parsed.count === 1 : parsed.count > 1)) return
    const [range, nearest] = rankBy === 'value' ? ['latest', 'latest'] : [`last2 to last${LAST_MAX}, latest`, 'last2']
    issues.push({
      code: 'custom',
      path: ['period'],
      input: given,
      message: `"period" must be ${range} or ${YEARS} when countries are ranked by ${rankBy}; "${given}" was given.`,
      params: { nearest },
    })
  })

/** A period that has passed its rule. */
export function periodOf(text: string): Period {
  return parsePeriod(text) ?? { kind: 'latest' }
}
