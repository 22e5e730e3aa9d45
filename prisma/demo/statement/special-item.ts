import type { Subject } from './company.ts'
import { build, minus, plus, type Series, zeros } from './series.ts'

/** Unusual items of the income statement; charges positive. */
export interface SpecialItems {
  readonly restructuring: Series
  readonly impairment: Series
  /** Part of the impairment that is of goodwill; the rest is of plant. */
  readonly goodwillImpairment: Series
  readonly writeOff: Series
  readonly otherCharges: Series
  readonly gainOnPlant: Series
  readonly gainOnBusiness: Series
  readonly gainOnSecurities: Series
  /** Within operating income: gains less charges. */
  readonly charges: Series
}

/** Draws the unusual items of a company: most quarters have none. At most a tenth of its goodwill is impaired at a time. */
export function drawSpecialItems({ normal, length, revenue, gics }: Subject, goodwill: number): SpecialItems {
  const { random } = normal
  const none = zeros(length)
  /** A company in `share` of cases has such items, in a quarter with `chance`, of about `size` of its revenue. */
  const draw = (share: number, chance: number, size: number): Series => {
    if (random.next() >= share) return none
    return build(length, (quarter) =>
      quarter > 0 && random.next() < chance
        ? Math.round((revenue[quarter] ?? 0) * size * (0.3 + 1.4 * random.next()))
        : 0,
    )
  }
  const goodwillImpairment = draw(0.15, 0.05, 0.05).map((amount) => Math.min(amount, Math.round(0.1 * goodwill)))
  const impairment = plus(goodwillImpairment, draw(0.4, 0.08, 0.015))
  const restructuring = draw(0.5, 0.3, 0.006)
  const writeOff = draw(0.25, 0.08, 0.006)
  const otherCharges = draw(0.3, 0.1, 0.005)
  const gainOnPlant = draw(0.35, 0.12, 0.003)
  const gainOnBusiness = draw(0.12, 0.05, 0.03)
  const gainOnSecurities = draw(gics.startsWith('40') ? 0.7 : 0.4, 0.5, 0.003)
  return {
    restructuring,
    impairment,
    goodwillImpairment,
    writeOff,
    otherCharges,
    gainOnPlant,
    gainOnBusiness,
    gainOnSecurities,
    charges: minus(plus(gainOnPlant, gainOnBusiness), restructuring, impairment, writeOff, otherCharges),
  }
}
