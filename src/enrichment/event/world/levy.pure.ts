import type { TokenisedText } from '../../text/token.pure.ts'
import type { EventCountry, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { NounGroup } from '../clause/clause-part.pure.ts'
import { hasClass } from '../title/tag.pure.ts'

/** Taxes that are paid at home, not at the border; told by the tax itself or the word before it. */
const AT_HOME =
  /^(?:windfall|excess|production|extraction|profits?|income|corporate|corporation|resources?|rent|royalt(?:y|ies)|excise|severance|gst|vat|sales|consumption|value-added|turnover|stamp|luxury|sugar|soda|salt|alcohol|spirits|beer|wine|tobacco|cigarette|sin|gambling|betting|gaming|casino|lottery|banks?|banking|mining|mineral|petroleum|oil|fuel|petrol|diesel|power|electricity|property|land|gains|dividend|transactions?|wealth|digital|streaming|air|passenger|departure|aviation|tourist|tourism|hotel|cruise|plastic|packaging|super|solidarity|one-off|extraordinary)$/
/** What is taxed at home where the tax is of no kind: "25% tax on salmon farmers", "40% levy on bank profits". */
const TAXED_AT_HOME =
  /^(?:profits?|incomes?|revenues?|earnings|gains|margins?|producers?|exporters|makers|farmers?|farms?|growers|miners?|mines?|mining|extraction|drillers|operators?|firms|companies|utilities|lenders|retailers|insurers|majors|groups|betting|gambling|bookmakers|casinos|visitors|tourists|passengers|guests|domestic|locally|sodas?|drinks?|cigarettes?|tobacco|vapes?|alcohol|beer)$/
const AT_BORDER = /^(?:imports?|imported|foreign|tariffs?|customs|border|reciprocal|retaliatory)$/
/** A bare tax; duties, and levies of the United States, on a good are paid at the border unless the title says what else is taxed. */
const BARE_TAX = /^tax(?:es|ed)?$/

/** True for a tax that an industry pays where it works, and no tariff on what is traded: "windfall tax on oil producers", "GST on cars". */
export function isLevy(
  { tags }: NounGroup,
  actor: EventCountry | null,
  target: EventCountry | null,
  { words }: TokenisedText,
): boolean {
  const tax = tags.find((tag) => hasClass(tag, 'tax'))
  if (tax === undefined || words.some((word) => AT_BORDER.test(word))) return false
  // What crosses a border.
  if (tags.some((tag) => hasClass(tag, 'flow') && tag.goods.length === 0)) return false
  if (target !== null && target !== actor && actor !== null) return false
  if (words.slice(Math.max(0, tax.from - 2), tax.to).some((word) => AT_HOME.test(word))) return true
  if (tags.some((tag) => tag.goods.some(isOfHome))) return true
  if (words.slice(tax.to).some((word) => TAXED_AT_HOME.test(word))) return true
  const last = words[tax.to - 1] ?? ''
  const isBare = BARE_TAX.test(last) || (/^lev(?:y|ies)$/.test(last) && actor?.code !== 'US')
  return isBare && tags.every((tag) => tag.goods.every((good) => good.commodities.length === 0))
}

/** Hotels, casinos, banks, utilities, telecoms and builders have no border to cross. */
function isOfHome({ commodities, makersGics }: Good): boolean {
  return commodities.length === 0 && makersGics.some((code) => /^(?:2530|40|50|55|60)/.test(code))
}
