import type { EventCountry, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { NounGroup } from '../clause/clause-part.pure.ts'
import type { ListedTitle } from '../title/event-title.pure.ts'
import { hasClass } from '../title/tag.pure.ts'

/** A bare tax; duties, and levies of the United States, on a good are paid at the border unless the title says what else is taxed. */
const BARE_TAX = /^tax(?:es|ed)?$/

/** True for a tax that an industry pays where it works, and no tariff on what is traded: "windfall tax on oil producers", "GST on cars". */
export function isLevy(
  { tags }: NounGroup,
  actor: EventCountry | null,
  target: EventCountry | null,
  { words, hasIn }: ListedTitle,
): boolean {
  const tax = tags.find((tag) => hasClass(tag, 'tax'))
  if (tax === undefined || hasIn('at_border')) return false
  // What crosses a border.
  if (tags.some((tag) => hasClass(tag, 'flow') && tag.goods.length === 0)) return false
  if (target !== null && target !== actor && actor !== null) return false
  if (hasIn('home_tax', tax.from - 2, tax.to)) return true
  if (tags.some((tag) => tag.goods.some(isOfHome))) return true
  if (hasIn('taxed_at_home', tax.to)) return true
  const last = words[tax.to - 1] ?? ''
  const isBare = BARE_TAX.test(last) || (/^lev(?:y|ies)$/.test(last) && actor?.code !== 'US')
  return isBare && tags.every((tag) => tag.goods.every((good) => good.commodities.length === 0))
}

/** Hotels, casinos, banks, utilities, telecoms and builders have no border to cross. */
function isOfHome({ commodities, makersGics }: Good): boolean {
  return commodities.length === 0 && makersGics.some((code) => /^(?:2530|40|50|55|60)/.test(code))
}
