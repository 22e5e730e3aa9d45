import type { EventCountry, EventEffectKind, Good } from '../vocabulary/event-lexicon.pure.ts'
import { goodsIn, isGrown } from './event-good.pure.ts'
import type { Mark } from './mark.pure.ts'

/** The goods an event is about rather than those beside which it is told. */
export function findMeantGoods(
  kind: EventEffectKind,
  told: readonly Good[],
  marks: readonly Mark[],
  target: EventCountry | null,
): readonly Good[] {
  if (kind === 'sanction') return findSanctioned(marks, target, told)
  return kind === 'crop' ? findGrown(marks, told) : withoutGeneric(told, marks)
}

/** "El Nino clouds outlook for rice": what grows, not the weather. */
function findGrown(marks: readonly Mark[], told: readonly Good[]): readonly Good[] {
  const grown = told.some((good) => good.commodities.length > 0) ? [] : goodsIn(marks).filter(isGrown)
  return grown.length > 0 ? grown : told
}

/** What the country that is hit sells, before those who carry or refine it: "tanker blacklisted over Iranian oil". */
function findSanctioned(marks: readonly Mark[], target: EventCountry | null, told: readonly Good[]): readonly Good[] {
  const sold = new Set(target?.exports.map(({ ticker }) => ticker))
  const own = goodsIn(marks).filter((good) => isOutcast(good) || good.commodities.some((ticker) => sold.has(ticker)))
  return own.length > 0 && !told.some((good) => own.includes(good)) ? own : told
}

/** "Idles aluminium smelter", "nickel in LME sheds": what is named more closely. */
function withoutGeneric(told: readonly Good[], marks: readonly Mark[]): readonly Good[] {
  const isGeneric = ({ words }: Good) => GENERIC.has(words[0] ?? '')
  if (!told.some(isGeneric)) return told
  const close = (told.every(isGeneric) ? goodsIn(marks) : told).filter((good) => !isGeneric(good) && isMetal(good))
  return close.length > 0 ? close : told
}

const GENERIC: ReadonlySet<string> = new Set(['smelter', 'base metal'])
const METALS: ReadonlySet<string> = new Set(
  'COPPER ALUMINIUM ZINC NICKEL LEAD TIN COBALT LITHIUM GOLD SILVER PLATINUM PALLADIUM IRONORE URANIUM COAL COKINGCOAL'
    .split(' ')
    .map((name) => `${name}.COMM`),
)

function isMetal({ commodities }: Good): boolean {
  return METALS.has(commodities[0] ?? '')
}

/** What nobody else takes. */
export function isOutcast({ words }: Good): boolean {
  return words[0] === 'russian crude'
}
