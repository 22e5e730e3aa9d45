import type { EventCountry, EventEffectKind, Good } from '../../vocabulary/event-lexicon.pure.ts'
import type { SupplyChange } from '../clause/supply-change.pure.ts'
import type { EventTitle } from '../title/event-title.pure.ts'
import { isTraded, type Tag } from '../title/tag.pure.ts'
import { goodNamed, goodsIn } from '../world/event-good.pure.ts'

/** The goods an event is about rather than those beside which it is told. */
export function findMeantGoods(
  kind: EventEffectKind,
  told: readonly Good[],
  title: EventTitle,
  target: EventCountry | null,
  { from, to }: Pick<SupplyChange, 'from' | 'to'>,
): readonly Good[] {
  const { tags, groups } = title
  if (kind === 'sanction') {
    const meant = findSanctioned(tags, target, told)
    if (target !== null && !groups.outcast.has(target.code)) return meant
    const beside = goodsIn(tags.filter((tag) => tag.from >= from && tag.to <= to))
    return meant.filter((good) => isTraded(good) || (beside.includes(good) && !isMoney(good)))
  }
  if (kind === 'crop') return findGrown(title, told)
  // "Treatment charges for copper concentrate": what smelters are paid, not what the ore costs.
  const charges = goodsIn(tags).filter(isCharge)
  if (kind === 'price' && charges.length > 0) return charges
  if (kind === 'catastrophe') return withoutInsurers(told)
  if (kind === 'supply' && BLEND.test(title.words.join(' '))) return told.filter(isEthanol)
  return withoutGeneric(withoutService(kind, told), tags)
}

/** "Ransomware halts brewing of Super Dry": what stands still, not what guards against hacks. */
export function withoutRemedy(goods: readonly Good[], { groups }: EventTitle): readonly Good[] {
  return goods.filter((good) => !groups.remedy.has(good.words[0] ?? ''))
}

/** "Fracking demand": those who drill are paid for it; "fracking ban": what they drill for is missing. */
function withoutService(kind: EventEffectKind, told: readonly Good[]): readonly Good[] {
  const service = told.filter(isDrilling)
  if (service.length === 0 || service.length === told.length) return told
  return kind === 'demand' ? service : told.filter((good) => !isDrilling(good))
}

const isDrilling = goodNamed('oil service')
const isCharge = goodNamed('treatment charge')
const isEthanol = goodNamed('ethanol')

/** "Raises ethanol share in gasoline": what is blended in, not what it is blended with. */
const BLEND = /\bethanol (?:(?:share|blend|content|mix) )?in (?:petrol|gasoline|fuel)\b/

/** "Insurers' losses from the hurricane": who pays for the storm gains nothing by it. */
function withoutInsurers(told: readonly Good[]): readonly Good[] {
  const others = told.filter(({ makersGics }) => !makersGics.some((code) => code.startsWith(INSURANCE)))
  return others.length > 0 ? others : told
}

const INSURANCE = '403010'

/** Banks and payments are struck, and are nothing that a country sells. */
function isMoney({ makersGics }: Good): boolean {
  return makersGics.some((code) => code.startsWith('40'))
}

/** "El Nino clouds outlook for rice": what grows, not the weather. */
function findGrown({ tags, groups }: EventTitle, told: readonly Good[]): readonly Good[] {
  const isGrown = ({ commodities }: Good) => groups.crop.has(commodities[0] ?? '')
  const grown = told.some((good) => good.commodities.length > 0) ? [] : goodsIn(tags).filter(isGrown)
  return grown.length > 0 ? grown : told
}

/** What the country that is hit sells, before those who carry or refine it: "tanker blacklisted over Iranian oil". */
function findSanctioned(tags: readonly Tag[], target: EventCountry | null, told: readonly Good[]): readonly Good[] {
  // "Norilsk Nickel blacklisted in strike on Russian metals": what the place makes.
  if (told.length === 0) return told
  const sold = new Set(target?.exports.map(({ ticker }) => ticker))
  const own = goodsIn(tags).filter((good) => isOutcast(good) || good.commodities.some((ticker) => sold.has(ticker)))
  return own.length > 0 && !told.some((good) => own.includes(good)) ? own : told
}

/** "Idles aluminium smelter", "nickel in LME sheds": what is named more closely. */
function withoutGeneric(told: readonly Good[], tags: readonly Tag[]): readonly Good[] {
  if (!told.some(isGeneric)) return told
  const close = (told.every(isGeneric) ? goodsIn(tags) : told).filter((good) => !isGeneric(good) && isMetal(good))
  return close.length > 0 ? close : told
}

const isGeneric = goodNamed('smelter', 'base metal')
const METALS: ReadonlySet<string> = new Set(
  'COPPER ALUMINIUM ZINC NICKEL LEAD TIN COBALT LITHIUM GOLD SILVER PLATINUM PALLADIUM IRONORE URANIUM COAL COKINGCOAL'
    .split(' ')
    .map((name) => `${name}.COMM`),
)

function isMetal({ commodities }: Good): boolean {
  return METALS.has(commodities[0] ?? '')
}

/** What nobody else takes. */
export const isOutcast = goodNamed('russian crude')

/** Of several commodities those that are named, if any. */
export function narrowToNamed(commodities: readonly string[], tags: readonly Tag[]): readonly string[] {
  const named = commodities.filter((ticker) => goodsIn(tags).some((good) => good.commodities.includes(ticker)))
  return named.length > 0 ? named : commodities
}
