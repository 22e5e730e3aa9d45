import type { Columns } from './columns.ts'
import type { Subject } from './company.ts'
import { accumulate, at, build, buildFlow, minus, negative, plus, type Series } from './series.ts'

/** Equity by quarter and what moved it; money in whole units. */
export interface Equity {
  /** Shareholders' equity, with preferred stock, without minorities. */
  readonly book: Series
  readonly minority: Series
  readonly netIncomeWithMinorities: Series
  readonly stockCompensation: Series
  readonly preferredDividends: Series
  /** Currency translation, which moves no cash of its own but what is held abroad. */
  readonly translation: Series
  /** Actuarial and hedging results outside the income statement. */
  readonly otherComprehensive: Series
  readonly dividendsPaid: Series
  readonly minorityDividends: Series
  readonly buybacks: Series
  readonly issued: Series
  readonly options: Series
}

/** Most of the market value that a company buys back, or sells new shares for, over the six years. */
const BUYBACK_MAX = 0.3
const ISSUE_MAX = 0.06
/** The same for companies that live on new shares: those at a loss, and trusts that must pay out what they earn (REITs). */
const ISSUE_MAX_OF_GROWERS = 0.35

/**
 * Plans equity backwards from the book value at the end: what income, dividends and compensation leave over goes to buybacks, what
 * lacks comes from new shares; then rolls it forward. Retained earnings move by net income less dividends only.
 */
export function planEquity(subject: Subject, columns: Columns, endBook: number): Equity {
  const { normal, length, gics, netIncome, trend, industry, revenue, marketCap, shares, unit, dividends, country } =
    subject
  const { random } = normal
  const isAmerican = country.currency === 'USD'
  const hasMinorities = random.next() < (gics.startsWith('60') ? 0.5 : 0.35)
  const minorityShare = hasMinorities ? 0.005 + 0.07 * random.next() ** 2 : 0
  const hasPreferred = random.next() < (gics.startsWith('40') || gics.startsWith('55') ? 0.3 : 0.05)
  const preferred = hasPreferred ? Math.round(0.06 * endBook) : 0
  const flow = (figureOf: (quarter: number) => number) => buildFlow(length, figureOf)
  const stockCompensation = flow((quarter) => industry.sbc * at(revenue, quarter) * (isAmerican ? 1.25 : 0.5))
  const preferredDividends = flow(() => (preferred * 0.055) / 4)
  const translation = flow(() => 0.006 * endBook * normal.next())
  const otherComprehensive = flow(() => 0.002 * endBook * normal.next())
  const minorityIncome = flow((quarter) => minorityShare * at(netIncome, quarter))
  const minorityDividends = flow((quarter) => 0.45 * Math.max(0, at(minorityIncome, quarter)))
  const options = flow((quarter) => 0.25 * at(stockCompensation, quarter))

  const estimated = flow((quarter) => (at(dividends, quarter) * shares) / unit)
  const kept = minus(
    plus(netIncome, stockCompensation, translation, otherComprehensive, options),
    estimated,
    preferredDividends,
  )
  const keptSum = kept.reduce((sum, one) => sum + one, 0)
  const grown = Math.max(0.7, Math.min(2.2, (at(trend, length - 1) / at(trend, 0)) ** 0.8))
  const wanted = endBook - endBook / grown - keptSum
  const isGrower = gics.startsWith('601') || at(netIncome, length - 1) < 0
  const net = Math.max(
    -BUYBACK_MAX * marketCap,
    Math.min((isGrower ? ISSUE_MAX_OF_GROWERS : ISSUE_MAX) * marketCap, wanted),
  )
  const opening = Math.round(Math.max(endBook - keptSum - net, 0.25 * endBook))
  const weights = build(length, (quarter) => (quarter === 0 ? 0 : 0.4 + random.next()))
  const weightSum = weights.reduce((sum, one) => sum + one, 0)
  const spread = (total: number) => flow((quarter) => (total * at(weights, quarter)) / weightSum)
  const [buybacks, issued] = [spread(Math.max(0, -net)), spread(Math.max(0, net))]

  const counts = countShares(subject, buybacks, plus(issued, options), random.next() < (isAmerican ? 0.8 : 0.4))
  const dividendsPaid = flow((quarter) => (-at(dividends, quarter) * at(counts.average, quarter)) / unit)
  const commonStock = Math.round(0.04 * opening)
  const treasuryOpening = Math.round((counts.treasuryOpening / shares) * marketCap * 0.6)
  const comprehensiveOpening = Math.round(-0.03 * opening)
  const retainedOpening = Math.round(opening * (netIncome.reduce((sum, one) => sum + one, 0) < 0 ? -1.2 : 0.62))
  const paidIn = opening - preferred - commonStock - retainedOpening - comprehensiveOpening + treasuryOpening
  const retained = accumulate(retainedOpening, netIncome, dividendsPaid, negative(preferredDividends))
  const additional = accumulate(paidIn, stockCompensation, issued, options)
  const treasury = accumulate(treasuryOpening, buybacks)
  const foreign = accumulate(Math.round(0.8 * comprehensiveOpening), translation)
  const otherAdjustments = accumulate(comprehensiveOpening - Math.round(0.8 * comprehensiveOpening), otherComprehensive)
  const comprehensive = plus(foreign, otherAdjustments)
  const same = (value: number) => build(length, () => value)
  const book = plus(same(preferred + commonStock), additional, retained, comprehensive, negative(treasury))
  const minority = accumulate(Math.round(minorityShare * opening), minorityIncome, negative(minorityDividends))
  const common = minus(netIncome, preferredDividends)
  columns.put({
    net_income: netIncome,
    diluted_ni_avail_to_com_stockholders: common,
    basic_average_shares: counts.average,
    diluted_average_shares: counts.diluted,
    basic_eps: perShare(common, counts.average, unit),
    eps: perShare(common, counts.diluted, unit),
    dps: dividends,
    stock_based_compensation: stockCompensation,
    dividends_paid: dividendsPaid,
    buybacks: negative(buybacks),
    issuance_of_capital_stock: plus(issued, options),
    proceeds_from_stock_option_exercised: options,
    net_common_stock_issuance: minus(plus(issued, options), buybacks),
    book_value: book,
    common_stock_equity: minus(book, same(preferred)),
    common_stock: same(commonStock),
    capital_stock: same(commonStock + preferred),
    additional_paid_in_capital: additional,
    retained_earnings: retained,
    treasury_stock: treasury,
    gains_losses_not_affecting_retained_earnings: comprehensive,
    foreign_currency_translation_adjustments: foreign,
    other_equity_adjustments: otherAdjustments,
    total_equity_gross_minority_interest: plus(book, minority),
    ordinary_shares_number: counts.outstanding,
    share_issued: counts.issued,
    treasury_shares_number: counts.treasury,
  })
  if (hasPreferred)
    columns.put({
      preferred_stock: same(preferred),
      preferred_stock_equity: same(preferred),
      preferred_stock_dividends: preferredDividends,
    })
  if (hasMinorities) columns.put({ minority_interest: minority, minority_interests: minorityIncome })
  return {
    book,
    minority,
    netIncomeWithMinorities: plus(netIncome, minorityIncome),
    stockCompensation,
    preferredDividends,
    translation,
    otherComprehensive,
    dividendsPaid,
    minorityDividends,
    buybacks,
    issued,
    options,
  }
}

/** Share counts backwards from the known one; shares are bought and sold at a price that follows revenue. */
function countShares(
  { shares, length, trend, marketCap, normal }: Subject,
  bought: Series,
  sold: Series,
  hasTreasury: boolean,
) {
  const dilution = 1 + 0.002 + 0.015 * normal.random.next() ** 2
  const sharesFor = (amount: number, quarter: number) =>
    Math.round((amount / marketCap) * shares * Math.min(3, at(trend, length - 1) / Math.max(1, at(trend, quarter))))
  const boughtShares = build(length, (quarter) => sharesFor(at(bought, quarter), quarter))
  const soldShares = build(length, (quarter) => sharesFor(at(sold, quarter), quarter))
  const sum = (series: Series) => series.reduce((all, one) => all + one, 0)
  const outstanding = accumulate(shares - sum(soldShares) + sum(boughtShares), soldShares, negative(boughtShares))
  const treasuryOpening = hasTreasury ? Math.round(0.04 * shares) : 0
  const treasury = accumulate(treasuryOpening, boughtShares)
  const average = build(length, (quarter) =>
    Math.round((at(outstanding, Math.max(0, quarter - 1)) + at(outstanding, quarter)) / 2),
  )
  return {
    outstanding,
    treasury,
    treasuryOpening,
    issued: plus(outstanding, treasury),
    average,
    diluted: build(length, (quarter) => Math.round(at(average, quarter) * dilution)),
  }
}

/** Money per share, to six digits. */
export function perShare(money: Series, counts: Series, unit: number): Series {
  return build(money.length, (quarter) =>
    Number(((at(money, quarter) * unit) / Math.max(1, at(counts, quarter))).toPrecision(6)),
  )
}
