import type { Columns } from './columns.ts'
import type { Subject } from './company.ts'
import type { Equity } from './equity.ts'
import { accumulate, at, build, minus, negative, part, plus, type Series, wobble, zeros } from './series.ts'
import type { SpecialItems } from './special-item.ts'

/** Plant, acquired assets and investments by quarter; money in whole units. */
export interface Capital {
  readonly total: Series
  readonly depreciation: Series
  readonly amortization: Series
  readonly capex: Series
  readonly plantSold: Series
  readonly acquired: Series
  readonly intangiblesBought: Series
  readonly propertyBought: Series
  readonly investments: Series
  readonly leases: Series
  readonly currentLeases: Series
  /** The part of currency translation that moves cash. */
  readonly translationOfCash: Series
}

/** Capital at the end that is neither working capital nor financed by others, by kind. */
export interface CapitalPlan {
  readonly plant: number
  readonly goodwill: number
  readonly intangible: number
  readonly investment: number
  readonly property: number
}

/** Years over which bought patents, brands and customer relations are written down. */
const INTANGIBLE_YEARS = 13
/** Most of a quarter's costs that depreciation is. */
const DEPRECIATION_MAX = 0.45

/** Rolls plant, goodwill, intangibles, property and investments forward so that they end near the plan. */
export function fillCapital(
  subject: Subject,
  columns: Columns,
  plan: CapitalPlan,
  specials: SpecialItems,
  equity: Equity,
): Capital {
  const { normal, length, trend, revenue, netIncome, industry, taxRate } = subject
  const { random } = normal
  const scale = (quarter: number) => at(trend, quarter) / at(trend, length - 1)
  const costs = (quarter: number) =>
    Math.max(0.05 * at(revenue, quarter), at(revenue, quarter) - Math.max(0, at(netIncome, quarter)) / (1 - taxRate))

  const intangibleOpening = Math.round(plan.intangible * Math.max(0.5, scale(0)))
  const hasIntangibles = intangibleOpening > 0
  const deals = zeros(length)
  const dealCount = plan.goodwill > 0 ? Math.floor(4 * random.next()) : 0
  for (let deal = 0; deal < dealCount; deal++)
    deals[1 + Math.floor(random.next() * (length - 1))] = 0.04 + 0.1 * random.next()
  const goodwillBought = build(length, (quarter) => Math.round(at(deals, quarter) * plan.goodwill))
  const intangiblesAcquired = build(length, (quarter) => Math.round(at(deals, quarter) * plan.intangible))
  // Exchange rates move what is held abroad: a part is cash, the rest whatever the company has most of.
  const most = Math.max(plan.goodwill, plan.plant)
  const isHeld = most > 0.25 * at(equity.book, length - 1)
  const translationOfCash = isHeld ? part(equity.translation, 0.12) : equity.translation
  const translated = minus(equity.translation, translationOfCash)
  const none = zeros(length)
  const ofGoodwill = plan.goodwill === most
  const goodwillFlows = minus(plus(goodwillBought, ofGoodwill ? translated : none), specials.goodwillImpairment)
  const goodwill = accumulate(plan.goodwill - goodwillFlows.reduce((sum, one) => sum + one, 0), goodwillFlows)

  const intangible = build(length, () => intangibleOpening)
  const [amortization, intangiblesBought] = [zeros(length), zeros(length)]
  for (let quarter = 1; quarter < length; quarter++) {
    const before = at(intangible, quarter - 1)
    const written = Math.round(Math.min(before / INTANGIBLE_YEARS / 4, 0.35 * costs(quarter)))
    const bought = hasIntangibles ? Math.round(written * (0.3 + 0.6 * random.next())) : 0
    amortization[quarter] = written
    intangiblesBought[quarter] = bought
    intangible[quarter] = before - written + bought + at(intangiblesAcquired, quarter)
  }

  const factors = wobble(normal, length, 0.015)
  const plantImpairment = minus(specials.impairment, specials.goodwillImpairment)
  const plant = build(length, () => Math.round(plan.plant * scale(0)))
  const [depreciation, capex, plantSold, retired] = [1, 2, 3, 4].map(() => zeros(length)) as [
    Series,
    Series,
    Series,
    Series,
  ]
  for (let quarter = 1; quarter < length; quarter++) {
    const before = at(plant, quarter - 1)
    const worn = Math.round(Math.min(before / industry.life / 4, DEPRECIATION_MAX * costs(quarter)))
    const sold =
      at(specials.gainOnPlant, quarter) > 0
        ? Math.round(Math.min(0.01 * before, 2 * at(specials.gainOnPlant, quarter)))
        : 0
    const lost = at(plantImpairment, quarter) + sold - (ofGoodwill ? 0 : at(translated, quarter))
    const target = plan.plant * scale(quarter) * at(factors, quarter)
    const spent = Math.round(Math.max(0.45 * worn + 0.001 * at(revenue, quarter), target - before + worn + lost))
    depreciation[quarter] = worn
    plantSold[quarter] = sold
    capex[quarter] = spent
    retired[quarter] = Math.round(0.55 * worn)
    plant[quarter] = before - worn - lost + spent
  }
  const leases = build(length, (quarter) => Math.round(industry.lease * at(trend, quarter) * at(factors, quarter)))
  const currentLeases = part(leases, 0.18)
  const age = 0.35 + 0.25 * random.next()
  const accumulated = accumulate(Math.round((at(plant, 0) * age) / (1 - age)), depreciation, negative(retired))
  fillPlant(columns, plus(plant, leases), accumulated, leases)
  const property = build(length, (quarter) => Math.round(plan.property * scale(quarter)))
  const investments = build(length, (quarter) =>
    Math.round(plan.investment * scale(quarter) * (quarter === 0 ? 1 : Math.exp(0.02 * normal.next()))),
  )
  fillInvestments(columns, investments, random.next())
  const hasGoodwill = plan.goodwill > 0
  if (hasGoodwill) columns.put({ goodwill })
  if (hasIntangibles)
    columns.put({
      other_intangible_assets: intangible,
      amortization,
      purchase_of_intangibles: negative(intangiblesBought),
    })
  if (hasGoodwill || hasIntangibles)
    columns.put({ goodwill_and_other_intangible_assets: plus(hasGoodwill ? goodwill : none, intangible) })
  if (plan.property > 0) columns.put({ investment_properties: property })
  if (at(leases, length - 1) > 0)
    columns.put({
      current_capital_lease_obligation: currentLeases,
      long_term_capital_lease_obligation: minus(leases, currentLeases),
      capital_lease_obligations: leases,
    })
  columns.put({ depreciation_amortization: plus(depreciation, amortization) })
  return {
    total: plus(plant, leases, hasGoodwill ? goodwill : none, intangible, property, investments),
    depreciation,
    amortization,
    capex,
    plantSold,
    acquired: plus(goodwillBought, intangiblesAcquired),
    intangiblesBought,
    propertyBought: build(length, (quarter) => (quarter === 0 ? 0 : at(property, quarter) - at(property, quarter - 1))),
    investments,
    leases,
    currentLeases,
    translationOfCash,
  }
}

/** Plant at cost by kind, and what of it is worn off. */
function fillPlant(columns: Columns, net: Series, accumulated: Series, leases: Series): void {
  const gross = plus(net, accumulated)
  const own = minus(gross, leases)
  const [land, buildings, progress] = [part(own, 0.06), part(own, 0.28), part(own, 0.06)]
  columns.put({
    net_ppe: net,
    gross_ppe: gross,
    accumulated_depreciation: negative(accumulated),
    land_and_improvements: land,
    buildings_and_improvements: buildings,
    construction_in_progress: progress,
    machinery_furniture_equipment: minus(own, land, buildings, progress),
    leases,
  })
}

/** Long-term investments by kind. */
function fillInvestments(columns: Columns, investments: Series, draw: number): void {
  if (!investments.some((one) => one !== 0)) return
  const [associates, available] = [part(investments, 0.45), part(investments, 0.25)]
  const held = draw < 0.3 ? part(investments, 0.08) : null
  const trading = draw > 0.75 ? part(investments, 0.05) : null
  columns.put({
    investments_and_advances: investments,
    long_term_equity_investment: associates,
    available_for_sale_securities: available,
    other_investments: minus(
      investments,
      associates,
      available,
      ...(held ? [held] : []),
      ...(trading ? [trading] : []),
    ),
  })
  if (held) columns.put({ held_to_maturity_securities: held })
  if (trading) columns.put({ trading_securities: trading })
}
